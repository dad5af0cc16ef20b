import { describe, expect, test } from 'vitest';
import { detailsFrom, type RawDetail } from '../../../catalog/product/details.ts';
import { listedPairs, unpublishable } from '../../../families/shoppingbench/listed-pairs.ts';
import type { Product } from '../../../schemas/product.ts';
import type { Fact, Feature } from '../../../shopping/kinds/index.ts';
import { productWith } from '../../fixtures/gate-inputs.ts';

const fact = (field: string, value: string): Fact => ({ field, value });
const listing = (pairs: readonly RawDetail[], ...skus: readonly Readonly<Record<string, string>>[]): Product =>
  productWith({
    details: detailsFrom([
      ...pairs,
      ...skus.flatMap((values) => Object.entries(values).map(([key, value]) => [key, value, 'sku'] as const)),
    ]),
    skuOptions: skus.map((values, place) => ({ id: String(place + 1), values })),
  });
const factsOf = (product: Product, ...facts: readonly Fact[]) => listedPairs(product, [], facts)?.facts ?? null;

test('a value is published as the attributes spell it, whatever the brand or the specification says first', () => {
  const product = listing([
    ['brand', 'Kestrelane', 'brand'],
    ['brand', ['kestrelane']],
    ['color family', 'Sky Blue', 'specification'],
    ['color_family', ['sky blue']],
  ]);
  expect(factsOf(product, fact('Brand', 'Kestrelane'), fact('Color', 'Sky Blue'))).toEqual([
    ['brand', 'kestrelane'],
    ['color_family', 'sky blue'],
  ]);
});

test('noise that cleaning removes is published as it stands', () => {
  const product = listing([['material', ['wool &amp; silk ']]]);
  expect(factsOf(product, fact('Material', 'wool & silk'))).toEqual([['material', 'wool &amp; silk ']]);
});

test('the very value goes before one that only holds its words', () => {
  const product = listing([
    ['color', ['light blue']],
    ['color_family', ['blue']],
  ]);
  expect(factsOf(product, fact('Color', 'blue'))).toEqual([['color_family', 'blue']]);
});

test.each(['brand', 'specification'] as const)('what only the %s states has no pair', (statedIn) => {
  expect(factsOf(listing([['brand', 'Kestrelane', statedIn]]), fact('Brand', 'Kestrelane'))).toBeNull();
});

test('a text that lists several values, as a CSV holds it, has each of them', () => {
  expect(factsOf(listing([['Color', 'black, red']]), fact('Color', 'red'))).toEqual([['Color', 'red']]);
  expect(factsOf(listing([['Color', 'black, dark red']]), fact('Color', 'red'))).toBeNull();
});

test('SKU options are published as they were read, not as they were cleaned', () => {
  const product = {
    ...listing([['color_family ', 'Red ', 'sku']]),
    skuOptions: [{ id: '1', values: { color_family: 'Red' } }],
  };
  expect(listedPairs(product, [fact('Color', 'red')], [])?.options).toEqual([['color_family ', 'Red ']]);
});

describe('facts that only SKUs state', () => {
  const bags = listing(
    [['material', ['canvas']]],
    { color_family: 'red', size: 'small', length: '20 cm' },
    { color_family: 'blue', size: 'large', length: '20 cm' },
  );

  test('are published where one SKU states them all', () => {
    expect(factsOf(bags, fact('Color', 'blue'), fact('Material', 'canvas'), fact('Size', 'large'))).toEqual([
      ['color_family', 'blue'],
      ['material', 'canvas'],
      ['size', 'large'],
    ]);
  });

  test('of two SKUs are not published together: no choice of one finds both', () => {
    expect(factsOf(bags, fact('Color', 'red'), fact('Size', 'large'))).toBeNull();
  });

  test('have to be of the SKU that is asked for', () => {
    const red = [fact('Color', 'red')];
    expect(listedPairs(bags, red, [fact('Size', 'small')])).not.toBeNull();
    expect(listedPairs(bags, red, [fact('Size', 'large')])).toBeNull();
  });
});

describe('a fact is unpublishable', () => {
  const plain = { sources: ['query' as const], implicit: false, required: false };
  const sku: Feature = { ...plain, type: 'sku_match', field: 'skus', value: { Color: 'red' } };
  const large: Feature = { ...plain, type: 'attribute_match', field: 'details.Size', value: 'large' };
  const product = listing(
    [['condition', 'new', 'specification']],
    { color_family: 'red', size: 'small' },
    { color_family: 'blue', size: 'large' },
  );

  test('where it stands in the specification alone', () => {
    expect(unpublishable([], fact('Condition', 'new'), product)).toMatch(/^unlisted: /);
  });

  test('beside a SKU or a fact of another SKU', () => {
    expect(unpublishable([], fact('Size', 'large'), product)).toBeNull();
    expect(unpublishable([sku], fact('Size', 'large'), product)).toMatch(/^unlisted: /);
    expect(unpublishable([large], fact('Color', 'red'), product)).toMatch(/^unlisted: /);
    expect(unpublishable([large], fact('Color', 'blue'), product)).toBeNull();
  });
});

test('a key that every object inherits is a key like any other', () => {
  const product = listing([['constructor', ['Studio Oak']]], { constructor: 'Oak', color: 'red' });
  expect(factsOf(product, fact('constructor', 'Studio Oak'))).toEqual([['constructor', 'Studio Oak']]);
  expect(listedPairs(product, [fact('Color', 'red')], [])?.options).toEqual([['color', 'red']]);
  expect(factsOf(listing([]), fact('constructor', 'Oak'))).toBeNull();
});
