import { expect, test } from 'vitest';
import { dollarsOption } from '../../cli/option-values.ts';

test('a budget is an amount of dollars', () => {
  expect(dollarsOption('budget-usd', '2.50')).toBe(2.5);
  expect(dollarsOption('budget-usd', undefined)).toBeUndefined();
});

test.each([
  ['0', '--budget-usd is "0", expected an amount above 0'],
  ['$5', '--budget-usd is "$5", expected an amount of dollars such as 5 or 2.50'],
])('a budget of %s is refused in every command by the same words', (given, sentence) => {
  expect(() => dollarsOption('budget-usd', given)).toThrow(sentence);
});
