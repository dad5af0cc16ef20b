import { expect, test } from 'vitest';
import { noiseValue } from '../../../../families/shoppingbench/lint/noise-value.ts';
import { foundIn, taskWith } from './published-tasks.ts';

const noise = (value: string, key = 'model') =>
  foundIn(noiseValue, taskWith({ products: [{ attributes: { [key]: value } }] }))[0];

test.each([
  'single item',
  'products only',
  'default',
  'None',
  'yes',
  '1',
  '1pc',
  '1 piece',
  '-',
  '…',
  'as shown',
  'no model',
  'k.a.',
  '❤️no brand❤️',
  'int: one size',
])('%j says nothing', (value) => {
  expect(noise(value)).toEqual([`model = ${value}`]);
});

test.each([
  'black',
  '10',
  '12 inch',
  'none-stick',
  'no stones',
  'oem',
  'universal',
  'basic',
  'yes fabrics',
  '1pc of teak',
])('%j says something', (value) => expect(noise(value)).toEqual([]));

test('single says nothing of a pack, and something of a bed', () => {
  expect(noise('single', 'pack_type')).toHaveLength(1);
  expect(noise('single', 'bedding_size_2')).toEqual([]);
});
