import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountIn, isWithin, unitInName } from '../../../shopping/quantities/amount.ts';
import { normaliseValue } from '../../../text/normalise.ts';

const read = (field: string, value: string) => amountIn(field, normaliseValue(value));

test.each([
  ['Item Weight', '10.2 ounces', 10.2, 'oz'],
  ['Screen Size', '15.6', 15.6, 'in'],
  ['Hard Drive', '1 TB SSD 7200 RPM', 1, 'tb'],
  ['RAM', '16 GB DDR4 2400 MHz', 16, 'gb'],
  ['Lamp Height (inch)', '12', 12, 'in'],
  ['weight_kg', '2.5', 2.5, 'kg'],
  ['core_clock_rate', '1500', 1500, null],
  ['Core Clock', '1500', 1500, 'mhz'],
  ['Core Clock', '3.5', 3.5, 'ghz'],
  ['Memory', '8', 8, 'gb'],
  ['price_per_gb', '0.075', 0.075, null],
  ['Model Year', '2015', 2015, null],
  ['capacity (oz)', '50', 50, 'fl oz'],
  ['Water Capacity', '20 oz', 20, 'fl oz'],
  ['Weight Capacity', '20 oz', 20, 'oz'],
  ['Bean Hopper Capacity', '8 oz', 8, 'oz'],
] as const)('%s %j is %d in %s', (field, value, amount, unit) => expect(read(field, value)).toEqual({ amount, unit }));

test.each([
  ['Item Weight', '10', 'unit'],
  ['Item Weight', '10 inches', 'unit'],
  ['Hard Drive', '512 GB plus cloud', 'number'],
  ['Resolution', '1920 x 1080', 'number'],
  ['Battery Range', '15-25 km', 'number'],
  ['Interface', 'PCIe 4.0', 'number'],
] as const)('%s %j lacks a %s', (field, value, lacks) => expect(read(field, value)).toEqual({ lacks }));

test.each([
  ['Display Size (inch)', 'in'],
  ['Battery Life (in hours)', 'h'],
  ['height_cm', 'cm'],
  ['price_per_gb', null],
  ['Number of Pieces', null],
  ['Plug In', null],
  ['kg', null],
  ['weight_g', 'g'],
  ['power w', 'w'],
  ['Range (m)', 'm'],
  ['TDP (W)', 'w'],
  ['Cook Time (min)', 'min'],
  ['Width W', null],
  ['Width (W)', null],
  ['Height H', null],
  ['Length L', null],
  ['Length (L)', null],
  ['Size M', null],
  ['Size (M)', null],
  ['Vitamin A', null],
  ['Zoom wide (W)', null],
  ['Gewicht (g)', 'g'],
  ['Largo (l)', null],
  ['Zoom tele (T)', null],
  ['Wattage (W)', 'w'],
  ['Current (A)', 'a'],
  ['height min', null],
  ['weight_min', null],
  ['Weight (min)', null],
  ['weight max', null],
] as const)('the unit in the name %j is %s', (name, unit) => expect(unitInName(name)).toBe(unit));

test('a bound in another unit is the same bound', () => {
  expect(isWithin({ amount: 16, unit: 'oz' }, { max: 1, unit: 'lb' })).toBe(true);
  expect(isWithin({ amount: 16, unit: 'oz' }, { min: 1, unit: 'lb' })).toBe(true);
  expect(isWithin({ amount: 16.1, unit: 'oz' }, { max: 1, unit: 'lb' })).toBe(false);
});

test('another dimension is within no bounds', () => {
  expect(isWithin({ amount: 1, unit: 'in' }, { max: 5, unit: 'lb' })).toBe(false);
  expect(isWithin({ amount: 1, unit: 'in' }, { max: 5 })).toBe(false);
});

test('a number without a unit stands in the unit of the bounds', () =>
  expect(isWithin({ amount: 60, unit: null }, { min: 60, max: 75, unit: 'hz' })).toBe(true));

test('an amount lies between bounds or outside one of them, never both', () => {
  const amount = fc.double({ min: 0.01, max: 1000, noNaN: true });
  fc.assert(
    fc.property(
      amount,
      amount,
      fc.constantFrom('oz', 'lb', 'g', 'kg'),
      fc.constantFrom('oz', 'lb', 'g'),
      (own, bound, unit, other) => {
        const stated = { amount: own, unit };
        const [least, most] = [
          isWithin(stated, { min: bound, unit: other }),
          isWithin(stated, { max: bound, unit: other }),
        ];
        expect(least || most).toBe(true);
        expect(isWithin(stated, { min: bound, max: bound, unit: other })).toBe(least && most);
      },
    ),
  );
});
