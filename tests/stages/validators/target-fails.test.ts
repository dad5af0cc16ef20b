import { expect, test } from 'vitest';
import type { Product, Review } from '../../../schemas/product.ts';
import type { Rubric } from '../../../schemas/rubric.ts';
import { targetFails } from '../../../stages/validators/target-fails.ts';
import { asksFor, bounds, excludes, leakInput, names } from '../../fixtures/leak-inputs.ts';
import { details } from '../../fixtures/stored-catalog.ts';
import { pays, praised } from '../../fixtures/tasks.ts';

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
  targetFails({ reviewsOf: (id) => reviews.filter(({ productId }) => productId === id) })(
    leakInput({ rubrics: [rubric], target }),
  );

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

test('every target and every rubric is judged', () => {
  const input = leakInput({
    rubrics: [asksFor('r1', 'query', 'Color', 'Green'), asksFor('r2', 'query', 'Color', 'Red')],
    target,
  });
  const other = { ...input.targets[0], id: 'P2', details: {} } as Product;
  const found = targetFails({ reviewsOf: () => [] })({ ...input, targets: [...input.targets, other] });
  expect(found.map(({ rubricId, detail }) => [rubricId, detail.slice(0, 4)])).toEqual([
    ['r1', '"P1"'],
    ['r1', '"P2"'],
    ['r2', '"P2"'],
  ]);
});
