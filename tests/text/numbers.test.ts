import { expect, test } from 'vitest';
import { counted, formatCount, formatDuration, formatRate } from '../../text/numbers.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1234567, '1,234,567'],
])('the count %i reads %s', (count, shown) => expect(formatCount(count)).toBe(shown));

test.each([
  [12_345.6, '12,346/s'],
  [9.87, '9.9/s'],
  [0.05, '3.0/min'],
])('%f a second reads %s', (rate, shown) => expect(formatRate(rate)).toBe(shown));

test.each([
  [1, '0:01'],
  [59_001, '1:00'],
  [3_599_000, '59:59'],
  [3_600_000, '1:00:00'],
  [90_061_000, '25:01:01'],
])('%i ms reads %s', (milliseconds, shown) => expect(formatDuration(milliseconds)).toBe(shown));

test.each([
  [0, '0 replies'],
  [1, '1 reply'],
  [1200, '1,200 replies'],
])('%i of a thing is in the singular or the plural: %s', (count, shown) =>
  expect(counted(count, 'reply', 'replies')).toBe(shown),
);
