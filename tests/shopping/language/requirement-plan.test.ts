import { expect, test } from 'vitest';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { plannedRequirement } from '../../../shopping/language/requirement-plan.ts';
import { asksFor, names } from '../../fixtures/leak-inputs.ts';
import { pays, praised } from '../../fixtures/tasks.ts';
import { fixed, percentage, step, voucherOf } from '../../fixtures/vouchers.ts';

const planned = (rubric: Rubric, currency = 'USD') => plannedRequirement(rubric, false, currency, () => 0);
const rubric = (type: Rubric['type'], field: string, expected_value: unknown) =>
  ({ id: 'r1', type, field, expected_value, info_source: 'query', description: 'd' }) as Rubric;

test('an attribute has its field and its value', () =>
  expect(planned(asksFor('r1', 'query', 'Color', 'Black'))).toEqual({
    id: 'r1',
    type: 'attribute_match',
    how: 'explicit',
    field: 'Color',
    value: 'Black',
  }));

test('one that is to be carried by a clue says so', () =>
  expect(plannedRequirement(asksFor('r1', 'query', 'Color', 'Black'), true, 'USD', () => 0).how).toBe('implicit'));

test('products are counted from 1', () =>
  expect(planned({ ...asksFor('r1', 'query', 'Color', 'Black'), target: 0 }).product).toBe(1));

test('a noun phrase is given without the title it stands in', () =>
  expect(JSON.stringify(planned(names('r2', 'tote bag', 'Harbor Tote Bag')))).not.toContain('Harbor'));

test.each([
  ['average_rating', { min: 4.5 }, { at_least: 4.5, unit: 'stars' }],
  ['rating_number', { min: 200 }, { at_least: 200, unit: 'ratings' }],
  ['price', { min: 200, max: 500 }, { at_least: 200, at_most: 500, unit: 'PHP' }],
])('bounds of %s have their unit', (field, range, value) =>
  expect(planned(rubric('numeric_range', field, range), 'PHP')).toMatchObject({ field, value }),
);

test('an opinion is given without the reviews it was taken from', () =>
  expect(planned(praised('r1', 'it dries fast', 'Dries fast, call 555!'))).toMatchObject({ value: 'it dries fast' }));

test('a question is given without its answer', () => {
  const asked = rubric('knowledge_match', 'knowledge', { question: 'Which planet has rings?', answer: 'Saturn' });
  expect(JSON.stringify(planned(asked))).not.toContain('Saturn');
  expect(planned(asked).value).toBe('Which planet has rings?');
});

test('a voucher has every amount as it is printed, and no minor units', () => {
  const voucher = voucherOf('stacked', [step(4000, fixed(500)), step(6050, percentage(1250, 1000))]);
  expect(planned(pays('r1', 3300, voucher)).value).toEqual({
    issuer: voucher.issuer,
    scheme: 'stacked',
    currency: 'USD',
    discounts: [
      { off: '$5', on_orders_from: '$40' },
      { off: '12.5%', off_at_most: '$10', on_orders_from: '$60.50' },
    ],
    pay_at_most: '$33',
  });
});

test('a rate without a cap says so, since a missing line could be an oversight', () =>
  expect(planned(pays('r1', 3300, voucherOf('simple', [step(4000, percentage(1500, null))]))).value).toMatchObject({
    discounts: [{ off_at_most: 'no cap' }],
  }));
