import { expect, test } from 'vitest';
import { titleOnly } from '../../../../families/shoppingbench/lint/title-only.ts';
import { titleOnlyProduct } from '../../../../families/shoppingbench/lint/title-only-product.ts';
import { foundIn, lookedAt, taskWith } from './published-tasks.ts';

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
