import { expect, test } from 'vitest';
import { currencyInHeader, headerScores } from '../../../catalog/propose/header.ts';

const mostOf = (header: string) => [...headerScores(header)].sort((a, b) => b[1] - a[1])[0]?.[0];

test.each([
  ['Variant Price', 'price'],
  ['Variant Compare At Price', 'list_price'],
  ['price_per_gb', 'other_price'],
  ['Preis (EUR)', 'price'],
  ['g:item_group_id', 'group'],
  ['averageRating', 'rating'],
  ['product.product_category', 'category'],
  ['商品名称', 'title'],
  ['Body (HTML)', 'description'],
  ['seller_name', 'shop'],
  // What stands around a value says whether it is of the product.
  ['g:shipping.g:price', 'other'],
  ['Included / United States', 'other'],
])('the header "%s" says above all that its column holds a %s', (header, part) => {
  expect(mostOf(header)).toBe(part);
});

test.each([
  ['price_eur', 'EUR'],
  ['Preis (CHF)', 'CHF'],
  ['price', null],
  ['eur', null],
])('the header "%s" ends with the currency %s', (header, currency) => {
  expect(currencyInHeader(header)).toBe(currency);
});
