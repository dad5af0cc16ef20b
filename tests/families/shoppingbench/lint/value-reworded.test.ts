import { expect, test } from 'vitest';
import { valueReworded } from '../../../../families/shoppingbench/lint/value-reworded.ts';
import { foundIn, taskWith } from './published-tasks.ts';

const reworded = (query: string, value: string) =>
  foundIn(valueReworded, taskWith({ query, products: [{ attributes: { style: value } }] }))[0];

test('a value that stands word for word is not reworded, whatever its case and punctuation', () => {
  expect(reworded('A ROUND-NECK shirt', 'round neck')).toEqual([]);
});

test.each([
  ['in other words', "a men's watch", 'male'],
  ['in another order', 'a neck that is round', 'round neck'],
  ['in part', 'a round collar', 'round neck'],
])('a value that stands %s is reworded', (_, query, value) => {
  expect(reworded(query, value)).toEqual([`style = ${value}`]);
});

test('a value within a longer word stands word for word: this sign is the weaker one', () => {
  expect(reworded('antibacterial soap', 'bacterial')).toEqual([]);
});
