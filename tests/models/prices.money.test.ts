import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nanoOf, usdText } from '../../models/prices.ts';
import { ConfigError } from '../../schemas/errors.ts';

test('dollars with up to nine decimals are whole billionths, to the last one', () => {
  fc.assert(
    fc.property(fc.nat(999_999), fc.nat(999_999_999), (usd, nano) => {
      const text = `${usd}.${String(nano).padStart(9, '0')}`;
      expect(nanoOf(Number(text), '--budget-usd')).toBe(usd * 1_000_000_000 + nano);
    }),
  );
});

test.each([-0.01, Number.NaN, Number.POSITIVE_INFINITY, 1_000_001])('%d is no amount to spend', (usd) => {
  expect(() => nanoOf(usd, '--budget-usd')).toThrow(ConfigError);
  expect(() => nanoOf(usd, '--budget-usd')).toThrow(`--budget-usd is ${usd}, expected US dollars from 0 to 1000000`);
});

test.each([
  [0, '$0'],
  [1, '$0.000000001'],
  [4_200_000, '$0.0042'],
  [420_000_000, '$0.42'],
  [99_600_000, '$0.100'],
  [995_000_000, '$0.99'],
  [999_999_999, '$1.00'],
  [1_234_567_890, '$1.23'],
  [12_000_000_000, '$12.00'],
])('%d billionths of a dollar read %s', (nano, text) => expect(usdText(nano)).toBe(text));
