import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withDecimalPoints } from '../../../catalog/product/values.ts';
import { findDecimals } from '../../../catalog/propose/decimals.ts';
import { Draft } from '../../../catalog/propose/draft.ts';
import { Column } from '../../../catalog/propose/profile.ts';

/** The decimals proposed for a detail column of these values. */
function decimalsOf(values: readonly string[]): unknown {
  const column = new Column('weight', values);
  const draft = new Draft('product');
  draft.note('details.columns', [column], 'stated');
  findDecimals([column], [], draft);
  return draft.section.decimals;
}

test('versions in texts say nothing of decimals', () => {
  const bluetooth = Array.from({ length: 20 }, () => 'Bluetooth 5.0 Kopfhörer');
  expect(decimalsOf(['20,4 kg', '5,9 kg', '1,5 kg', ...bluetooth])).toBe('comma');
});

test('amounts with a comma before their decimals are told by their units', () => {
  expect(decimalsOf(['20,4 kg', '5,9 kg', '1.250,50 €'])).toBe('comma');
});

test('a weight in bare numbers has decimals behind its comma, for nothing has two weights', () => {
  expect(decimalsOf(['0', '14', ...Array.from({ length: 12 }, (_, at) => `1${at % 4},${at % 3 === 0 ? 6 : 8}0`)])).toBe(
    'comma',
  );
});

test.each([
  ['amounts with points', ['20.4 kg', '5.9 kg', '1,250.50 kg']],
  ['amounts of both kinds', ['20,4 kg', '5,9 kg', '7,1 kg', '20.4 kg', '5.9 kg']],
  ['lists of sizes', ['36,37,38', '7,8', '40,41']],
  ['thousands', ['1,250 kg', '2,400 kg', '3,100 kg']],
  ['one misprint', ['20,4 kg', '5 kg', '7 kg']],
  ['large round numbers', ['20,000 mAh', '10,000 mAh', '5,5 mm', '2,3 mm', '1,2 mm']],
  ['prose', ['fits iPhone 6,7 and 8', 'for 2,3 or 4 devices', 'ports 1,2 USB']],
  ['parts of one', ['0,5 l', '0,7 l', '0,3 l', '0.750 kg', '0.375 kg']],
])('%s propose no decimal comma', (_, values) => {
  expect(decimalsOf(values)).toBeUndefined();
});

test('any amount written with a decimal comma is read as it is with a point', () => {
  const amount = fc.record({ whole: fc.nat(9_999_999), decimals: fc.integer({ min: 1, max: 99 }) });
  fc.assert(
    fc.property(amount, ({ whole, decimals }) => {
      const grouped = String(whole).replace(/\B(?=(?:\d{3})+$)/g, '.');
      expect(withDecimalPoints(`ca. ${grouped},${decimals} kg`)).toBe(`ca. ${whole}.${decimals} kg`);
    }),
  );
});

test.each(['36,37,38', '12.10.2024', '3.5.2', 'S, M', 'DDR4, 2 x 8 GB', '7.1', 'EAN 4006381333931', '0.750 kg'])(
  '"%s" is left as it is',
  (text) => {
    expect(withDecimalPoints(text)).toBe(text);
  },
);

test.each([
  ['120 x 60,5 x 75 cm', '120 x 60.5 x 75 cm'],
  ['1.250 g', '1250 g'],
  ['0,75 l', '0.75 l'],
])('"%s" becomes "%s"', (text, expected) => {
  expect(withDecimalPoints(text)).toBe(expected);
});

test.each(['Weight Range (lb)', 'Weight Class', 'Recommended Weight', 'Weight Capacity', 'Weight'])(
  'pairs of a less and a more under "%s" are no decimals, and no thousands beside them are',
  (name) => {
    const columns = [
      new Column(
        name,
        Array.from({ length: 20 }, (_, at) => `${50 + at},${60 + at}`),
      ),
      new Column(
        'Lumens',
        Array.from({ length: 20 }, (_, at) => `1,${250 + at}`),
      ),
    ];
    const draft = new Draft('product');
    draft.note('details.columns', columns, 'stated');
    findDecimals(columns, [], draft);
    expect(draft.section.decimals).toBeUndefined();
  },
);

test.each(['Net Weight (kg)', 'Gewicht', 'Shipping weight'])(
  'weights under "%s" have decimals behind their comma, where any is less than its whole part or begins with a nought',
  (name) => {
    const column = new Column(
      name,
      Array.from({ length: 20 }, (_, at) => `1${at % 4},${at === 7 ? '05' : 60 + at}`),
    );
    const draft = new Draft('product');
    draft.note('details.columns', [column], 'stated');
    findDecimals([column], [], draft);
    expect(draft.section.decimals).toBe('comma');
  },
);
