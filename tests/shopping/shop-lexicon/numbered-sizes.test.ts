import { afterEach, expect, test } from 'vitest';
import type { Catalog } from '../../../catalog/index.ts';
import { useLexicon } from '../../../lexicon/index.ts';
import type { Lexicon } from '../../../schemas/lexicon.ts';
import { catalogStatistics, judgeDetails } from '../../../shopping/plausibility/index.ts';
import { heldTo } from '../../../shopping/shop-lexicon/against-catalog.ts';
import { asksAboutValues, overviewOf } from '../../../shopping/shop-lexicon/field-overview.ts';
import { details, storedCatalog } from '../../fixtures/stored-catalog.ts';

afterEach(() => useLexicon());

const use = (fields: Lexicon['fields']) => useLexicon({ fields, types: {} });
const sizesOf = (field: string, sizes: (at: number) => string, category = 'Sandals') =>
  Array.from({ length: 66 }, (_, at) => ({
    ...{ id: `${category}${at}`, title: `Shoe ${at}`, mainCategory: category, category: [category] },
    details: details({ [field]: sizes(at) }),
  }));
const SHOES = sizesOf('Size', (at) => String(36 + (at % 11)));
const ONES = sizesOf('Size', (at) => String(1 + at), 'Screws');
const SHIRTS = sizesOf('Size', (at) => ['Small', 'Medium', 'Large'][at % 3] as string, 'Shirts');

const sizeIn = (catalog: Catalog, field = 'Size') => overviewOf(catalog).fields.find((one) => one.field === field);
const keptOf = (catalog: Catalog, id: string) => {
  const product = catalog.productById(id);
  if (product === null) throw new RangeError(id);
  return judgeDetails(
    product,
    catalogStatistics(catalog, () => true),
  ).kept.map(({ option }) => option);
};

test.each(['Size', 'Shoe Size', 'EU_size'])(
  'bare numbers that recur are sizes to choose from, of a field called %s',
  (field) => {
    const catalog = storedCatalog(sizesOf(field, (at) => (at % 11 === 0 ? '7.5' : String(36 + (at % 11)))));
    expect(sizeIn(catalog, field)).toMatchObject({ kind: 'choice', use: { clarified: true } });
    expect(keptOf(catalog, 'Sandals1')).toEqual(['37']);
    expect(keptOf(catalog, 'Sandals11')).toEqual(['7.5']);
  },
);

test('bare numbers that hardly recur are no sizes, and whoever lists what is asked about says so alike', () => {
  const catalog = storedCatalog(ONES);
  expect(sizeIn(catalog)).toMatchObject({ use: null, reason: '"1" is a Size without a unit' });
  expect(asksAboutValues(catalog, 'Size')).toBe(false);
  expect(asksAboutValues(storedCatalog(SHOES), 'Size')).toBe(true);
});

test('a number is a size on the shelf where it recurs, and none on another shelf of the shop', () => {
  const catalog = storedCatalog([...SHOES, ...ONES, ...SHIRTS]);
  expect(keptOf(catalog, 'Sandals3')).toEqual(['39']);
  expect(keptOf(catalog, 'Screws39')).toEqual([]);
  expect(keptOf(catalog, 'Shirts0')).toEqual(['Small']);
});

test.each(['choice', 'set'])('a person who says that sizes are a %s is believed', (kind) => {
  const catalog = storedCatalog(ONES.map((one, at) => ({ ...one, details: details({ Size: String(1 + (at % 60)) }) })));
  expect(sizeIn(catalog)?.use).toBeNull();
  use({ Size: { kind } });
  expect(sizeIn(catalog)).toMatchObject({ kind, kindFrom: 'yours', use: { clarified: true } });
  expect(asksAboutValues(catalog, 'Size')).toBe(true);
  expect(keptOf(catalog, 'Screws8')).toEqual(['9']);
});

test('a person who has a field asked about of which no value can be is told why nothing comes of it', () => {
  const fields = { Size: { asked: true } };
  use(fields);
  const placeOf = (path: readonly PropertyKey[]) => path.join('.');
  const said = heldTo(storedCatalog(ONES), { lexicon: { fields, types: {} }, placeOf });
  expect(said).toEqual(['fields.Size: nothing is asked about Size all the same, for "1" is a Size without a unit']);
  expect(heldTo(storedCatalog(SHOES), { lexicon: { fields, types: {} }, placeOf })).toEqual([]);
});
