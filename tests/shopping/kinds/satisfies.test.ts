import { expect, test } from 'vitest';
import { type Requirement, satisfies } from '../../../shopping/kinds/index.ts';
import { productWith } from '../../fixtures/gate-inputs.ts';
import { details } from '../../fixtures/stored-catalog.ts';

const attribute = (field: string, expected_value: string | string[]): Requirement => ({
  type: 'attribute_match',
  field: `details.${field}`,
  expected_value,
});

test.each([
  ['1.69 Inches', '1.69"'],
  ['USB Type C', 'usb type-c'],
  ['64 GB', '64 gigabytes'],
  ['Café', 'CAFÉ'],
  ['黑色', '黑色'],
])('an option satisfies a value that is written another way: %s and %s', (stated, wanted) => {
  expect(satisfies(productWith({ details: details({ Size: stated }) }), attribute('Size', wanted))).toBe('yes');
});

test.each([
  ['Navy Blue', 'Blue'],
  ['Faux Leather', 'Leather'],
  ['15.6 Inches', '5.6 Inches'],
  ['X-Large', 'Large'],
])('a value is compared with whole options, never with a part of one: %s is not %s', (stated, wanted) => {
  expect(satisfies(productWith({ details: details({ Size: stated }) }), attribute('Size', wanted))).toBe('no');
});

test('a list is satisfied only by all of its values', () => {
  const product = productWith({ details: details({ Color: ['Black', 'Red'] }) });
  expect(satisfies(product, attribute('Color', ['Red', 'Black']))).toBe('yes');
  expect(satisfies(product, attribute('Color', ['Red', 'Blue']))).toBe('no');
});

test('a field that is not stated fails a match and passes an exclusion', () => {
  expect(satisfies(productWith(), attribute('Color', 'Black'))).toBe('no');
  expect(
    satisfies(productWith(), { type: 'negative_attribute', field: 'details.Color', expected_value: ['Black'] }),
  ).toBe('yes');
});

test('one excluded option is enough to fail an exclusion', () => {
  const product = productWith({ details: details({ Color: ['Black', 'Red'] }) });
  expect(
    satisfies(product, { type: 'negative_attribute', field: 'details.Color', expected_value: ['red', 'Blue'] }),
  ).toBe('no');
});

test.each([
  [{ min: 4.5 }, 'yes'],
  [{ max: 4.5 }, 'yes'],
  [{ min: 4.6 }, 'no'],
  [{ min: 4, max: 4.4 }, 'no'],
] as const)('bounds are inclusive: a rating of 4.5 against %j is %s', (expected_value, verdict) => {
  expect(
    satisfies(productWith({ averageRating: 4.5 }), { type: 'numeric_range', field: 'average_rating', expected_value }),
  ).toBe(verdict);
});

test('a price that equals its bound satisfies it, to the cent', () => {
  const price = (priceMinor: number) =>
    satisfies(productWith({ priceMinor }), { type: 'numeric_range', field: 'price', expected_value: { max: 25 } });
  expect([price(2500), price(2501)]).toEqual(['yes', 'no']);
});

test('a number that is not stated satisfies no range', () => {
  expect(
    satisfies(productWith({ averageRating: null }), {
      type: 'numeric_range',
      field: 'average_rating',
      expected_value: { min: 1 },
    }),
  ).toBe('no');
});

test('an opinion is decided by quoted evidence of the product itself and unknown without it', () => {
  const review = {
    id: 'r1',
    productId: 'P1',
    rating: 5,
    title: '',
    text: 'The zip glides.',
    helpfulVotes: 0,
    verified: true,
    time: null,
  };
  const opinion: Requirement = {
    type: 'review_opinion',
    field: 'review',
    expected_value: { opinion: 'the zip glides', evidence: [{ review_id: 'r1', quote: 'The zip glides' }] },
  };
  expect(satisfies(productWith(), opinion, [review])).toBe('yes');
  expect(satisfies(productWith(), opinion, [])).toBe('unknown');
  expect(satisfies(productWith({ id: 'P2' }), opinion, [review])).toBe('unknown');
});

const sku = (expected_value: Record<string, string>): Requirement => ({
  type: 'sku_match',
  field: 'skus',
  expected_value,
});
const SHIRT = productWith({
  details: details({ Color: ['Black', 'Red'], Size: ['M', 'XL'] }),
  skuOptions: [
    { id: 'k1', values: { color_family: 'Black', Ukuran: 'M' } },
    { id: 'k2', values: { Colour: 'Red', size: 'XL' } },
  ],
});

test.each([
  [{ Color: 'Black', Size: 'M' }, 'yes'],
  [{ Color: 'Red', Size: 'XL' }, 'yes'],
  [{ Color: 'Black', Size: 'XL' }, 'no'],
  [{ Color: 'Red', Size: 'M' }, 'no'],
  [{ Color: 'Black' }, 'yes'],
  [{ Color: 'Black', Size: 'M', Material: 'Cotton' }, 'no'],
] as const)('all pairs are of one SKU, not spread over two: %j is %s', (wanted, verdict) => {
  expect(satisfies(SHIRT, sku(wanted))).toBe(verdict);
});

test.each([
  ['color_family', 'Color'],
  ['Warna', 'Color'],
  ['Variation', 'Variation'],
])('the listing\'s own key "%s" of a SKU is the field "%s"', (key, field) => {
  const product = productWith({ skuOptions: [{ id: 'k1', values: { [key]: 'Black' } }] });
  expect(satisfies(product, sku({ [field]: 'Black' }))).toBe('yes');
  expect(satisfies(product, sku({ Size: 'Black' }))).toBe('no');
});

test('an option of a SKU is compared as a whole and in any spelling', () => {
  const product = productWith({ skuOptions: [{ id: 'k1', values: { Color: 'Navy-Blue', Size: '1.69 Inches' } }] });
  expect(satisfies(product, sku({ Color: 'navy blue', Size: '1.69"' }))).toBe('yes');
  expect(satisfies(product, sku({ Color: 'Blue' }))).toBe('no');
});

test('a product whose details state the pairs but which has no SKU fails them', () => {
  expect(satisfies({ ...SHIRT, skuOptions: [] }, sku({ Color: 'Black' }))).toBe('no');
});

test('a service is one the catalog names so, to the letter', () => {
  const product = productWith({ services: ['freeShipping', 'official'] });
  const verdict = (service: string) =>
    satisfies(product, { type: 'service_match', field: 'services', expected_value: service });
  expect(['official', 'freeShipping', 'freeshipping', 'free', ''].map(verdict)).toEqual([
    'yes',
    'yes',
    'no',
    'no',
    'no',
  ]);
});

test.each([
  ['Oslo', 'yes'],
  ['OSLO umbrella', 'yes'],
  ['Osl', 'no'],
  ['Umbrella Oslo', 'no'],
  ['Bergen', 'no'],
  ['', 'no'],
] as const)('an answer is known by whole words of the title, in their order: %j is %s', (answer, verdict) => {
  expect(
    satisfies(productWith({ title: 'Lund Oslo-Umbrella, black' }), {
      type: 'knowledge_match',
      field: 'knowledge',
      expected_value: { question: 'What is the capital of Norway?', answer },
    }),
  ).toBe(verdict);
});

test('whether a shop sells everything is unknown of one product alone', () => {
  const oneShop: Requirement = { type: 'same_shop', field: 'shop', expected_value: 2 };
  expect(satisfies(productWith({ shopId: 'S1' }), oneShop)).toBe('unknown');
});
