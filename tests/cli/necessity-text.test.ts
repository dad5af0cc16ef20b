import { expect, test } from 'vitest';
import { necessityText, necessityWarning } from '../../cli/necessity-text.ts';

const HIDDEN = { names: ['profile', 'clarification'], remedy: 'What helps: more of them', keepingAll: {} } as const;

test.each([
  [{ both: 80, one: 0, none: 0 }, '80 of 80 samples need both profile and clarification'],
  [{ both: 1, one: 0, none: 0 }, '1 of 1 sample needs both profile and clarification'],
  [
    { both: 3, one: 15, none: 17 },
    '17 of 35 samples need neither profile nor clarification, 15 need one of them, 3 need both',
  ],
  [
    { both: 2000, one: 1, none: 10 },
    '2,000 of 2,011 samples need both profile and clarification, 1 needs one of them, 10 need neither',
  ],
  [{ both: 0, one: 5, none: 0 }, '5 of 5 samples need one of profile and clarification'],
])('how much of what they hide samples need is a sentence with what matters first: %j', (needed, sentence) => {
  expect(necessityText(needed, HIDDEN)).toBe(sentence);
});

test('what helps is said where many samples need nothing, and only there', () => {
  expect(necessityWarning({ both: 9, one: 0, none: 1 }, HIDDEN)).toBe(
    '1 of 10 samples needs neither profile nor clarification, 9 need both. What helps: more of them',
  );
  expect(necessityWarning({ both: 10, one: 1, none: 1 }, HIDDEN)).toBeNull();
});
