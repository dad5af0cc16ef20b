import { expect, test } from 'vitest';
import type { Product, Review } from '../../../schemas/product.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { targetFails } from '../../../stages/gates/target-fails.ts';
import { asksFor, bounds, excludes, leakInput, names } from '../../fixtures/leak-inputs.ts';
import { about, answers, comesWith, fromOneShop, hasSku, orderInput } from '../../fixtures/orders.ts';
import { details } from '../../fixtures/stored-catalog.ts';
import { fiveOff, pays, praised } from '../../fixtures/tasks.ts';

const review: Review = {
  id: 'v1',
  productId: 'P1',
  rating: 5,
  title: '',
  text: 'The zip never sticks, I love it.',
  helpfulVotes: 0,
  verified: true,
  time: null,
};
const target: Partial<Product> = {
  title: 'Harbor Canvas Tote Bag',
  priceMinor: 2400,
  averageRating: 4.5,
  details: details({ Color: ['Navy Blue', 'Red'], Size: '15.6 Inches' }),
};
const findings = (rubric: Rubric, reviews: readonly Review[] = [review]) =>
  targetFails.check(leakInput({ rubrics: [rubric], target }), {
    reviewsOf: (id) => reviews.filter(({ productId }) => productId === id),
  });

test.each([
  ['an option it states', asksFor('r1', 'query', 'Color', 'Red')],
  ['an option in another spelling', asksFor('r1', 'query', 'Size', '15.6"')],
  ['every option of a list', asksFor('r1', 'query', 'Color', ['red', 'navy blue'])],
  ['an exclusion of what it has not', excludes('r1', 'query', 'Color', ['Green'])],
  ['a bound it lies on', bounds('r1', 'query', 'average_rating', { min: 4.5 })],
  ['words of its title', names('r1', 'tote bag')],
  ['a budget it meets to the cent', pays('r1', 1900)],
  ['an opinion its review is quoted for', praised('r1', 'The zip does not stick', 'The zip never sticks')],
])('a target that satisfies %s is clean', (_, rubric) => {
  expect(findings(rubric)).toEqual([]);
});

test.each([
  ['part of an option', asksFor('r1', 'query', 'Color', 'Blue')],
  ['one value of a list too many', asksFor('r1', 'query', 'Color', ['Red', 'Green'])],
  ['a field it does not state', asksFor('r1', 'query', 'Material', 'Canvas')],
  ['an exclusion of one of its options', excludes('r1', 'query', 'Color', ['Green', 'red'])],
  ['a bound just above it', bounds('r1', 'query', 'average_rating', { min: 4.6 })],
  ['a part of a title word', names('r1', 'tot')],
  ['a budget a cent too low', pays('r1', 1899)],
])('a target that fails %s is a finding', (_, rubric) => {
  expect(findings(rubric)).toMatchObject([
    { code: 'target_fails', path: 'rubrics.r1', rubricId: 'r1', detail: expect.stringContaining(': no') },
  ]);
});

test.each([
  ['is in no review', praised('r1', 'It smells good'), [review]],
  [
    'is in a review of another product',
    praised('r1', 'The zip', 'The zip never sticks'),
    [{ ...review, productId: 'P2' }],
  ],
  [
    'is in another review than the one named',
    praised('r1', 'The zip', 'The zip never sticks'),
    [{ ...review, id: 'v2' }],
  ],
])('a quote that %s leaves the verdict unknown, which is a finding too', (_, rubric, reviews) => {
  expect(findings(rubric, reviews)).toMatchObject([
    { code: 'target_fails', detail: expect.stringContaining(': unknown') },
  ]);
});

test('every rubric is judged', () => {
  const rubrics = [asksFor('r1', 'query', 'Color', 'Green'), asksFor('r2', 'query', 'Color', 'Blue')];
  const found = targetFails.check(leakInput({ rubrics, target }), { reviewsOf: () => [] });
  expect(found.map(({ rubricId }) => rubricId)).toEqual(['r1', 'r2']);
});

const CASE: Partial<Product> = {
  title: 'Orla Phone Case',
  shopId: 'S1',
  priceMinor: 1200,
  details: details({ Color: ['Black', 'Red'] }),
  skuOptions: [{ id: 'k1', values: { color_family: 'Black' } }],
  services: ['freeShipping'],
};
const STAND: Partial<Product> = { title: 'Fjord Phone Stand', shopId: 'S1', priceMinor: 800 };
const ordered = (rubrics: Rubric[], products: readonly Partial<Product>[] = [CASE, STAND]) =>
  targetFails.check(orderInput(rubrics, products), { reviewsOf: () => [] });

test.each([
  ['a SKU it has', about(0, hasSku('r1', { Color: 'Black' }))],
  ['a service it comes with', about(0, comesWith('r1', 'freeShipping'))],
  ['the answer in its title', about(1, answers('r1', 'What is a Norwegian bay called?', 'fjord'))],
  ['a value of the first only', about(0, asksFor('r1', 'query', 'Color', 'Red'))],
  ['the one shop of both', fromOneShop('r1', 2)],
  ['the total of both to the cent', pays('r1', 1500)],
])('of an order a target is judged by its own rubrics and all by joint ones: %s', (_, rubric) => {
  expect(ordered([rubric])).toEqual([]);
});

test.each([
  ['a SKU of another colour', about(0, hasSku('r1', { Color: 'Red' })), '"P1" against'],
  ['a SKU of the other product', about(1, hasSku('r1', { Color: 'Black' })), '"P2" against'],
  ['a service of the other product', about(1, comesWith('r1', 'freeShipping')), '"P2" against'],
  ['a service in another spelling', about(0, comesWith('r1', 'free shipping')), '"P1" against'],
  ['the answer in the other title', about(0, answers('r1', 'A bay?', 'fjord')), '"P1" against'],
  ['a value of the other product', about(1, asksFor('r1', 'query', 'Color', 'Red')), '"P2" against'],
  ['a third product in the shop', fromOneShop('r1', 3), '"P1", "P2" against'],
  ['a total a cent too low', pays('r1', 1499), '"P1", "P2" against'],
])(
  'of an order a target that fails its own rubric, or all that fail a joint one, are a finding: %s',
  (_, rubric, who) => {
    expect(ordered([rubric])).toMatchObject([
      { code: 'target_fails', path: 'rubrics.r1', rubricId: 'r1', detail: expect.stringContaining(who) },
    ]);
  },
);

test.each([
  ['another shop', 'S2'],
  ['no shop', null],
])('an order of which one product has %s has no common shop', (_, shopId) => {
  expect(ordered([fromOneShop('r1', 2)], [CASE, { ...STAND, shopId }])).toHaveLength(1);
});

test("an order over two shops gets nothing off by a shop's voucher, and all of it by a platform's", () => {
  const products = [CASE, { ...STAND, shopId: 'S2' }];
  expect(ordered([pays('r1', 1999, { ...fiveOff, issuer: 'shop' })], products)).toHaveLength(1);
  expect(ordered([pays('r1', 2000, { ...fiveOff, issuer: 'shop' })], products)).toEqual([]);
  expect(ordered([pays('r1', 1500, { ...fiveOff, issuer: 'platform' })], products)).toEqual([]);
});

const HARNESS: Partial<Product> = {
  title: 'Harbor Dog Harness',
  details: details({ Color: ['Cream', 'Grey'], Size: ['S', 'L'], Material: 'Nylon' }),
  skuOptions: [
    { id: '1', values: { Color: 'Cream', Size: 'S' } },
    { id: '2', values: { Color: 'Cream', Size: 'L' } },
    { id: '3', values: { Color: 'Grey', Size: 'S' } },
  ],
};
const asked = (...facts: [field: string, value: string][]) =>
  targetFails.check(
    leakInput({
      rubrics: facts.map(([field, value], at) => asksFor(`r${at + 1}`, at === 0 ? 'persona' : 'query', field, value)),
      target: HARNESS,
    }),
    { reviewsOf: () => [] },
  );

test('a target of which no variant has the color and the size that are asked fails, whatever asks for which', () => {
  expect(asked(['Color', 'Grey'], ['Material', 'Nylon'], ['Size', 'L'])).toMatchObject([
    { code: 'target_fails', rubricId: 'r3', detail: expect.stringContaining('no variant') },
  ]);
});

test('a target fails nothing where one variant has the color and the size, or each is asked alone', () => {
  expect(asked(['Color', 'Cream'], ['Size', 'L'])).toEqual([]);
  expect(asked(['Color', 'Grey'], ['Material', 'Nylon'])).toEqual([]);
});

test('a variant whose value lists several has each of them, and others do not', () => {
  const target: Partial<Product> = {
    title: 'Harbor Jumper',
    details: details({ Material: ['Cotton', 'Wool', 'Silk'], Size: ['M', 'L'] }),
    skuOptions: [
      { id: '1', values: { Material: 'Cotton, Wool', Size: 'L' } },
      { id: '2', values: { Material: 'Silk', Size: 'M' } },
    ],
  };
  const found = (size: string) =>
    targetFails.check(
      leakInput({
        rubrics: [asksFor('r1', 'persona', 'Material', 'Cotton'), asksFor('r2', 'query', 'Size', size)],
        target,
      }),
      { reviewsOf: () => [] },
    );
  expect(found('L')).toEqual([]);
  expect(found('M')).toMatchObject([{ code: 'target_fails', detail: expect.stringContaining('no variant') }]);
});
