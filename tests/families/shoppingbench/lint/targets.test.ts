import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  targetReused,
  targetShared,
  titleOnly,
  titleOnlyProduct,
  titleReused,
  titleSimilarity,
  titlesAlike,
} from '../../../../families/shoppingbench/lint/targets.ts';
import { foundIn, lookedAt, taskWith } from './published-tasks.ts';

describe('titles alone', () => {
  const bare = { title: 'Cast Bronze Cymbal' };

  test('a task that scores nothing but titles is found, whole and by product', () => {
    const task = taskWith({ products: [bare, { id: '2', title: 'Drum' }] });
    expect(foundIn(titleOnly, task)).toEqual([['Cast Bronze Cymbal + Drum']]);
    expect(foundIn(titleOnlyProduct, task)).toEqual([['Cast Bronze Cymbal', 'Drum']]);
  });

  test.each([
    { options: { size: 'm' } },
    { attributes: { style: 'plain' } },
    { service: ['COD'] },
    { price: { between: [1, 2] as [number, number] } },
  ])('a product of which %j is scored is clean', (asked) => {
    const task = taskWith({ products: [asked] });
    expect([...foundIn(titleOnly, task), ...foundIn(titleOnlyProduct, task)]).toEqual([[], []]);
  });

  test('one bare product among others is found, and the task is not', () => {
    const task = taskWith({ products: [{ service: ['COD'] }, { id: '2', ...bare }] });
    expect(foundIn(titleOnly, task)).toEqual([[]]);
    expect(foundIn(titleOnlyProduct, task)).toEqual([['Cast Bronze Cymbal']]);
  });

  test('a product whose lists are empty is bare', () => {
    expect(foundIn(titleOnly, taskWith({ products: [{ ...bare, service: [], attributes: {} }] }))[0]).toHaveLength(1);
  });

  test('a knowledge task asks for its keyword too, so it is not looked at', () => {
    const task = taskWith({ products: [bare], keyword: 'Bronze' });
    expect([lookedAt(titleOnly, task), lookedAt(titleOnlyProduct, task)]).toEqual([0, 0]);
  });
});

describe('titles alike', () => {
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
});

describe('targets used again', () => {
  const at = (file: string, line: number, id: string, title = `Wheel ${id}`) =>
    taskWith({ file, line, products: [{ id, title }] });

  test('targets of their own are clean', () => {
    const tasks = [at('a', 1, '1'), at('a', 2, '2'), at('b', 1, '3')];
    for (const counter of [targetReused, targetShared, titleReused])
      expect(foundIn(counter, ...tasks).flat()).toEqual([]);
  });

  test('every repetition within a file names the first line', () => {
    const tasks = [at('a', 1, '1'), at('a', 2, '1'), at('a', 3, '1')];
    expect(foundIn(targetReused, ...tasks)).toEqual([[], ['1, as in line 1'], ['1, as in line 1']]);
    expect(foundIn(targetShared, ...tasks).flat()).toEqual([]);
  });

  test('a target asked for twice in one task is repeated', () => {
    expect(foundIn(targetReused, taskWith({ products: [{ id: '1' }, { id: '1' }] }))).toEqual([['1, as in line 1']]);
  });

  test('a target of an earlier file is shared, and not repeated within its own', () => {
    const tasks = [at('a', 7, '1'), at('b', 1, '1')];
    expect(foundIn(targetShared, ...tasks)).toEqual([[], ['1, as in a:7']]);
    expect(foundIn(targetReused, ...tasks).flat()).toEqual([]);
  });

  test('a title of another product in another task is reused, in any case', () => {
    const tasks = [at('a', 1, '1', 'Red Belt'), at('b', 2, '2', 'red belt!')];
    expect(foundIn(titleReused, ...tasks)).toEqual([[], ['red belt!, as in a:1']]);
    expect(foundIn(titleReused, at('a', 1, '1', 'Belt'), at('a', 2, '2', 'Belt'))).toEqual([
      [],
      ['Belt, as in line 1'],
    ]);
  });

  test('the same product, or the same task, does not reuse a title', () => {
    expect(foundIn(titleReused, at('a', 1, '1', 'Belt'), at('a', 2, '1', 'Belt')).flat()).toEqual([]);
    const twins = taskWith({ products: [{ id: '1' }, { id: '2' }] });
    expect(foundIn(titleReused, twins).flat()).toEqual([]);
  });
});
