import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { currencyBeside, currencyOfSign, signBeside, withoutCurrency } from '../../text/currency-beside-amount.ts';

test.each([
  ['15.00 USD', 'USD'],
  ['eur 3', 'EUR'],
  ['CHF12.50', 'CHF'],
  ['12 pcs', null],
  ['$12', null],
])('the code beside "%s" is %s', (amount, code) => {
  expect(currencyBeside(amount)).toBe(code);
});

test.each([
  ['$877.8', '$'],
  ['12,50 €', '€'],
  ['Rp10.000', 'Rp'],
  ['12', ''],
  ['19.99 to 27.99', ''],
])('the sign beside "%s" is "%s"', (amount, sign) => {
  expect(signBeside(amount)).toBe(sign);
});

test.each([
  ['$', 'en', 'USD'],
  ['¥', 'en', 'JPY'],
  ['¥', 'zh', 'CNY'],
  ['A$', 'en', 'AUD'],
  ['Rp', 'en', 'IDR'],
  ['kr', 'en', null],
  ['x', 'en', null],
])('the sign "%s" stands for another currency by the language of the texts: %s, %s', (sign, language, code) => {
  expect(currencyOfSign(sign, language)).toBe(code);
});

test.each([
  ['15.00 USD', 'USD', '15.00'],
  ['12,50 €', 'EUR', '12,50'],
  ['zł 9', 'PLN', '9'],
  ['from 9', 'PLN', 'from 9'],
  ['12 900 тг', 'KZT', '12 900'],
  ['249 грн.', 'UAH', '249'],
  ['9 ft', 'USD', '9 ft'],
])('"%s" without its %s is "%s"', (amount, currency, bare) => {
  expect(withoutCurrency(amount, currency)).toBe(bare);
});

const BLANKS = ' '.repeat(20_000);

test.each([`From${BLANKS}12 USD`, `12${BLANKS}x`, `12 (${BLANKS}x`, `USD 5${'\n '.repeat(20_000)}x`])(
  'long runs of blanks are looked through in no time, as in "%.6s"',
  (amount) => {
    const start = performance.now();
    currencyBeside(amount);
    signBeside(amount);
    withoutCurrency(amount, 'USD');
    expect(performance.now() - start).toBeLessThan(200);
  },
);
