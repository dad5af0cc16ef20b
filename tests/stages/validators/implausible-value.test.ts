import { expect, test } from 'vitest';
import { implausibleValue } from '../../../stages/validators/implausible-value.ts';
import { asksFor, bounds, excludes, leakInput, names } from '../../fixtures/leak-inputs.ts';
import { details } from '../../fixtures/stored-catalog.ts';

const target = { details: details({ Color: ['Navy-Blue', 'Red'], Model: 'XJ-900' }) };
/** Turns down one option of one field, as the plausibility rules name it. */
const gate = (field: string, option: string) =>
  implausibleValue({
    reasonAgainst: (_, askedField, askedOption) =>
      askedField === field && askedOption === option ? 'looks like a part number' : null,
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

test("a value is judged in the target's own spelling", () => {
  expect(
    gate('Color', 'Navy-Blue')(leakInput({ rubrics: [asksFor('r1', 'query', 'Color', 'navy blue')], target })),
  ).toHaveLength(1);
});

test('a value the target does not state is judged as the rubric spells it', () => {
  expect(
    gate('Color', 'Green')(leakInput({ rubrics: [asksFor('r1', 'query', 'Color', 'Green')], target })),
  ).toHaveLength(1);
});

test('numbers, exclusions and noun phrases are no business of this gate', () => {
  const rubrics = [
    bounds('r1', 'query', 'price', { max: 20 }),
    excludes('r2', 'query', 'Color', ['Green']),
    names('r3', 'tote bag'),
  ];
  expect(implausibleValue({ reasonAgainst: () => 'noise' })(leakInput({ rubrics, target }))).toEqual([]);
});

test('without a target there is nothing to judge by', () => {
  const input = leakInput({ rubrics: [asksFor('r1', 'query', 'Color', 'Red')] });
  expect(implausibleValue({ reasonAgainst: () => 'noise' })({ ...input, targets: [] })).toEqual([]);
});
