import { expect, test } from 'vitest';
import { targetReused } from '../../../../families/shoppingbench/lint/target-reused.ts';
import { targetShared } from '../../../../families/shoppingbench/lint/target-shared.ts';
import { titleReused } from '../../../../families/shoppingbench/lint/title-reused.ts';
import { foundIn, taskWith } from './published-tasks.ts';

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
  expect(foundIn(titleReused, at('a', 1, '1', 'Belt'), at('a', 2, '2', 'Belt'))).toEqual([[], ['Belt, as in line 1']]);
});

test('the same product, or the same task, does not reuse a title', () => {
  expect(foundIn(titleReused, at('a', 1, '1', 'Belt'), at('a', 2, '1', 'Belt')).flat()).toEqual([]);
  const twins = taskWith({ products: [{ id: '1' }, { id: '2' }] });
  expect(foundIn(titleReused, twins).flat()).toEqual([]);
});
