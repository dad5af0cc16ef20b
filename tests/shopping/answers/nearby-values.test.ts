import { expect, test } from 'vitest';
import { RowList } from '../../../catalog/inverted-index/index.ts';
import type { FieldValue } from '../../../catalog/store/catalog.ts';
import type { Product } from '../../../schemas/product.ts';
import { AnswerSets } from '../../../shopping/answers/answer-set.ts';
import { goTogether, NearbyValues } from '../../../shopping/answers/nearby-values.ts';
import { productWith } from '../../fixtures/gate-inputs.ts';
import { details, storedCatalog } from '../../fixtures/stored-catalog.ts';

type Plausible = (product: Product, field: string, value: FieldValue) => boolean;

const inShelf = (id: string, shelf: string, ...colors: string[]): Partial<Product> => ({
  id,
  mainCategory: shelf.split(' > ')[0] as string,
  category: shelf.split(' > '),
  details: details({ Color: colors }),
});

const PRODUCTS = [
  inShelf('bag', 'Bags > Totes', 'Red'),
  inShelf('tote', 'Bags > Totes', 'Blue', 'Rare Red'),
  inShelf('pack', 'Bags > Backpacks', 'Green', 'Blue'),
  inShelf('lamp', 'Lamps > Desk', 'White', 'Green'),
  inShelf('mug', 'Mugs > Coffee', 'White', 'Black'),
  inShelf('cup', 'Mugs > Tea', 'White'),
];

interface Options {
  readonly plausible?: Plausible;
  readonly stated?: (field: string, value: FieldValue) => boolean;
}

function valuesOf(
  products: readonly Partial<Product>[],
  { plausible = () => true, stated = () => true }: Options = {},
) {
  const catalog = storedCatalog(products);
  const values = new NearbyValues({ catalog, answerSets: new AnswerSets(catalog), plausible, stated });
  return (id: string, field = 'Color') => values.of(field, catalog.productById(id) as Product);
}

test('values of the shelf come first, then those of the main category, then any; each by how many state it', () => {
  // White has three products, Green and Blue two each.
  expect(valuesOf(PRODUCTS)('bag')).toEqual(['Blue', 'Rare Red', 'Red', 'Green', 'White', 'Black']);
  expect(valuesOf(PRODUCTS)('cup')).toEqual(['White', 'Black', 'Blue', 'Green', 'Rare Red', 'Red']);
});

test('the order of the catalog plays no role', () => {
  const expected = valuesOf(PRODUCTS)('bag');
  expect(valuesOf(PRODUCTS.toReversed())('bag')).toEqual(expected);
  expect(valuesOf([...PRODUCTS.slice(3), ...PRODUCTS.slice(0, 3)])('bag')).toEqual(expected);
});

test('products of one shelf are told the same, each asked for what is plausible of it', () => {
  const asked: string[] = [];
  const of = valuesOf(PRODUCTS, {
    plausible: ({ id }, field, { norm }) => {
      asked.push(`${id} ${field} ${norm}`);
      return id === 'tote' || norm !== 'blue';
    },
  });
  expect(of('bag')).toEqual(['Rare Red', 'Red', 'Green', 'White', 'Black']);
  expect(of('tote')).toEqual(['Blue', 'Rare Red', 'Red', 'Green', 'White', 'Black']);
  expect(asked).toContain('bag Color blue');
});

test('no more than twelve are returned, the nearest', () => {
  const near = Array.from({ length: 12 }, (_, place) => `Near ${'abcdefghijkl'[place]}`);
  const products = [
    inShelf('bag', 'Bags > Totes', ...near),
    ...Array.from({ length: 5 }, (_, place) => inShelf(`far${place}`, 'Lamps > Desk', 'Far a', 'Far b')),
  ];
  expect(valuesOf(products)('bag')).toEqual(near);
  expect(valuesOf(products)('far0').slice(0, 2)).toEqual(['Far a', 'Far b']);
});

test('what no product states as a fact of its own is no value of any other', () => {
  const of = valuesOf(PRODUCTS, { stated: (_, { norm }) => norm !== 'white' });
  expect(of('cup')).toEqual(['Black', 'Blue', 'Green', 'Rare Red', 'Red']);
});

test('values of any product are those that most state first, whatever is plausible of one of them', () => {
  const catalog = storedCatalog(PRODUCTS);
  const answerSets = new AnswerSets(catalog);
  const stated = (_: string, { norm }: FieldValue) => norm !== 'black';
  const values = new NearbyValues({ catalog, answerSets, plausible: () => false, stated });
  expect(values.anywhere('Color')).toEqual(['White', 'Blue', 'Green', 'Rare Red', 'Red']);
  expect(values.anywhere('Scent')).toEqual([]);
});

test('a field that nobody states has no values, and a product from elsewhere is a bug', () => {
  expect(valuesOf(PRODUCTS)('bag', 'Scent')).toEqual([]);
  const catalog = storedCatalog(PRODUCTS);
  const values = new NearbyValues({
    catalog,
    answerSets: new AnswerSets(catalog),
    plausible: () => true,
    stated: () => true,
  });
  expect(() => values.of('Color', productWith({ id: 'X9' }))).toThrow('"X9" is not in the catalog');
});

test('values go together where products that state the rarer one mostly state both', () => {
  const rows = (...numbers: number[]) => new RowList(Uint32Array.from(numbers));
  expect(goTogether(rows(1, 2, 3, 4, 5, 6), rows(2, 4, 6))).toBe(true);
  expect(goTogether(rows(2, 4, 6, 8), rows(1, 2, 3, 4, 5, 6))).toBe(true);
  expect(goTogether(rows(2, 4), rows(2, 4))).toBe(false);
  expect(goTogether(rows(1, 3, 5, 7, 8, 9, 10), rows(2, 4, 6, 8, 9, 10, 11))).toBe(false);
  expect(goTogether(rows(), rows(1))).toBe(false);
});
