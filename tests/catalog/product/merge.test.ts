import { expect, test } from 'vitest';
import { mergeProducts } from '../../../catalog/product/merge.ts';
import type { Product } from '../../../schemas/product.ts';

const base: Product = {
  id: 'p1',
  title: 'Ridgeline 2 Tent',
  brand: null,
  store: 'Ridgeline',
  shopId: null,
  mainCategory: 'Outdoors',
  category: ['Outdoors', 'Tents'],
  priceMinor: null,
  currency: null,
  averageRating: 4.5,
  ratingCount: 10,
  features: [],
  description: ['A tent.'],
  details: { Color: { options: ['Green'], raw: [{ key: 'Color', value: 'Green' }] } },
  skuOptions: [{ id: 's1', values: { Color: 'Green' } }],
  services: [],
  soldCount: null,
  origin: { file: 'a.jsonl', line: 1 },
};
const color = (...options: string[]) => ({ options, raw: options.map((value) => ({ key: 'Color', value })) });

test('a row that says the same changes nothing', () => {
  expect(mergeProducts(base, { ...base, origin: { file: 'b.jsonl', line: 9 } }, 'fill')).toEqual({
    product: base,
    conflicts: [],
    changed: false,
  });
});

test('a later row fills what the first does not state, and price and currency come together', () => {
  const later = {
    ...base,
    brand: 'Ridge',
    priceMinor: 1999,
    currency: 'USD',
    features: ['Light'],
    details: { Size: color('Two') },
  };
  const { product, conflicts, changed } = mergeProducts(base, later, 'fill');
  expect(changed).toBe(true);
  expect(conflicts).toEqual([]);
  expect(product).toEqual({
    ...base,
    brand: 'Ridge',
    priceMinor: 1999,
    currency: 'USD',
    features: ['Light'],
    details: { ...base.details, Size: color('Two') },
  });
});

test('where rows disagree the first is kept and the disagreement is named', () => {
  const later = { ...base, title: 'Other', averageRating: 1, details: { Color: color('Red') } };
  const { product, conflicts, changed } = mergeProducts(base, later, 'fill');
  expect(changed).toBe(false);
  expect(product).toEqual(base);
  expect(conflicts).toEqual(['title', 'averageRating', 'details.Color']);
});

test('a SKU row adds its options and its SKU; the price stays that of the first SKU', () => {
  const first = { ...base, priceMinor: 1000, currency: 'PHP' };
  const later = {
    ...base,
    priceMinor: 900,
    currency: 'PHP',
    details: { Color: color('Red', 'GREEN') },
    skuOptions: [{ id: 's2', values: { Color: 'Red' } }],
  };
  const { product, conflicts } = mergeProducts(first, later, 'skus');
  expect(product.details.Color?.options).toEqual(['Green', 'Red']);
  expect(product.skuOptions.map(({ id }) => id)).toEqual(['s1', 's2']);
  expect(product.priceMinor).toBe(1000);
  expect(conflicts).toEqual(['priceMinor']);
});

test('a field named like a property of every object is merged like any other', () => {
  const { product } = mergeProducts(base, { ...base, details: { constructor: color('x') } }, 'fill');
  expect(product.details.constructor).toEqual(color('x'));
});

test('merging leaves both rows as they were', () => {
  const first = structuredClone(base);
  const later = { ...structuredClone(base), brand: 'Ridge', details: { Color: color('Red') } };
  const before = structuredClone([first, later]);
  mergeProducts(first, later, 'skus');
  expect([first, later]).toEqual(before);
});

test.each([
  ['the same currency', 'USD', [{ id: 'S1', values: {}, priceMinor: 900 }]],
  ['another currency', 'EUR', [{ id: 'S1', values: {} }]],
] as const)('a SKU of a later row in %s keeps its price only where it is one of the product', (_, currency, skus) => {
  const sku = { id: 'S1', values: {}, priceMinor: 900 };
  const first: Product = { ...base, priceMinor: 1000, currency: 'USD', skuOptions: [] };
  const { product } = mergeProducts(first, { ...first, priceMinor: 900, currency, skuOptions: [sku] }, 'skus');
  expect(product.skuOptions).toEqual(skus);
});
