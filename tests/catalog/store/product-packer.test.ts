import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitsSchema } from '../../../catalog/fast-rows/index.ts';
import { SERVICE, TEXT, type Terms, TITLE_WORD } from '../../../catalog/inverted-index/terms.ts';
import { newDigestKey } from '../../../catalog/memory/lane-digest.ts';
import { textAt } from '../../../catalog/memory/texts.ts';
import { detailsFrom } from '../../../catalog/product/details.ts';
import { productJson } from '../../../catalog/store/product-json.ts';
import { type PackedProducts, ProductPacker } from '../../../catalog/store/product-packer.ts';
import { Product } from '../../../schemas/product.ts';
import { normaliseValue } from '../../../text/normalise.ts';
import { charactersApart, tokensOf } from '../../../text/tokens.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';

const text = fc.oneof(
  fc.constantFrom(
    'Black',
    'black ',
    'Red, Blue',
    '64 GB',
    '—',
    '"',
    '\\',
    '\ud800',
    '\u2028',
    '\u0007',
    '水',
    '😀',
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 5 }),
);
const filled = text.filter((one) => one !== '');
const count = fc.option(fc.nat());
const details = fc
  .array(fc.tuple(fc.constantFrom('Color', 'Colour', 'Size', 'Brand', '9', 'Model Number', '__proto__'), text), {
    maxLength: 5,
  })
  .map((pairs) => detailsFrom(pairs));

const product: fc.Arbitrary<Product> = fc.record(
  {
    id: filled,
    title: filled,
    brand: fc.option(text),
    store: fc.option(text),
    shopId: fc.option(text),
    mainCategory: filled,
    category: fc.array(filled, { minLength: 1, maxLength: 3 }),
    priceMinor: count,
    currency: fc.option(fc.constantFrom('USD', 'EUR')),
    averageRating: fc.option(fc.double({ min: 0, max: 5, noNaN: true })),
    ratingCount: count,
    features: fc.array(text, { maxLength: 2 }),
    description: fc.array(text, { maxLength: 2 }),
    details,
    skuOptions: fc.array(fc.record({ id: text, values: fc.dictionary(fc.constantFrom('Color', 'Size'), text) }), {
      maxLength: 1,
    }),
    services: fc.array(fc.constantFrom('freeShipping', 'official', ''), { maxLength: 3 }),
    soldCount: count,
    origin: fc.record({ file: text, line: fc.integer({ min: 1 }) }),
  },
  { noNullPrototype: true },
);

function packed(products: readonly Product[], packer = new ProductPacker(newDigestKey())): PackedProducts {
  for (const one of products) packer.add(one);
  return packer.take();
}

const dataOf = ({ data, dataEnds, count: length }: PackedProducts) =>
  Array.from({ length }, (_, place) =>
    Buffer.from(data.subarray(place === 0 ? 0 : dataEnds[place - 1], dataEnds[place])).toString(),
  );

test('what is packed of a product is its JSON and its columns, round after round', () => {
  const packer = new ProductPacker(newDigestKey());
  fc.assert(
    fc.property(fc.array(product, { maxLength: 4 }), (products) => {
      const { ids, titleWords, ...columns } = packed(products, packer);
      expect(dataOf({ ids, titleWords, ...columns })).toEqual(products.map(productJson));
      for (const [place, one] of products.entries()) {
        expect(textAt(ids, place)).toBe(one.id.toWellFormed());
        expect(textAt(titleWords, place)).toBe(tokensOf(one.title).join(' '));
        const labels = [columns.mainCategories, columns.shelves, columns.currencies, columns.shops];
        expect(labels.map((made) => made.labels[made.labelOf[place] as number])).toEqual([
          ...[one.mainCategory, one.category.join(' > '), one.currency, one.shopId],
        ]);
        const numbers = [columns.priceMinor, columns.averageRating, columns.ratingCount];
        expect(numbers.map((all) => all[place])).toEqual(
          [one.priceMinor, one.averageRating, one.ratingCount].map((number) => number ?? Number.NaN),
        );
      }
    }),
  );
});

/** What the terms say, as `field / comparison form: places`. */
function stated({ fields, fieldOf, norms, places, ends }: Terms): Record<string, number[]> {
  const all: Record<string, number[]> = {};
  for (let term = 0; term < ends.length; term++) {
    const name = `${fields[fieldOf[term] as number]} / ${textAt(norms, term)}`;
    const more = [...places.subarray(term === 0 ? 0 : ends[term - 1], ends[term])];
    expect(more).toEqual(more.toSorted((a, b) => a - b));
    all[name] = [...new Set([...(all[name] ?? []), ...more])].sort((a, b) => a - b);
  }
  return all;
}

test('terms are what products are found by: their options, words, services and text, however often they come', () => {
  const packer = new ProductPacker(newDigestKey());
  fc.assert(
    fc.property(fc.array(product, { maxLength: 6 }), fc.boolean(), (some, twice) => {
      const products = twice ? [...some, ...some] : some;
      const expected: Record<string, number[]> = {};
      const note = (name: string, place: number) => {
        expected[name] ??= [];
        if (expected[name].at(-1) !== place) expected[name].push(place);
      };
      for (const [place, one] of products.entries()) {
        for (const [field, { options }] of Object.entries(one.details))
          for (const option of options) note(`${field} / ${normaliseValue(option)}`, place);
        for (const word of tokensOf(one.title).flatMap((token) => charactersApart(token).split(' ')))
          note(`${TITLE_WORD} / ${word}`, place);
        for (const service of one.services) note(`${SERVICE} / ${service}`, place);
        if (one.features.length + one.description.length > 0) note(`${TEXT} / `, place);
      }
      expect(stated(packed(products, packer).terms)).toEqual(expected);
    }),
  );
});

test('a product that is taken without its schema would have passed it, and come out as it was', () => {
  const odd = fc.constantFrom<unknown>(
    undefined,
    null,
    '',
    'text',
    0,
    -1,
    2.5,
    Number.NaN,
    [],
    [''],
    [3],
    {},
    { x: 1 },
  );
  const path = fc.constantFrom(...Object.keys(Product.shape), 'another');
  const changed = fc
    .tuple(product, fc.option(fc.tuple(path, odd)), fc.option(odd))
    .map(([one, change, detail]): unknown => ({
      ...one,
      ...(change === null ? {} : { [change[0]]: change[1] }),
      ...(detail === null ? {} : { details: { ...one.details, Color: { options: ['x'], raw: [detail] } } }),
    }));
  let taken = 0;
  fc.assert(
    fc.property(fc.oneof(product, changed), (value) => {
      const packer = new ProductPacker(newDigestKey());
      let fits = false;
      try {
        fits = fitsSchema(value as Product);
      } catch (error) {
        expect(Product.safeParse(value).success, String(error)).toBe(false);
      }
      if (!fits) return;
      taken++;
      packer.add(value as Product);
      expect(Product.parse(value)).toEqual(value);
      expect(dataOf(packer.take())).toEqual([productJson(Product.parse(value))]);
    }),
    { numRuns: propertyRuns(1000) },
  );
  expect(taken).toBeGreaterThan(propertyRuns(100));
});
