import { expect, test } from 'vitest';
import { surfaceMissing } from '../../../stages/gates/surface-missing.ts';
import { asksFor, leakInput, names } from '../../fixtures/leak-inputs.ts';

const rubrics = [
  asksFor('r1', 'query', 'Color', 'Red'),
  asksFor('r2', 'persona', 'Material', 'Wool'),
  names('r3', 'tote bag'),
];
const query = 'I would like a red tote bag.';
const check = (surfaces: Record<string, string>) => surfaceMissing.check(leakInput({ rubrics, query, surfaces }));

test('surfaces that stand in the query, one for each query rubric, are clean', () => {
  expect(check({ r1: 'red', r3: 'tote bag' })).toEqual([]);
});

test.each([
  [{ r1: 'red' }, 'r3', 'user_query'],
  [{ r1: 'red', r3: ' ' }, 'r3', 'user_query'],
  [{ r1: 'red', r3: 'Tote bag' }, 'r3', 'user_query'],
  [{ r1: 'red', r3: 'tote  bag' }, 'r3', 'user_query'],
  [{ r1: 'red', r3: 'tote bag', r2: 'like' }, 'r2', 'surfaces.r2'],
  [{ r1: 'red', r3: 'tote bag', r9: 'like' }, 'r9', 'surfaces.r9'],
])('a surface that is absent, changed or stray is a finding: %j', (surfaces, rubricId, path) => {
  expect(check(surfaces as Record<string, string>)).toMatchObject([{ code: 'surface_missing', path, rubricId }]);
});
