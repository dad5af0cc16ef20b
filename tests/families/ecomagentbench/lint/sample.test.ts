import { expect, test } from 'vitest';
import { looksLikeSample, readSample } from '../../../../families/ecomagentbench/lint/sample.ts';
import { attribute, publishedSample, rubrics, sampleOf } from './published-samples.ts';

const bound = (field: string, expected_value: unknown) => ({
  ...attribute('r7', 'x', expected_value, 'query'),
  type: 'numeric_range',
  field,
});

test.each([
  ['price', 25, { max: 25 }],
  ['price', '25', { max: 25 }],
  ['rating_number', 20, { min: 20 }],
  ['average_rating', { min: 4 }, { min: 4 }],
  ['average_rating', { value: 4, op: '>=' }, { min: 4 }],
  ['price', { value: 30, op: '<' }, { max: 30 }],
  ['price', [10, 20], { min: 10, max: 20 }],
  ['price', { min: '10', max: '20' }, { min: 10, max: 20 }],
  ['price', 'cheap', { max: Number.NaN }],
])('a bound of %s written as %j is read as %j', (field, written, range) => {
  expect(sampleOf({ rubrics: rubrics(bound(field, written)) }).rubrics.at(-1)?.range).toEqual(range);
});

test.each([
  [{ rubrics: 3 }, '"rubrics": '],
  [{ clarification_script: {} }, '"clarification_script.clarification_slots": '],
  [{ id: null }, '"id": '],
])('a row that lacks what a sample needs is named: %j', (change, start) => {
  const row = publishedSample(change);
  expect(looksLikeSample(row)).toBe(true);
  expect(readSample(row, { file: 'a', line: 1 })).toMatchObject({ problem: expect.stringContaining(start) });
});

test('a task of another benchmark is not taken for a sample', () => {
  expect(looksLikeSample({ query: 'A bag.', reward: {} })).toBe(false);
});
