import { expect, test } from 'vitest';
import { productWorth } from '../../../families/ecomagentbench/planning.ts';
import { details, storedCatalog } from '../../fixtures/stored-catalog.ts';

const worthOf = (stated: Readonly<Record<string, string | string[]>>) => {
  const others = ['Leather', 'Cotton', 'Wool'].map((material) => ({ Material: material, Color: 'Blue' }));
  const products = [stated, ...others].map((one, at) => ({ id: `B${at}`, details: details(one) }));
  const catalog = storedCatalog(products);
  return productWorth(catalog)[catalog.rowOf('B0') as number];
};

test('a detail that a clue can stand for counts twice, one that has none once', () => {
  expect([worthOf({ Material: 'Leather' }), worthOf({ Material: 'Unheard-of weave' })]).toEqual([2, 1]);
});

test('a product that states several values of a field is worth no more', () =>
  expect(worthOf({ Material: ['Leather', 'Cotton'] })).toBe(2));

test.each([{ Manufacturer: 'Maren Studio' }, { Material: 'n/a' }, {}])(
  'what only fills up, or says nothing, is of no worth: %j',
  (stated) => expect(worthOf(stated)).toBe(0),
);
