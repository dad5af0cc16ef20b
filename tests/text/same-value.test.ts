import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameValue } from '../../text/mentions.ts';

test.each([
  ['Navy', 'Navy Blue', 'Color'],
  ['Grey', 'GRAY', 'Color'],
  ['Wi-Fi', 'WLAN', 'Connectivity Technology'],
  ['1 TB', '1000 GB', 'Hard Drive'],
  ['8.5 x 11', '8.5 by 11 inches', 'Sheet Size'],
  ['Adult', 'Adults', 'Age Range (Description)'],
  ['Vinyl (PVC)', 'vinyl pvc', 'Material'],
  ['Two', '2 Pack', 'Number of Items'],
  ['黒', '黒', 'Color'],
])('%j and %j are one value of %s', (one, other, field) => {
  expect(isSameValue(one, other, field)).toBe(true);
  expect(isSameValue(other, one, field)).toBe(true);
});

test.each([
  ['Blue', 'Navy Blue', 'Color'],
  ['Leather', 'Faux Leather', 'Material'],
  ['USB', 'USB, HDMI', 'Connector Type'],
  ['Bluetooth', 'Bluetooth 5.0', 'Connectivity Technology'],
  ['Waterproof', 'Water Resistant', 'Special Feature'],
  ['1 TB', '1 GB', 'Hard Drive'],
  ['黒', '黒色', 'Color'],
])('%j and %j are two values of %s', (one, other, field) => {
  expect(isSameValue(one, other, field)).toBe(false);
  expect(isSameValue(other, one, field)).toBe(false);
});

test('every value is the same as itself, and sameness has no direction', () => {
  const value = fc.stringMatching(/^[A-Za-z0-9]{1,8}( [A-Za-z0-9]{1,8}){0,2}$/);
  fc.assert(
    fc.property(value, value, (one, other) => {
      expect(isSameValue(one, one.toUpperCase(), 'Style')).toBe(true);
      expect(isSameValue(one, other, 'Style')).toBe(isSameValue(other, one, 'Style'));
    }),
  );
});

test.each([
  ['Genuine Leather', 'Leather', 'Material', 'Style'],
  ['Transparent', 'Clear', 'Color', 'Special Feature'],
  ['XL', 'Extra Large', 'Size', 'Model Name'],
])('%j and %j are one value of %s, and two of %s', (one, other, field, elsewhere) => {
  expect(isSameValue(one, other, field)).toBe(true);
  expect(isSameValue(one, other, elsewhere)).toBe(false);
});
