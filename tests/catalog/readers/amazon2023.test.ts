import { expect, test } from 'vitest';
import { amazon2023Metadata, amazon2023Reviews } from '../../../catalog/readers/amazon2023.ts';
import { amazonReview, amazonRow } from '../../fixtures/raw-files.ts';
import { productFrom, reasonFrom, reviewFrom } from '../../fixtures/readings.ts';

const product = (changes: Record<string, unknown>) => productFrom(amazon2023Metadata, amazonRow('B1', changes));

test('a metadata row becomes a product in US cents with canonical details and its origin', () => {
  expect(
    product({ title: ' A  &amp; B ', details: { OS: 'Linux', 'Brand Name': 'Ridge' }, features: ['<b>Light</b>', ''] }),
  ).toEqual({
    id: 'B1',
    title: 'A & B',
    brand: 'Ridge',
    store: 'Ridgeline',
    shopId: null,
    mainCategory: 'Tents',
    category: ['Outdoors', 'Tents'],
    priceMinor: 1999,
    currency: 'USD',
    averageRating: 4.5,
    ratingCount: 120,
    features: ['Light'],
    description: [],
    details: {
      'Operating System': { options: ['Linux'], raw: [{ key: 'OS', value: 'Linux' }] },
      Brand: { options: ['Ridge'], raw: [{ key: 'Brand Name', value: 'Ridge' }] },
    },
    skuOptions: [],
    services: [],
    soldCount: null,
    origin: { file: 'rows.jsonl', line: 7 },
  });
});

test('without a brand among the details the store is the brand', () => {
  expect(product({}).brand).toBe('Ridgeline');
  expect(product({ store: null }).brand).toBeNull();
});

test.each([
  [{ main_category: null }, 'Outdoors', ['Outdoors', 'Tents']],
  [{ main_category: null, categories: [] }, 'Uncategorized', ['Uncategorized']],
  [{ categories: [] }, 'Tents', ['Tents']],
  [{ categories: null, main_category: '  ' }, 'Uncategorized', ['Uncategorized']],
])('with %j the main category is %j', (changes, mainCategory, category) => {
  expect(product(changes)).toMatchObject({ mainCategory, category });
});

test.each(['—', 'from 12.99', null, undefined, ''])('a price of %j is not stated, and the row is kept', (price) => {
  expect(product({ price })).toMatchObject({ priceMinor: null, currency: null });
});

test('a text price is a price', () => {
  expect(product({ price: '$1,299.00' })).toMatchObject({ priceMinor: 129900, currency: 'USD' });
});

test.each([null, [], 'text', 3])('details of %j are no details, and the row is kept', (details) => {
  expect(product({ details }).details).toEqual({});
});

test.each([
  [{ parent_asin: undefined }, '"parent_asin" is missing, expected a product id'],
  [{ parent_asin: '' }, '"parent_asin" is "", expected a product id'],
  [{ title: '' }, '"title" is "", expected the product\'s name'],
  [{ title: null }, '"title" is null, expected the product\'s name'],
  [{ title: ' \u200b ' }, /"title" is .* expected the product's name/],
])('a row with %j is set aside: %s', (changes, reason) => {
  expect(reasonFrom(amazon2023Metadata, amazonRow('B1', changes))).toMatch(reason);
});

test('a row of an older release is known by its asin', () => {
  expect(productFrom(amazon2023Metadata, { ...amazonRow('B1'), parent_asin: undefined, asin: 'B2' }).id).toBe('B2');
});

test('a review row becomes a review of the parent product', () => {
  expect(
    reviewFrom(amazon2023Reviews, amazonReview('B1', { asin: 'B1-RED', text: 'Fine<br />now', helpful_vote: null })),
  ).toEqual({
    productId: 'B1',
    author: 'someone',
    rating: 5,
    title: 'Good',
    text: 'Fine now',
    helpfulVotes: 0,
    verified: true,
    time: 1600000000000,
  });
});

test.each([
  [{ rating: 'five' }, '"rating" is "five", expected a number from 1 to 5'],
  [{ rating: 0 }, '"rating" is 0, expected a number from 1 to 5'],
  [{ parent_asin: null, asin: null }, '"parent_asin" is null, expected a product id'],
])('a review with %j is set aside: %s', (changes, reason) => {
  expect(reasonFrom(amazon2023Reviews, amazonReview('B1', changes))).toBe(reason);
});

test('metadata and reviews are told apart', () => {
  expect([amazon2023Metadata, amazon2023Reviews].map(({ recognises }) => recognises([amazonRow('B1')]))).toEqual([
    1, 0,
  ]);
  expect([amazon2023Metadata, amazon2023Reviews].map(({ recognises }) => recognises([amazonReview('B1')]))).toEqual([
    0, 1,
  ]);
});
