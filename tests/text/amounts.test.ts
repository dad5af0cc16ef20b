import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quantitiesIn } from '../../text/amounts.ts';
import { formatMoney } from '../../text/money.ts';

const read = (text: string, currency: string) =>
  quantitiesIn(text, currency).map(({ kind, value, start, end }) => [kind, value, text.slice(start, end)]);

test.each([
  ['$19.99 off', 'USD', 1999],
  ['US$1,250', 'USD', 125_000],
  ['20 dollars', 'USD', 2000],
  ['15 bucks', 'USD', 1500],
  ['₱1,250', 'PHP', 125_000],
  ['PHP 500', 'PHP', 50_000],
  ['500 pesos', 'PHP', 50_000],
  ['RM 12.50', 'MYR', 1250],
  ['RM12.50', 'MYR', 1250],
  ['Rp 25,000', 'IDR', 2_500_000],
  ['Rp25.000', 'IDR', 2_500_000],
  ['Rp 25k', 'IDR', 2_500_000],
  ['S$9', 'SGD', 900],
  ['$9', 'SGD', 900],
  ['฿350', 'THB', 35_000],
  ['¥1,980', 'JPY', 1980],
  ['CHF 12.50', 'CHF', 1250],
])('%j in %s is %i minor units', (text, currency, minor) =>
  expect(quantitiesIn(text, currency)).toMatchObject([{ kind: 'money', value: minor }]),
);

test.each([
  ['15%', 1500],
  ['7.5 percent', 750],
  ['12 per cent', 1200],
])('%j is a percentage of %i basis points', (text, points) =>
  expect(quantitiesIn(text, 'USD')).toMatchObject([{ kind: 'percentage', value: points }]),
);

test.each(['rated 4.5 stars', '20 ratings', '15.6 inches', 'a 2-pack', 'I won 3 of them', 'an iPhone 13', '1080p'])(
  'a number that names no currency is not an amount: %j',
  (text) => expect(quantitiesIn(text, 'USD')).toEqual([]),
);

test.each([
  ['€5', 'USD'],
  ['₱500', 'USD'],
  ['$5', 'PHP'],
  ['$5.999', 'USD'],
  ['¥19.50', 'JPY'],
])('%j is no exact amount of %s', (text, currency) =>
  expect(quantitiesIn(text, currency)).toMatchObject([{ kind: 'money', value: null }]),
);

test('"$40+" is that much or more, and the plus is no part of the amount', () => {
  expect(quantitiesIn('on $40+ orders', 'USD')).toMatchObject([{ value: 4000, orMore: true }]);
  expect(read('on $40+ orders', 'USD')).toEqual([['money', 4000, '$40']]);
});

test('every amount the benchmark prints is read back, wherever it stands', () => {
  const currencies = fc.constantFrom('USD', 'PHP', 'IDR', 'MYR', 'SGD', 'THB', 'EUR', 'JPY', 'VND', 'CHF');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 10 }), currencies, (minor, currency) => {
      const text = `no more than ${formatMoney(minor, currency)}, please`;
      expect(quantitiesIn(text, currency)).toMatchObject([{ kind: 'money', value: minor }]);
    }),
  );
});

test('a currency is known by its code in small letters, where that is no other word', () => {
  expect(quantitiesIn('myr 200 off', 'MYR')).toMatchObject([{ kind: 'money', value: 20_000 }]);
  expect(quantitiesIn('I will try 5 of them', 'TRY')).toEqual([]);
});
