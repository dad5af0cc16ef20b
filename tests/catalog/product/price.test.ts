import { performance } from 'node:perf_hooks';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasSeveralPrices, priceMinor, withoutCrossedOut } from '../../../catalog/product/price.ts';
import { minorUnitsOf } from '../../../text/money.ts';

test.each([
  [19.99, 'USD', 1999],
  ['$19.99', 'USD', 1999],
  ['19,99', 'EUR', 1999],
  ['19,99 €', 'EUR', 1999],
  ['1,299', 'USD', 129900],
  ['1,299.50', 'USD', 129950],
  ['1.299,50', 'EUR', 129950],
  ['1.234.567', 'EUR', 123456700],
  ['₹3,44,990', 'INR', 34499000],
  ['₹1,20,34,990.50', 'INR', 1203499050],
  ['Rp30.000', 'IDR', 3000000],
  ['10000', 'IDR', 1000000],
  ['RM 79.90', 'MYR', 7990],
  ['₱1,250', 'PHP', 125000],
  ['¥1980', 'JPY', 1980],
  [1980.4, 'JPY', 1980],
  ['1.250', 'KWD', 1250000],
  ['1.000000000000000e-02', 'MYR', 1],
  ['0.990', 'USD', 99],
  [1.005, 'USD', 101],
  ['$12.50 per piece', 'USD', 1250],
  ['229,99 Incl. btw', 'EUR', 22999],
  ['1.299,00 inkl. MwSt.', 'EUR', 129900],
  ['49,90 TTC', 'EUR', 4990],
  ['£8.99 (ex VAT)', 'GBP', 899],
  ['12.50 each', 'USD', 1250],
  ['10 100/pc', 'USD', 1010000],
  ['4,500/=', 'KES', 450000],
  ['500/-', 'INR', 50000],
  ['2500', 'XAF', 2500],
])('the price %j in %s is %i minor units', (value, currency, minor) => {
  expect(priceMinor(value, currency)).toBe(minor);
});

test.each([
  '—',
  '',
  ' ',
  'from 12.99',
  '12.99 - 15.99',
  '$19.99 to $27.99',
  'Free',
  '12.99+',
  '~12',
  '1,2,3',
  '123,45,678',
  '1.2.3',
  '$1,299 1 unit',
  '$5 2 pcs',
  '$5 2/pc',
  '12 pcs',
  '10 100 pcs',
  null,
  undefined,
  true,
  [12.99],
  {},
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -3,
  0,
  '0',
  '0.00',
])('the price %j is not one definite amount', (value) => {
  expect(priceMinor(value, 'USD')).toBeNull();
});

test('an amount without a currency is no price', () => {
  expect(priceMinor(12, null)).toBeNull();
});

test('every whole number of minor units survives being written as a decimal number, as text or not', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000_000 }),
      fc.constantFrom('USD', 'JPY', 'KWD', 'IDR'),
      (minor, currency) => {
        const units = minorUnitsOf(currency);
        const digits = String(units).length - 1;
        expect(priceMinor(minor / units, currency)).toBe(minor);
        const [whole, decimals] = (minor / units).toFixed(digits).split('.');
        const grouped = (whole as string).replace(/\B(?=(?:\d{3})+$)/g, ',');
        if (digits === 2) expect(priceMinor(`$${grouped}.${decimals}`, currency)).toBe(minor);
      },
    ),
  );
});

test.each([
  ['no SKU has a price of its own', 100, [undefined, undefined], false],
  ['every SKU costs what the product costs', 100, [100, 100], false],
  ['one SKU costs something else', 100, [100, 120], true],
  ['SKUs differ and the product names no price', null, [100, 120], true],
])('whether a product has several prices: %s', (_, priceMinor, skus, several) => {
  const skuOptions = skus.map((price, at) => ({
    id: String(at),
    values: { Color: 'Red' },
    ...(price === undefined ? {} : { priceMinor: price }),
  }));
  expect(hasSeveralPrices({ priceMinor, skuOptions })).toBe(several);
});

test.each([
  ['$12.99 (was $20.00)', 1299],
  ['₹1,299 M.R.P: ₹2,999', 129_900],
  ['599,99€ before PVPR 659€', 59_999],
])('what a thing cost before is no price beside what it costs now: %s', (text, price) =>
  expect(priceMinor(text, 'EUR')).toBe(price),
);

test.each(['was $20.00', '$10.00 before tax', '$20.00 before VAT 24.00', '12.99 to 15.99'])(
  'no price is known of "%s"',
  (text) => expect(priceMinor(text, 'EUR')).toBeNull(),
);

test.each(['From%12 USD', '12%x', '12 incl%x', '12 was%x'])(
  'long runs of blanks in prices are looked through in no time: %j, of blanks for the sign',
  (written) => {
    const price = written.replace('%', ' '.repeat(20_000));
    const start = performance.now();
    expect(priceMinor(price, 'USD')).toBeNull();
    withoutCrossedOut(price);
    expect(performance.now() - start).toBeLessThan(200);
  },
);
