import { expect, test } from 'vitest';
import { sharedFeatures } from '../../../../families/shoppingbench/scoring/index.ts';
import { details, finder, predicted, skus } from '../../../fixtures/scored-tasks.ts';

const featuresOf = (constraints: Readonly<Record<string, unknown>>) => finder(constraints).targets[0]?.features ?? [];
const shared = (constraints: Readonly<Record<string, unknown>>, product: Parameters<typeof predicted>[0]) =>
  sharedFeatures(featuresOf(constraints), predicted(product).product!);

test('features are SKU pairs, attribute values and services', () => {
  const constraints = {
    sku_options: [{ size: 'M', color_family: 'red' }],
    attributes: [{ material: ['cotton', 'linen'] }, { brand: ['Harbor'] }],
    service: ['COD', 'freeShipping'],
  };
  expect(featuresOf(constraints)).toHaveLength(7);
});

test('a feature that a task names twice is one feature', () => {
  const constraints = { sku_options: [{ size: 'M' }], attributes: [{ size: ['m'] }], service: ['COD', 'COD'] };
  expect(featuresOf(constraints)).toHaveLength(2);
});

test('of a SKU pair and an attribute that say the same, the pair is asked for', () => {
  const constraints = { attributes: [{ size: ['M'] }], sku_options: [{ size: 'M' }] };
  expect(shared(constraints, { skuOptions: skus({ size: 'L' }), details: details({ Size: ['L', 'M'] }) })).toBe(0);
});

test('two values under one key are two features, of which one can be had alone', () => {
  const constraints = { sku_options: [{ size: 'M' }], attributes: [{ size: ['L'] }] };
  expect(shared(constraints, { skuOptions: skus({ size: 'M' }), details: details({ Size: ['M'] }) })).toBe(1);
});

test.each([
  ['12 Inch', '12 in'],
  ['EU:30', 'eu:30'],
  ['1.50 kg', '1.5kg'],
])('values are compared normalised: asked for %j, stated %j', (asked, stated) => {
  expect(shared({ sku_options: [{ size: asked }] }, { skuOptions: skus({ size: stated }) })).toBe(1);
  expect(shared({ attributes: [{ size: [asked] }] }, { details: details({ Size: stated }) })).toBe(1);
});

test.each([
  ['high', 'high waist'],
  ['red', 'dark red'],
  ['high waist', 'high'],
])('values are compared whole: %j is not %j', (asked, stated) => {
  expect(shared({ sku_options: [{ waist_type: asked }] }, { skuOptions: skus({ waist_type: stated }) })).toBe(0);
  expect(shared({ attributes: [{ fa_pattern: [asked] }] }, { details: details({ Pattern: stated }) })).toBe(0);
});

test("a listing's own key and the canonical field it means are one field", () => {
  expect(shared({ attributes: [{ fa_pattern: ['plain'] }] }, { details: details({ Pattern: 'Plain' }) })).toBe(1);
  expect(shared({ sku_options: [{ color_family: 'red' }] }, { skuOptions: skus({ Color: 'Red' }) })).toBe(1);
});

test('the same value under another field is another feature', () => {
  expect(shared({ attributes: [{ material: ['plain'] }] }, { details: details({ Pattern: 'plain' }) })).toBe(0);
});

test('pairs count as one SKU has them, the best one, and not as several have them together', () => {
  const large = { sku_options: [{ size: 'L', color_family: 'red', fit_type: 'slim' }] };
  const mixed = skus({ size: 'L', color_family: 'blue' }, { size: 'M', color_family: 'red', fit_type: 'slim' });
  expect(shared(large, { skuOptions: mixed })).toBe(2);
});

test('a SKU pair is not found among the attributes', () => {
  expect(shared({ sku_options: [{ size: 'L' }] }, { skuOptions: [], details: details({ Size: 'L' }) })).toBe(0);
});

test('a product has the services it is listed with', () => {
  expect(shared({ service: ['COD', 'official'] }, { services: ['freeShipping', 'COD'] })).toBe(1);
});

test.each([
  ['Modern &amp; Elegant&nbsp;', 'Modern & Elegant'],
  ['LED<br>', 'LED'],
])('a value quoted with its markup is what it says: asked for %j, stated %j', (asked, stated) => {
  expect(shared({ attributes: [{ style: [asked] }] }, { details: details({ Style: stated }) })).toBe(1);
  expect(shared({ sku_options: [{ style: asked }] }, { skuOptions: skus({ Style: stated }) })).toBe(1);
});
