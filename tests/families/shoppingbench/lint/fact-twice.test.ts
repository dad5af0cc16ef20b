import { expect, test } from 'vitest';
import { factTwice } from '../../../../families/shoppingbench/lint/fact-twice.ts';
import { keyConflict } from '../../../../families/shoppingbench/lint/key-conflict.ts';
import { foundIn, lookedAt, taskWith } from './published-tasks.ts';

const found = (option: [string, string], attribute: [string, string]) => {
  const task = taskWith({
    products: [{ options: { [option[0]]: option[1] }, attributes: { [attribute[0]]: attribute[1] } }],
  });
  return { twice: foundIn(factTwice, task)[0], conflict: foundIn(keyConflict, task)[0] };
};

test('different keys neither repeat nor contradict each other, even with one value', () => {
  expect(found(['color_family', 'gold'], ['material', 'gold'])).toEqual({ twice: [], conflict: [] });
});

test.each([
  ['as it is', 'color_family', 'gold'],
  ['in another spelling', 'Color Family', 'Gold'],
])('the same value under the same key is a fact twice: %s', (_, key, value) => {
  expect(found(['color_family', 'gold'], [key, value])).toEqual({ twice: [`${key} = gold`], conflict: [] });
});

test('another value under the same key is a conflict', () => {
  expect(found(['color family', 'chrome'], ['color_family', 'matte black'])).toEqual({
    twice: [],
    conflict: ['color_family = chrome and matte black'],
  });
});

test('only products with options and attributes could repeat a key, and never each other', () => {
  const task = taskWith({
    products: [
      { options: { size: 'm' }, attributes: { style: 'plain' } },
      { id: '2', attributes: { size: 'm' } },
    ],
  });
  expect(lookedAt(factTwice, task)).toBe(1);
  expect([...foundIn(factTwice, task), ...foundIn(keyConflict, task)]).toEqual([[], []]);
});
