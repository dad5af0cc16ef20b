import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAmount, formatMoney, minorUnitsOf } from '../../text/money.ts';

test.each([
  [1999, 'USD', '$19.99'],
  [2000, 'USD', '$20'],
  [5, 'USD', '$0.05'],
  [1250, 'USD', '$12.50'],
  [125_000, 'PHP', '₱1,250'],
  [1250, 'MYR', 'RM 12.50'],
  [900, 'SGD', 'S$9'],
  [2_500_000, 'IDR', 'Rp 25,000'],
  [35_000, 'THB', '฿350'],
  [500, 'EUR', '€5'],
  [1980, 'JPY', '¥1,980'],
  [123_456_700, 'USD', '$1,234,567'],
  [1250, 'CHF', 'CHF 12.50'],
  [1500, 'KWD', 'KWD 1.500'],
  [-500, 'USD', '-$5'],
  [0, 'USD', '$0'],
])('%i minor units of %s are written %s', (minor, currency, text) => expect(formatMoney(minor, currency)).toBe(text));

test('an amount that is not a whole number of minor units is never printed', () => {
  expect(() => formatMoney(19.99, 'USD')).toThrow(RangeError);
  expect(() => formatMoney(Number.NaN, 'USD')).toThrow(RangeError);
});

test('the bare figure of any amount reads back as the same amount', () => {
  const currencies = fc.constantFrom('USD', 'JPY', 'IDR', 'KWD', 'XYZ');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 40 }), currencies, (minor, currency) => {
      const [whole = '', decimals = ''] = formatAmount(minor, currency).replaceAll(',', '').split('.');
      const unit = minorUnitsOf(currency);
      return Number(whole) * unit + Number(decimals.padEnd(String(unit).length - 1, '0') || '0') === minor;
    }),
  );
});
