import { expect, test } from 'vitest';
import { formIn } from '../../../catalog/index.ts';
import { implausibleValue } from '../../../stages/gates/implausible-value.ts';
import { asksFor, bounds, excludes, leakInput, names } from '../../fixtures/leak-inputs.ts';
import { about, answers, comesWith, fromOneShop, hasSku, orderInput } from '../../fixtures/orders.ts';
import { details } from '../../fixtures/stored-catalog.ts';

const target = { details: details({ Color: ['Navy-Blue', 'Red'], Model: 'XJ-900' }) };
/** Turns down one option of one field, in whichever spelling it is asked about. */
const gate = (field: string, option: string) => (input: Parameters<typeof implausibleValue.check>[0]) =>
  implausibleValue.check(input, {
    reasonAgainst: (_, askedField, askedOption) =>
      askedField === field && formIn(field, askedOption) === formIn(field, option) ? 'looks like a part number' : null,
  });

test('a value that no rule turns down is clean', () => {
  expect(gate('Model', 'XJ-900')(leakInput({ rubrics: [asksFor('r1', 'query', 'Color', 'Red')], target }))).toEqual([]);
});

test('a value that is noise is a finding with the reason', () => {
  expect(
    gate('Model', 'XJ-900')(leakInput({ rubrics: [asksFor('r1', 'query', 'Model', 'XJ-900')], target })),
  ).toMatchObject([
    {
      code: 'implausible_value',
      path: 'rubrics.r1',
      rubricId: 'r1',
      detail: 'Model "XJ-900": looks like a part number',
    },
  ]);
});

test('every value of a list is judged', () => {
  expect(
    gate('Color', 'Red')(leakInput({ rubrics: [asksFor('r1', 'query', 'Color', ['Navy-Blue', 'Red'])], target })),
  ).toHaveLength(1);
});

test('a value is judged in whichever spelling the rubric has it', () => {
  expect(
    gate('Color', 'Navy-Blue')(leakInput({ rubrics: [asksFor('r1', 'query', 'Color', 'navy blue')], target })),
  ).toHaveLength(1);
});

test('a value the target does not state is judged as the rubric spells it', () => {
  expect(
    gate('Color', 'Green')(leakInput({ rubrics: [asksFor('r1', 'query', 'Color', 'Green')], target })),
  ).toHaveLength(1);
});

test('numbers, exclusions, noun phrases, services, answers and shops are no business of this gate', () => {
  const rubrics = [
    bounds('r1', 'query', 'price', { max: 20 }),
    excludes('r2', 'query', 'Color', ['Green']),
    names('r3', 'tote bag'),
    comesWith('r4', 'freeShipping'),
    answers('r5', 'Which port is it?', 'harbor'),
    fromOneShop('r6', 2),
  ];
  expect(implausibleValue.check(leakInput({ rubrics, target }), { reasonAgainst: () => 'noise' })).toEqual([]);
});

test('without a target there is nothing to judge by', () => {
  const input = leakInput({ rubrics: [asksFor('r1', 'query', 'Color', 'Red')] });
  expect(implausibleValue.check({ ...input, targets: [] }, { reasonAgainst: () => 'noise' })).toEqual([]);
});

const ORDER = [target, { details: details({ Color: 'Teal', Model: 'XJ-900' }) }];

test('every pair of a SKU is judged', () => {
  const sku = hasSku('r1', { Color: 'navy blue', Model: 'XJ-900' });
  expect(gate('Color', 'Navy-Blue')(leakInput({ rubrics: [sku], target }))).toMatchObject([
    { rubricId: 'r1', detail: 'Color "navy blue": looks like a part number' },
  ]);
  expect(gate('Model', 'XJ-900')(leakInput({ rubrics: [sku], target }))).toHaveLength(1);
  expect(gate('Color', 'Red')(leakInput({ rubrics: [sku], target }))).toEqual([]);
});

test('a value is judged for the target it is asked of', () => {
  const noisyIn = (id: string) => (input: Parameters<typeof implausibleValue.check>[0]) =>
    implausibleValue.check(input, {
      reasonAgainst: (product) => (product.id === id ? 'looks like a part number' : null),
    });
  const rubrics = [
    about(0, asksFor('r1', 'query', 'Color', 'Red')),
    about(1, asksFor('r2', 'query', 'Color', 'Teal')),
    about(1, hasSku('r3', { Model: 'XJ-900' })),
  ];
  expect(noisyIn('P2')(orderInput(rubrics, ORDER)).map(({ rubricId }) => rubricId)).toEqual(['r2', 'r3']);
  expect(noisyIn('P1')(orderInput(rubrics, ORDER)).map(({ rubricId }) => rubricId)).toEqual(['r1']);
  expect(noisyIn('P3')(orderInput(rubrics, ORDER))).toEqual([]);
});
