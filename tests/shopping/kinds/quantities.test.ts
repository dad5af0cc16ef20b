import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AnswerSets } from '../../../shopping/answers/answer-set.ts';
import { NumericRange, type Requirement, satisfies, statedBy } from '../../../shopping/kinds/index.ts';
import { liesOutside } from '../../../shopping/kinds/numeric-range.ts';
import { productWith } from '../../fixtures/gate-inputs.ts';
import { details, storedCatalog } from '../../fixtures/stored-catalog.ts';

const asks = (field: string, expected_value: NumericRange): Requirement => ({
  type: 'numeric_range',
  field: `details.${field}`,
  expected_value,
});
const stating = (values: Readonly<Record<string, string | readonly string[]>>) =>
  productWith({ details: details(values) });

test.each([
  ['Item Weight', '10.2 ounces', { max: 11, unit: 'oz' }],
  ['Item Weight', '0.5 Kilograms', { min: 1, max: 1.5, unit: 'lb' }],
  ['Screen Size', '27.4"', { min: 26.5, max: 27.49, unit: 'in', nominal: 27 }],
  ['Memory Storage Capacity', '1024 GB SSD', { min: 0.95, max: 1.049, unit: 'tb', nominal: 1 }],
  ['core_clock', '1,500', { min: 1500 }],
] as const)('%s %j lies within %j', (field, value, range) =>
  expect(satisfies(stating({ [field]: value }), asks(field, range))).toBe('yes'),
);

test.each([
  ['Item Weight', '11.1 ounces', { max: 11, unit: 'oz' }],
  ['Item Weight', 'light', { max: 11, unit: 'oz' }],
  ['Screen Size', '27.6 inches', { min: 26.5, max: 27.49, unit: 'in', nominal: 27 }],
  ['core_clock', '1500 MHz', { min: 1500 }],
  ['Resolution', '1920 x 1080', { min: 1000 }],
] as const)('%s %j does not lie within %j', (field, value, range) =>
  expect(satisfies(stating({ [field]: value }), asks(field, range))).toBe('no'),
);

test('a product that does not state the field fails', () =>
  expect(satisfies(productWith(), asks('Item Weight', { max: 11, unit: 'oz' }))).toBe('no'));

test('one option within the bounds is enough, and is what the product states about them', () => {
  const product = stating({ RAM: ['8 GB', '16 GB', '32 GB'] });
  const asked = asks('RAM', { min: 16, unit: 'gb' });
  expect(satisfies(product, asked)).toBe('yes');
  expect(statedBy(product, asked)).toEqual(['16 GB', '32 GB']);
});

test.each([
  [{ unit: 'lb' }],
  [{ max: 2, unit: 'pounds' }],
  [{ min: 1, max: 2, unit: 'lb', nominal: 3 }],
  [{ nominal: 3, unit: 'lb' }],
])('%j is no range', (range) => expect(NumericRange.safeParse(range).success).toBe(false));

test('the index finds the very products that satisfy a bound on a quantity', () => {
  const amount = fc.double({ min: 0.1, max: 99, noNaN: true }).map((one) => Number(one.toPrecision(2)));
  const weight = fc.oneof(
    fc.tuple(amount, fc.constantFrom('oz', 'ounces', 'lb', 'Pounds', 'g')).map(([one, unit]) => `${one} ${unit}`),
    fc.constantFrom('7', 'light', '1 lb 2 oz'),
  );
  const range = fc
    .tuple(amount, amount, fc.constantFrom('oz', 'lb', 'g'), fc.constantFrom('min', 'max', 'both'))
    .map(([one, other, unit, ends]) => ({
      ...(ends === 'max' ? {} : { min: Math.min(one, other) }),
      ...(ends === 'min' ? {} : { max: Math.max(one, other) }),
      unit,
    }));
  fc.assert(
    fc.property(
      fc.array(fc.array(weight, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
      range,
      (all, bounds) => {
        const catalog = storedCatalog(
          all.map((values) => ({ title: 'Lund Mug', details: details({ 'Item Weight': values }) })),
        );
        const asked = asks('Item Weight', bounds);
        const found = new AnswerSets(catalog).table('Mug', [asked]).rowsOf(1);
        const rows = Array.from({ length: catalog.size }, (_, row) => row);
        expect(found).toEqual(rows.filter((row) => satisfies(catalog.productByRow(row), asked) === 'yes'));
      },
    ),
    { numRuns: 25 },
  );
});

test.each([
  [{ priceMinor: 500 }, true],
  [{ priceMinor: 900 }, false],
  [{ priceMinor: null }, false],
] as const)('a product lies outside "at least 6" where it states a price that is less: %j', (product, outside) => {
  const range = { type: 'numeric_range', field: 'price', expected_value: { min: 6 } } as const;
  expect(liesOutside(productWith(product), range)).toBe(outside);
});
