import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noBits, setBit } from '../../../catalog/inverted-index/bits.ts';
import { detailsFrom } from '../../../catalog/product/details.ts';
import { useForeignShop, useLexicon } from '../../../lexicon/index.ts';
import { NO_LEXICON } from '../../../schemas/lexicon.ts';
import type { Product } from '../../../schemas/product.ts';
import { AnswerSets, bitCount, everyBit, SatisfactionTable } from '../../../shopping/answers/answer-set.ts';
import { type Requirement, satisfies } from '../../../shopping/kinds/index.ts';
import { productNounOf } from '../../../shopping/nouns/product-noun.ts';
import { isNamed } from '../../../shopping/nouns/product-type.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { details, storedCatalog } from '../../fixtures/stored-catalog.ts';

const colours = ['Black', 'black', 'Navy Blue', 'Navy-Blue', '黑色', 'ดำ', 'Noir'];
const sizes = ['1.69 Inches', '1.69 in', '64 GB', '64GB', '5'];

const services = ['freeShipping', 'official', 'cash on delivery'];

/** SKUs with the keys of listings; every reader states their options among the details too. */
const skus = fc.array(
  fc.record(
    { color_family: fc.constantFrom(...colours), Ukuran: fc.constantFrom(...sizes) },
    { requiredKeys: ['color_family'] },
  ),
  { maxLength: 3 },
);

const plain = fc.record({
  title: fc.constantFrom(
    'Orla Phone Case',
    'phone case for Orla',
    'Phonecase Orla',
    'Case, phone',
    '手机 case',
    'Phone-Case black',
  ),
  Color: fc.uniqueArray(fc.constantFrom(...colours), { maxLength: 3 }),
  Size: fc.uniqueArray(fc.constantFrom(...sizes), { maxLength: 2 }),
  chosen: skus,
  services: fc.subarray(services),
  averageRating: fc.option(fc.constantFrom(3, 3.9, 4, 4.5), { nil: null }),
  ratingCount: fc.option(fc.nat(300), { nil: null }),
  priceMinor: fc.option(fc.nat(6000), { nil: null }),
  skuPrices: fc.array(fc.nat(6000), { maxLength: 3 }),
});
const product = plain.map(({ Color, Size, chosen, skuPrices, ...rest }): Partial<Product> => {
  const stated = [['Color', Color] as const, ['Size', Size] as const].filter(([, options]) => options.length > 0);
  const options = chosen
    .flatMap((values) => Object.entries(values))
    .map(([key, value]) => [key, value, 'whole'] as const);
  return {
    ...rest,
    details: detailsFrom([...stated, ...options]),
    skuOptions: chosen.map((values, index) => {
      const priceMinor = skuPrices[index];
      return { id: `k${index}`, values, ...(priceMinor === undefined ? {} : { priceMinor }) };
    }),
  };
});

const requirement: fc.Arbitrary<Requirement> = fc.oneof(
  fc
    .constantFrom(...colours)
    .map((value) => ({ type: 'attribute_match', field: 'details.Color', expected_value: value }) as Requirement),
  fc
    .uniqueArray(fc.constantFrom(...sizes), { minLength: 1, maxLength: 2 })
    .map((value) => ({ type: 'attribute_match', field: 'details.Size', expected_value: value }) as Requirement),
  fc
    .uniqueArray(fc.constantFrom(...colours), { minLength: 1, maxLength: 2 })
    .map((value) => ({ type: 'negative_attribute', field: 'details.Color', expected_value: value }) as Requirement),
  fc
    .record({ min: fc.constantFrom(3, 4, 4.5) })
    .map((value) => ({ type: 'numeric_range', field: 'average_rating', expected_value: value }) as Requirement),
  fc.nat(60).map((max) => ({ type: 'numeric_range', field: 'price', expected_value: { max } }) as Requirement),
  fc
    .constantFrom('phone case', 'case', 'Orla')
    .map((value) => ({ type: 'entity_match', field: 'title', expected_value: value }) as Requirement),
  fc
    .record({ Color: fc.constantFrom(...colours), Size: fc.constantFrom(...sizes) }, { requiredKeys: [] })
    .map((pairs) => ({ type: 'sku_match', field: 'skus', expected_value: pairs }) as Requirement),
  fc
    .constantFrom(...services, 'free')
    .map((service) => ({ type: 'service_match', field: 'services', expected_value: service }) as Requirement),
  fc.constantFrom('Orla', 'black', 'phone-case', 'Cas').map(
    (answer): Requirement => ({
      type: 'knowledge_match',
      field: 'knowledge',
      expected_value: { question: 'What is it?', answer },
    }),
  ),
  fc.integer({ min: 100, max: 6000 }).map(
    (budget): Requirement => ({
      type: 'budget_match',
      field: 'budget',
      expected_value: {
        budget,
        voucher: {
          scheme: 'simple',
          issuer: 'shop',
          currency: 'USD',
          steps: [{ threshold: 2000, discount: { kind: 'fixed', off: 500 } }],
        },
      },
    }),
  ),
);

test('the index and a plain scan with satisfies() find the same answer set, for every subset of requirements', () => {
  fc.assert(
    fc.property(
      fc.array(product, { minLength: 1, maxLength: 25 }),
      fc.array(requirement, { minLength: 1, maxLength: 6 }),
      (products, requirements) => {
        const catalog = storedCatalog(products);
        const table = new AnswerSets(catalog).table('case', requirements);
        const holders = [...catalog.products()].filter(
          ({ product }) =>
            satisfies(product, { type: 'entity_match', field: 'title', expected_value: 'case' }) === 'yes',
        );
        for (let subset = 0; subset <= everyBit(requirements.length); subset++) {
          const wanted = requirements.filter((_, bit) => (subset & (2 ** bit)) !== 0);
          const scanned = holders
            .filter((holder) => wanted.every((one) => satisfies(holder.product, one) === 'yes'))
            .map(({ row }) => row);
          expect(table.rowsOf(subset)).toEqual(scanned);
          expect(table.count(subset)).toBe(scanned.length);
        }
        catalog.close();
      },
    ),
    { numRuns: propertyRuns(60) },
  );
});

test('the index and a plain scan name the same products by a Chinese noun, in titles and categories', () => {
  const letters = '电热水器保温杯不锈钢';
  const text = fc
    .array(fc.oneof(fc.constantFrom(...letters), fc.constantFrom('热水器', '保温杯', ' ', '6', '16')), {
      minLength: 1,
      maxLength: 6,
    })
    .map((parts) => parts.join(''));
  const listed = fc.record({ title: text, category: fc.array(text, { maxLength: 2 }) });
  fc.assert(
    fc.property(fc.array(listed, { minLength: 1, maxLength: 10 }), fc.array(text, { minLength: 8 }), (all, phrases) => {
      const catalog = storedCatalog(all);
      const products = [...catalog.products()];
      const sets = new AnswerSets(catalog);
      for (const phrase of [...phrases, '器', '水器', '热水器', '电热水器']) {
        const scanned = products.filter(({ product }) => isNamed(product, phrase)).map(({ row }) => row);
        expect([...sets.holding(phrase)]).toEqual(scanned);
      }
      catalog.close();
    }),
    { numRuns: propertyRuns(40) },
  );
});

test.each<[string, Requirement]>([
  [
    'an opinion',
    {
      type: 'review_opinion',
      field: 'review',
      expected_value: { opinion: 'it grips well', evidence: [{ review_id: 'r', quote: 'grips well' }] },
    },
  ],
  ['the shop of an order', { type: 'same_shop', field: 'shop', expected_value: 2 }],
])('a requirement that code cannot decide of one product narrows no answer set: %s', (_, requirement) => {
  const catalog = storedCatalog([{ title: 'Phone Case', shopId: 'S1' }, { title: 'Phone Case' }]);
  const table = new AnswerSets(catalog).table('case', [requirement]);
  expect([table.count(1), table.decidable]).toEqual([2, 0]);
});

test('products that state every value of a SKU, but of no single one, are not among its answers', () => {
  const shirt = (...chosen: Record<string, string>[]): Partial<Product> => ({
    title: 'Linen Shirt',
    details: details({ Color: ['Black', 'Red'], Size: ['M', 'XL'] }),
    skuOptions: chosen.map((values, index) => ({ id: `k${index}`, values })),
  });
  const catalog = storedCatalog([
    shirt({ color_family: 'Black', Size: 'M' }, { color_family: 'Red', Size: 'XL' }),
    shirt({ color_family: 'Black', Size: 'XL' }, { color_family: 'Red', Size: 'M' }),
    shirt(),
  ]);
  const wanted: Requirement = { type: 'sku_match', field: 'skus', expected_value: { Color: 'black', Size: 'M' } };
  expect(new AnswerSets(catalog).table('shirt', [wanted]).rowsOf(1)).toEqual([0]);
});

test('the most requirements a table can hold still count right', () => {
  const catalog = storedCatalog([
    { title: 'Phone Case', details: details({ Color: 'Black' }) },
    { title: 'Phone Case', details: details({ Color: 'Red' }) },
  ]);
  const black: Requirement = { type: 'attribute_match', field: 'details.Color', expected_value: 'Black' };
  const sets = new AnswerSets(catalog);
  expect(sets.table('case', Array(31).fill(black)).count(everyBit(31))).toBe(1);
  expect(() => sets.table('case', Array(32).fill(black))).toThrow('31 requirements, got 32');
});

test('a word counts as common to a phrase when listings also write it without a capital', () => {
  const catalog = storedCatalog([
    { title: 'Orla Vertical Mouse', brand: 'Orla', features: ['A vertical grip.'] },
    { title: 'Vertical Mouse Keaton', brand: 'Nord', features: ['The Keaton glides. A mouse for all.'] },
  ]);
  const use = new AnswerSets(catalog).phraseUse('Vertical Mouse');
  expect(use.titles).toBe(2);
  expect([1, 2, 2.1, 3].map((least) => use.mayHave(least))).toEqual([true, true, false, false]);
  expect([1, 2, 3].map((least) => use.hasBrands(least))).toEqual([true, true, false]);
  expect(['Vertical', 'VERTICAL', 'Mouse', 'Keaton'].map((word) => use.isCommon(word))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

/** A table of products by the requirements each satisfies, of which some cannot be decided. */
function tableOf(masks: readonly number[], requirements: number, decidable: number): SatisfactionTable {
  const holders = Array.from({ length: requirements }, (_, bit) => {
    if ((decidable & (2 ** bit)) === 0) return null;
    const places = noBits(masks.length);
    for (const [place, mask] of masks.entries()) if ((mask & (2 ** bit)) !== 0) setBit(places, place);
    return places;
  });
  return new SatisfactionTable(Uint32Array.from(masks.keys()), holders);
}

const subsets = fc.record({
  masks: fc.array(fc.oneof(fc.nat(2 ** 12 - 1), fc.nat(7)), { maxLength: 100 }),
  decidable: fc.oneof(fc.constant(2 ** 12 - 1), fc.nat(2 ** 12 - 1)),
  subset: fc.nat(2 ** 12 - 1),
  least: fc.integer({ min: -1, max: 13 }),
});

test('counting by bits gives what counting row by row gives', () => {
  fc.assert(
    fc.property(subsets, ({ masks, decidable, subset }) => {
      const wanted = subset & decidable;
      const rows = [...masks.keys()].filter((row) => ((masks[row] as number) & wanted) === wanted);
      const table = tableOf(masks, 12, decidable);
      expect([table.count(subset), table.rowsOf(subset)]).toEqual([rows.length, rows]);
    }),
  );
});

test('near misses fail one requirement and satisfy half of the others', () => {
  fc.assert(
    fc.property(subsets, fc.nat(11), ({ masks, decidable, subset }, bit) => {
      const others = subset & decidable & ~(2 ** bit);
      const near = masks.filter(
        (mask) => (mask & (2 ** bit)) === 0 && bitCount(mask & others) >= Math.ceil(bitCount(others) / 2),
      );
      const expected = (decidable & (2 ** bit)) === 0 ? 0 : near.length;
      expect(tableOf(masks, 12, decidable).nearMisses(subset, bit)).toBe(expected);
    }),
  );
});

test('close products are all that satisfy so many requirements, or so many among some, and counting them is exact for every subset', () => {
  fc.assert(
    fc.property(subsets, fc.option(fc.nat(2 ** 12 - 1)), ({ masks, decidable, subset, least }, some) => {
      const table = tableOf(masks, 12, decidable);
      const among = some ?? decidable;
      const close = some === null ? table.close(least) : table.close(least, some);
      const many = masks.map((mask) => mask & decidable).filter((mask) => bitCount(mask & among) >= least);
      expect(close.kinds.flatMap(({ mask, count }) => Array(count).fill(mask))).toEqual(many.sort((a, b) => a - b));
      expect(close.count(subset)).toBe(table.count(subset));
    }),
  );
});

test('the closest products are those that state most of the options, then the first rows', () => {
  const letters = fc.subarray(['a', 'b', 'c', 'd', 'e']);
  fc.assert(
    fc.property(
      fc.array(letters, { minLength: 1, maxLength: 40 }),
      letters,
      fc.integer({ min: 1, max: 9 }),
      (stated, asked, most) => {
        const catalog = storedCatalog(
          stated.map((values) => ({ title: 'Case', details: values.length === 0 ? {} : details({ Style: values }) })),
        );
        const scored = stated.map((values, row) => ({
          row,
          shared: values.filter((value) => asked.includes(value)).length,
        }));
        const expected = scored
          .filter(({ row, shared }) => row !== 0 && shared > 0)
          .sort((a, b) => b.shared - a.shared || a.row - b.row)
          .slice(0, most)
          .map(({ row }) => row);
        const options = asked.map((option) => ({ field: 'Style', option }));
        expect(new AnswerSets(catalog).closest('case', options, 0, most)).toEqual(expected);
        catalog.close();
      },
    ),
    { numRuns: propertyRuns(60) },
  );
});

test('a product has the noun phrase it has whichever product was asked for one before', () => {
  const brands = ['Corr', 'Fenn', 'Dell', 'Arlo', 'Bost'];
  const catalog = storedCatalog(
    brands.map((brand, at) => ({
      title: `${brand} ${at % 2 === 0 ? 'Bluetooth' : 'BLUETOOTH'} Speaker`,
      brand,
      category: ['Electronics', 'Speakers'],
      features: ['A bluetooth speaker for all.'],
    })),
  );
  const phrasesIn = (order: readonly number[]) => {
    const sets = new AnswerSets(catalog);
    const found = order.map(
      (row) => [row, productNounOf(catalog.productByRow(row), (phrase) => sets.phraseUse(phrase))?.span] as const,
    );
    return found.toSorted(([a], [b]) => a - b).map(([, phrase]) => phrase);
  };
  expect(phrasesIn([4, 3, 2, 1, 0])).toEqual(phrasesIn([1, 0, 2, 3, 4]));
  expect(phrasesIn([0, 1, 2, 3, 4])).toEqual(phrasesIn([1, 0, 2, 3, 4]));
});

test('a shelf that is asked for again and again is read once, however many others are asked for between', () => {
  const catalog = storedCatalog(
    Array.from({ length: 2_100 }, (_, at) => ({ title: `Orla Lamp ${at}`, category: ['Home', `Lamps ${at}`] })),
  );
  const sets = new AnswerSets(catalog);
  const first = sets.shelfUse(['Home', 'Lamps 0']);
  for (let at = 1; at < 2_100; at++) {
    sets.shelfUse(['Home', `Lamps ${at}`]);
    expect(sets.shelfUse(['Home', 'Lamps 0'])).toBe(first);
  }
});

test('the products of a noun phrase are those whose titles say it, in English or by words of a lexicon or of the language of the shop', () => {
  const titles = [
    'Gartenbank Föhr',
    'LED-Wandleuchte Föhr',
    'Kissen für Gartenbank',
    'Garden Bench',
    'Gartenfackel Föhr',
  ];
  const catalog = storedCatalog(titles.map((title) => ({ title, category: ['Garten'] })));
  useForeignShop('de');
  useLexicon({ ...NO_LEXICON, types: { 'garden torch': { also: ['Gartenfackel'] } } });
  const sets = new AnswerSets(catalog);
  const named = (phrase: string) => [...sets.holding(phrase)].map((row) => catalog.productByRow(row).title).sort();
  expect(named('garden bench')).toEqual(['Garden Bench', 'Gartenbank Föhr']);
  expect(named('lamp')).toEqual(['LED-Wandleuchte Föhr']);
  expect(named('garden torch')).toEqual(['Gartenfackel Föhr']);
  for (const phrase of ['garden bench', 'lamp', 'wall lamp', 'garden torch'])
    expect(named(phrase)).toEqual(titles.filter((title) => isNamed({ title, category: ['Garten'] }, phrase)).sort());
  useForeignShop(false);
  useLexicon();
});
