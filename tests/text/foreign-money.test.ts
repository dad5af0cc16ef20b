import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { OTHER_LANGUAGES, useLanguage } from '../../lexicon/index.ts';
import { quantitiesIn } from '../../text/amounts.ts';
import { CURRENCY_MARKS } from '../../text/currencies.ts';
import { moneySaid, withPoints } from '../../text/foreign-money.ts';
import { findRangeMentions } from '../../text/mentions.ts';
import { minorUnitsOf } from '../../text/money.ts';

afterEach(() => useLanguage());

/** Every currency that has a sign, and such as have none. */
const CURRENCIES = [...Object.keys(CURRENCY_MARKS), 'CHF', 'SEK', 'KWD'];

test.each([
  ['zh', 300_000, 'CNY', '3000元'],
  ['zh', 199_050, 'CNY', '1990.50元'],
  ['zh', 2_000, 'USD', '20美元'],
  ['de', 125_050, 'EUR', '1.250,50 Euro'],
  ['es', 3_000, 'EUR', '30 euros'],
  ['id', 15_000_000, 'IDR', '150.000 rupiah'],
  ['en', 300_000, 'CNY', 'CN¥3,000'],
  ['zh', 1_000, 'CHF', 'CHF 10'],
  ['de', 120_050, 'AUD', 'A$1.200,50'],
  ['es', 120_050, 'CHF', 'CHF 1.200,50'],
  ['id', 120_050, 'GBP', '£1.200,50'],
])('in %s %i minor units of %s are said %s', (code, minor, currency, said) => {
  useLanguage(code);
  expect(moneySaid(minor, currency)).toBe(said);
});

describe.each(OTHER_LANGUAGES)('money in %s', (code) => {
  test('is read back as it is said, whatever the amount and the currency', () => {
    useLanguage(code);
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 90_000_000 }), fc.constantFrom(...CURRENCIES), (minor, currency) => {
        const said = moneySaid(minor, currency);
        expect(quantitiesIn(`(${said})`, currency), said).toMatchObject([{ kind: 'money', value: minor }]);
        // Where a comma stands before three digits, a text by itself does not tell thousands from decimals.
        if (currency === 'KWD') return;
        const major = minor / minorUnitsOf(currency);
        expect(findRangeMentions(`max. ${said}, ok`, 'price', { max: major })).toHaveLength(1);
      }),
    );
  });
});

test('an amount between Chinese words is read, and so is one with a sign', () => {
  useLanguage('zh');
  expect(quantitiesIn('满300元减50元，到手价¥250以内', 'CNY').map(({ value }) => value)).toEqual([
    30_000, 5_000, 25_000,
  ]);
});

test('stars with a decimal comma are read, and numbers that count nothing of the kind are not joined', () => {
  useLanguage('es');
  expect(findRangeMentions('una media de 4,5 estrellas', 'average_rating', { min: 4.5 })).toHaveLength(1);
  expect(withPoints('4,5 estrellas, 2,3 y 1.250,50 euros')).toBe('4.5 estrellas, 2,3 y 1250.50 euros');
});

test('a point before two digits stands before decimals in any language', () => {
  useLanguage('de');
  expect(quantitiesIn('19.99 Euro', 'EUR')).toMatchObject([{ value: 1_999 }]);
});

test('an amount is one of money by its word with or without the accents', () => {
  useLanguage('es');
  for (const said of ['10 dólares', '10 dolares'])
    expect(findRangeMentions(`como máximo ${said}`, 'price', { max: 10 })).toHaveLength(1);
});
