import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachCombination, MOST_COMBINATIONS } from '../../../families/shoppingbench/recount.ts';

const items = (ids: readonly string[]) => ids.map((id) => ({ id }));
const combinationsOf = (lists: readonly (readonly string[])[]) => {
  const found: string[] = [];
  const count = eachCombination(lists.map(items), (chosen) => found.push(chosen.map(({ id }) => id).join('+')));
  return { found, count };
};

test('every way to take one of each list is given once, in the order of the lists', () => {
  expect(combinationsOf([['a', 'b'], ['c'], ['d', 'e']])).toEqual({
    found: ['a+c+d', 'a+c+e', 'b+c+d', 'b+c+e'],
    count: 4,
  });
});

test('no product stands in one combination twice', () => {
  expect(
    combinationsOf([
      ['a', 'b'],
      ['a', 'b'],
    ]).found,
  ).toEqual(['a+b', 'b+a']);
  expect(combinationsOf([['a'], ['a']])).toEqual({ found: [], count: 0 });
});

test('a list without answers leaves no combination', () => {
  expect(combinationsOf([['a'], []])).toEqual({ found: [], count: 0 });
});

test('the combinations are the whole product without those that repeat an item, for any lists', () => {
  const list = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 });
  fc.assert(
    fc.property(fc.array(list, { minLength: 1, maxLength: 4 }), (lists) => {
      const all = lists.reduce<string[][]>(
        (sofar, ids) => sofar.flatMap((chosen) => ids.map((id) => [...chosen, id])),
        [[]],
      );
      const expected = all.filter((chosen) => new Set(chosen).size === chosen.length).map((chosen) => chosen.join('+'));
      expect(combinationsOf(lists)).toEqual({ found: expected, count: expected.length });
    }),
  );
});

test('counting stops at the first combination too many', () => {
  const many = Array.from({ length: 1000 }, (_, at) => `p${at}`);
  const others = many.map((id) => `other ${id}`);
  const { found, count } = combinationsOf([many, others]);
  expect(count).toBe(MOST_COMBINATIONS + 1);
  expect(found).toHaveLength(MOST_COMBINATIONS);
});
