import fc from 'fast-check';
import { expect, test } from 'vitest';
import { detailsFrom, type RawDetail } from '../../../catalog/product/details.ts';
import { amazon2023Metadata } from '../../../catalog/readers/amazon2023.ts';
import { aroundOption, detailJson, productJson, productOf } from '../../../catalog/store/product-json.ts';
import type { Product } from '../../../schemas/product.ts';
import { amazonRow } from '../../fixtures/raw-files.ts';
import { productFrom } from '../../fixtures/readings.ts';

const product = (details: Product['details']): Product => ({
  ...productFrom(amazon2023Metadata, amazonRow('B1', {})),
  details,
});

const raw: fc.Arbitrary<RawDetail> = fc.tuple(
  fc.constantFrom('Color', 'Colour', 'Size', 'Brand', '9', '__proto__', 'é'),
  fc.oneof(fc.constantFrom('Black', 'Red, Blue', ' Red', '—', ''), fc.string(), fc.constant({ Tents: 3 })),
  fc.constantFrom(undefined, undefined, 'whole', 'sku', 'brand'),
);

const rare: fc.Arbitrary<Partial<Product>> = fc.record(
  {
    shopId: fc.constantFrom(null, 'S1'),
    services: fc.constantFrom([], ['Free Shipping']),
    skuOptions: fc.constantFrom([], [{ id: 'K1', values: { Color: 'Black' }, priceMinor: 100 }]),
    soldCount: fc.constantFrom(null, 0, 7),
  },
  { requiredKeys: [] },
);

test('a product comes out of the store as it went in, its details in the same order', () => {
  fc.assert(
    fc.property(fc.array(raw, { maxLength: 6 }), rare, (pairs, more) => {
      const one = { ...product(detailsFrom(pairs)), ...more };
      expect(JSON.stringify(productOf(productJson(one)))).toBe(JSON.stringify(one));
    }),
  );
});

test('a detail of a name that objects have already comes out as it went in', () => {
  const details = JSON.parse('{"__proto__": {"options": ["x"], "raw": [{"key": "__proto__", "value": "x"}]}}');
  expect(JSON.stringify(productOf(productJson(product(details))).details)).toBe(JSON.stringify(details));
});

test.each([
  ['Color', 'Black', 'Color', '"Color":"Black"'],
  ['Colour', 'Black', 'Color', '"Color":["Colour","Black"]'],
  ['Color', 'Red, Blue', 'Color', '"Color":["Color","Red, Blue",["Red","Blue"]]'],
])('the pair %s: %s is kept short', (key, value, field, json) => {
  expect(detailJson(field, detailsFrom([[key, value]])[field]!)).toBe(json);
});

test.each(['Color', 'Colour'])('what stands around the value of %s is what stands around any', (key) => {
  expect(aroundOption('Color', key).join('Black')).toBe(
    detailJson('Color', { options: ['Black'], raw: [{ key, value: 'Black' }] }),
  );
});
