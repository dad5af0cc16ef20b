import { expect, test } from 'vitest';
import { DETAIL_NEEDS } from '../../../families/ecomagentbench/intents.ts';
import { needed, statedDetails } from '../../../stages/sample/stated-details.ts';
import { details, storedCatalog } from '../../fixtures/stored-catalog.ts';

const FIELDS = ['Color', 'Size', 'Material', 'Style'];
const withDetails = (count: number) => ({
  details: details({ SKU: 'x', ...Object.fromEntries(FIELDS.slice(0, count).map((field) => [field, 'some'])) }),
});

test('products are counted by how many of their details can be asked about, beside the number that tasks need', () => {
  const catalog = storedCatalog([1, 3, 3, 4].map(withDetails));
  const needs = [
    { intent: 'search', leastDetails: 3 },
    { intent: 'coupon', leastDetails: 3 },
    { intent: 'reviews', leastDetails: 2 },
  ];
  expect(statedDetails(catalog, (_, field) => field !== 'SKU', needs)).toBe(
    'products by the number of details that can be asked about: 1 with 1, 3 with 3 or more; a task needs a product with 3 details (reviews 2)',
  );
});

test('what most intents need comes first, and the intents that need another number are named', () => {
  expect(needed(DETAIL_NEEDS)).toBe(
    '2 details (knowledge_reasoning 5, feature_combination 5, use_case_scenario 5), and 4 facts (knowledge_reasoning 8, use_case_scenario 8, feature_combination 9, review_driven 2) together with price, rating and number of ratings',
  );
});
