import { expect, test } from 'vitest';
import { type Requirement, statedBy } from '../../../shopping/kinds/index.ts';
import { productWith } from '../../fixtures/gate-inputs.ts';
import { details } from '../../fixtures/stored-catalog.ts';

const SHIRT = productWith({
  title: 'Oslo Linen Shirt',
  shopId: 'S1',
  priceMinor: 4550,
  averageRating: 4.5,
  details: details({ Color: ['Navy-Blue', 'Red'], Size: 'M' }),
  skuOptions: [
    { id: 'k1', values: { color_family: 'Navy-Blue', Size: 'M' } },
    { id: 'k2', values: { color_family: 'navy blue', Size: 'XL' } },
    { id: 'k3', values: { color_family: 'Red' } },
  ],
  services: ['freeShipping', 'official'],
});
const voucher = {
  scheme: 'simple',
  issuer: 'shop',
  currency: 'USD',
  steps: [{ threshold: 2000, discount: { kind: 'fixed', off: 500 } }],
} as const;

test.each<[Requirement, readonly string[]]>([
  [{ type: 'attribute_match', field: 'details.Color', expected_value: 'navy blue' }, ['Navy-Blue']],
  [{ type: 'attribute_match', field: 'details.Color', expected_value: 'Green' }, []],
  [{ type: 'negative_attribute', field: 'details.Color', expected_value: ['Green'] }, ['Navy-Blue', 'Red']],
  [{ type: 'numeric_range', field: 'average_rating', expected_value: { min: 4 } }, ['4.5']],
  [{ type: 'entity_match', field: 'title', expected_value: 'shirt' }, ['Oslo Linen Shirt']],
  [
    { type: 'knowledge_match', field: 'knowledge', expected_value: { question: 'Which city?', answer: 'Oslo' } },
    ['Oslo Linen Shirt'],
  ],
  [{ type: 'sku_match', field: 'skus', expected_value: { Color: 'Red' } }, ['k3: color_family Red']],
  [
    { type: 'sku_match', field: 'skus', expected_value: { Color: 'Navy Blue' } },
    ['k1: color_family Navy-Blue, Size M', 'k2: color_family navy blue, Size XL'],
  ],
  [{ type: 'sku_match', field: 'skus', expected_value: { Color: 'Red', Size: 'M' } }, []],
  [{ type: 'service_match', field: 'services', expected_value: 'official' }, ['official']],
  [{ type: 'service_match', field: 'services', expected_value: 'returns' }, []],
  [{ type: 'same_shop', field: 'shop', expected_value: 2 }, ['S1']],
  [
    {
      type: 'budget_match',
      field: 'budget',
      expected_value: { budget: 4100, voucher: { ...voucher, steps: [...voucher.steps] } },
    },
    ['$45.50'],
  ],
])('a product states of %j what the catalog has: %j', (requirement, stated) => {
  expect(statedBy(SHIRT, requirement)).toEqual(stated);
});

test('what a product does not state is not made up', () => {
  const bare = productWith({ shopId: null, priceMinor: null, currency: null });
  expect(statedBy(bare, { type: 'same_shop', field: 'shop', expected_value: 2 })).toEqual([]);
  expect(statedBy(bare, { type: 'sku_match', field: 'skus', expected_value: { Color: 'Red' } })).toEqual([]);
  expect(statedBy(bare, { type: 'service_match', field: 'services', expected_value: 'official' })).toEqual([]);
  expect(
    statedBy(bare, {
      type: 'budget_match',
      field: 'budget',
      expected_value: { budget: 4100, voucher: { ...voucher, steps: [...voucher.steps] } },
    }),
  ).toEqual([]);
});

test('a product without the number a range is about states none of it', () => {
  const unrated = productWith({ averageRating: null });
  expect(statedBy(unrated, { type: 'numeric_range', field: 'average_rating', expected_value: { min: 4 } })).toEqual([]);
});

test.each(['constructor', 'toString'])('a product states nothing under %s, which every object inherits', (field) => {
  const asked: Requirement = { type: 'attribute_match', field: `details.${field}`, expected_value: 'Oak' };
  expect(statedBy(SHIRT, asked)).toEqual([]);
});
