import { expect, test } from 'vitest';
import { lazadaDocuments } from '../../../catalog/readers/lazada-documents.ts';
import { webshopDocuments } from '../../../catalog/readers/webshop-documents.ts';
import { productFrom, reasonFrom } from '../../fixtures/readings.ts';

const row = {
  id: 'B1',
  contents: 'console table',
  product: {
    name: 'Console Table',
    full_description: 'A table.',
    pricing: [877.8],
    product_category: 'Home & Kitchen › Furniture › Tables',
    average_rating: '',
    small_description: ['Material:SOLID WOOD ', 'Please note: measure first', 'Weight:41 '],
    asin: 'B1',
    category: 'garden',
    options: { color: ['natural', 'oak, dark'], size: ['small'] },
    Attributes: ['console table', 'solid wood', 'machine wash'],
    Rating: 'N.A.',
  },
};

test('a document becomes a product; its options are details, and so are bullet points and mined phrases that state a field', () => {
  const product = productFrom(webshopDocuments, row);
  expect(product).toMatchObject({
    id: 'B1',
    title: 'Console Table',
    mainCategory: 'Home & Kitchen',
    category: ['Home & Kitchen', 'Furniture', 'Tables'],
    priceMinor: 87780,
    currency: 'USD',
    averageRating: null,
    features: ['Material:SOLID WOOD', 'Please note: measure first', 'Weight:41'],
  });
  expect(Object.fromEntries(Object.entries(product.details).map(([field, { options }]) => [field, options]))).toEqual({
    Color: ['natural', 'oak, dark'],
    Size: ['small'],
    Material: ['SOLID WOOD'],
    Attributes: ['console table'],
    'Care Instructions': ['machine wash'],
  });
});

test.each([[[13.99, 16.99]], [[]], [null]])('a pricing of %j is not one definite amount', (pricing) => {
  expect(productFrom(webshopDocuments, { ...row, product: { ...row.product, pricing } }).priceMinor).toBeNull();
});

test('without a path the search category is the category', () => {
  expect(productFrom(webshopDocuments, { ...row, product: { ...row.product, product_category: '' } }).category).toEqual(
    ['garden'],
  );
});

test('a nameless product is set aside', () => {
  expect(reasonFrom(webshopDocuments, { ...row, product: { ...row.product, name: '' } })).toBe(
    '"name" is "", expected the product\'s name',
  );
});

test('WebShop and Lazada documents are told apart inside their wrapping', () => {
  expect([webshopDocuments.recognises([row]), lazadaDocuments.recognises([row])]).toEqual([1, 0]);
});
