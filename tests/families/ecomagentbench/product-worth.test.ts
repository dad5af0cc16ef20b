import { expect, test } from 'vitest';
import { clueCounts, productWorth, withClues } from '../../../families/ecomagentbench/planning.ts';
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

test('no task of clues is planned about a product that has fewer than the task is made of', () => {
  const catalog = storedCatalog(
    [{ Material: 'Leather', Color: 'Red' }, { Material: 'Leather' }, { Material: 'Unheard-of weave' }].map(
      (one, at) => ({
        id: `B${at}`,
        details: details(one),
      }),
    ),
  );
  const clues = clueCounts(catalog);
  const [both, one, none] = ['B0', 'B1', 'B2'].map((id) => catalog.rowOf(id) as number) as [number, number, number];
  expect([both, one, none].map((row) => clues[row])).toEqual([2, 1, 0]);
  const pool = { strata: [{ name: 'all', weight: 1, candidates: [none, one, both] }], reasons: new Map([['x', 1]]) };
  const told = withClues(pool, clues, 2);
  expect(told.strata.map(({ candidates }) => candidates)).toEqual([[both]]);
  expect([...told.reasons]).toEqual([
    ['x', 1],
    ['states fewer than 2 details that a clue of the lexicon can stand for', 2],
  ]);
});
