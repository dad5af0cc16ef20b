import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Catalog } from '../../../../catalog/store/catalog.ts';
import { againstCatalog } from '../../../../families/shoppingbench/lint/against-catalog.ts';
import { readTask } from '../../../../families/shoppingbench/lint/task.ts';
import { details, storedCatalog } from '../../../fixtures/stored-catalog.ts';

let catalog: Catalog;
beforeAll(() => {
  const bag = { title: 'Harbor Canvas Tote Bag', priceMinor: 4500, currency: 'PHP' };
  catalog = storedCatalog([
    { ...bag, id: 'A', details: details({ Color: 'Black', Closure: 'Zipper' }) },
    { ...bag, id: 'B', details: details({ Color: 'Black', Closure: 'Snap' }) },
    { ...bag, id: 'C', title: 'Steel Kettle', details: details({ Color: 'Black', Closure: 'Zipper' }) },
  ]);
});
afterAll(() => catalog.close());

function lookedIn(row: object) {
  const task = readTask(row, { file: 'tasks.jsonl', line: 1 });
  if ('problem' in task) throw new Error(task.problem);
  return againstCatalog(task, catalog);
}
const foundIn = (reward: object | object[]) =>
  Object.fromEntries(lookedIn({ query: 'q', reward }).map(({ code, of, found }) => [code, [of, found]]));
const asked = (product_id: string, attributes: object) => ({
  product_id,
  title: ['Harbor Canvas Tote Bag'],
  attributes: [attributes],
});

test('a task whose target alone meets what is asked is sound', () => {
  expect(foundIn(asked('A', { Color: ['Black'], Closure: ['Zipper'] }))).toEqual({
    unknown_product: [1, []],
    target_fails: [1, []],
    rival_scores: [1, []],
  });
});

test('another product of a like title that meets it as well is named', () => {
  expect(foundIn(asked('A', { Color: ['Black'] })).rival_scores).toEqual([1, ['1 others: B']]);
});

test('a target that does not meet what is asked of it is named', () => {
  expect(foundIn(asked('B', { Closure: ['Zipper'] })).target_fails).toEqual([1, ['B']]);
});

test('a target the catalog does not hold is named, and nothing else is said of it', () => {
  expect(foundIn(asked('X', { Color: ['Black'] }))).toEqual({
    unknown_product: [1, ['X']],
    target_fails: [0, []],
    rival_scores: [0, []],
  });
});

test('of several products, and where no detail is asked for, other answers are not counted', () => {
  expect(foundIn([asked('A', { Color: ['Black'] })]).rival_scores).toEqual([0, []]);
  expect(foundIn({ product_id: 'A', title: ['Harbor Canvas Tote Bag'] }).rival_scores).toEqual([0, []]);
});

test('a task that cannot be scored says nothing', () => {
  expect(lookedIn({ query: 'q', intent: 'gift', reward: asked('A', { Color: ['Black'] }) })).toEqual([]);
});
