import fc from 'fast-check';
import { expect, test } from 'vitest';
import { titleSimilarity } from '../../../../families/shoppingbench/lint/similarity.ts';
import { titlesAlike } from '../../../../families/shoppingbench/lint/titles-alike.ts';
import { foundIn, lookedAt, taskWith } from './published-tasks.ts';

const titled = (...titles: readonly string[]) =>
  taskWith({ products: titles.map((title, at) => ({ id: String(at), title })) });

test('products of one task with different titles are clean', () => {
  expect(foundIn(titlesAlike, titled('Leather belt', 'Canvas bag'))).toEqual([[]]);
});

test('a pair that shares seven of ten words is found, and one that shares six is not', () => {
  const title = 'a b c d e f g h';
  expect(foundIn(titlesAlike, titled(title, 'a b c d e f g x y'))[0]).toEqual([`0.70: ${title} / a b c d e f g x y`]);
  expect(foundIn(titlesAlike, titled(title, 'a b c d e f x y'))).toEqual([[]]);
});

test('every pair of a task is looked at', () => {
  expect(lookedAt(titlesAlike, titled('a', 'b', 'c'))).toBe(3);
  expect(foundIn(titlesAlike, titled('Red belt', 'red BELT!', 'Belt, red'))[0]).toHaveLength(3);
});

test('titles of two tasks are not compared here', () => {
  expect(foundIn(titlesAlike, titled('Red belt'), titled('Red belt'))).toEqual([[], []]);
});

test('similarity is 1 for the same words, the same both ways, and never above 1', () => {
  const titles = fc.array(fc.constantFrom('red', 'belt', 'bag', '5', 'XL')).map((words) => words.join(' '));
  fc.assert(
    fc.property(titles, titles, (a, b) => {
      expect(titleSimilarity(a, a)).toBe(1);
      expect(titleSimilarity(a, b)).toBe(titleSimilarity(b, a));
      expect(titleSimilarity(a, b)).toBeLessThanOrEqual(1);
    }),
  );
});
