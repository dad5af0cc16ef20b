import { expect, test } from 'vitest';
import { detailsFrom } from '../../../catalog/product/details.ts';
import { Detail } from '../../../schemas/product.ts';

test('raw keys that mean one field meet in it, and each is kept as it was written', () => {
  expect(
    detailsFrom([
      ['Special features', 'Foldable,  Waterproof'],
      ['special_feature', 'WATERPROOF, Light'],
    ]),
  ).toEqual({
    'Special Feature': {
      options: ['Foldable', 'Waterproof', 'Light'],
      raw: [
        { key: 'Special features', value: 'Foldable,  Waterproof' },
        { key: 'special_feature', value: 'WATERPROOF, Light' },
      ],
    },
  });
});

test.each([
  ['resolution', [1920, 1080], ['1920 x 1080']],
  ['Screen Resolution', '2560,1440', ['2560 x 1440']],
  ['Resolution', '1,920 x 1,080', ['1,920 x 1,080']],
  ['modules', [2, 16], ['2', '16']],
])('of the field %j %j is the list %j', (key, value, options) => {
  const [detail] = Object.values(detailsFrom([[key, value]]));
  expect(detail?.options).toEqual(options);
});

test.each([
  ['OS', 'Operating System'],
  ['Wireless Communication Technology', 'Wireless Type'],
  ['Ram Memory Installed Size', 'RAM'],
  ['Warna', 'Color'],
  ['color_family', 'Color'],
  ['Some  other key ', 'Some other key'],
])('the raw key %j is the field %j', (key, field) => {
  expect(Object.keys(detailsFrom([[key, 'x']]))).toEqual([field]);
});

test.each([
  [16, ['16'], '16'],
  [true, ['Yes'], 'true'],
  [false, ['No'], 'false'],
  [['Black, matte', 'White', 3], ['Black, matte', 'White', '3'], '["Black, matte","White",3]'],
  [{ Tents: 3, Camping: 90 }, [], '{"Tents":3,"Camping":90}'],
  ['  ', [], '  '],
  ['—', [], '—'],
])('the raw value %j states the options %j', (value, options, raw) => {
  expect(detailsFrom([['Color', value]])).toEqual({ Color: { options, raw: [{ key: 'Color', value: raw }] } });
});

test('markup and control characters are gone from options and stay in the raw value', () => {
  const { Color } = detailsFrom([['Color', '<b>Red</b>&amp;Blue\u001b[31m']]);
  expect(Color?.options).toEqual(['Red&Blue']);
  expect(Color?.raw[0]?.value).toBe('<b>Red</b>&amp;Blue\u001b[31m');
});

test('null and an empty key state nothing, and no key can change a prototype', () => {
  const details = detailsFrom([
    ['Color', null],
    ['', 'x'],
    [' ', 'x'],
    ['__proto__', 'x'],
    ['Size', 'M'],
  ]);
  expect(Object.keys(details)).toEqual(['proto', 'Size']);
  expect(Object.getPrototypeOf(details)).toBe(Object.prototype);
});

test.each([
  ['constructor', 'constructor'],
  ['toString', 'to String'],
  ['hasOwnProperty', 'has Own Property'],
])('a key named %s is a field like any other', (key, field) => {
  const details = detailsFrom([
    [key, 'x'],
    [key, 'y'],
  ]);
  expect(Object.hasOwn(details, field)).toBe(true);
  expect(Detail.parse(details[field]).options).toEqual(['x', 'y']);
});

test('a pair that is one item of a list is one option, with its text as raw value, and counts once', () => {
  expect(
    detailsFrom([
      ['Color', 'Black, matte', 'whole'],
      ['Color', 'Black, matte', 'whole'],
      ['Color', 'Red'],
    ]),
  ).toEqual({
    Color: {
      options: ['Black, matte', 'Red'],
      raw: [
        { key: 'Color', value: 'Black, matte' },
        { key: 'Color', value: 'Red' },
      ],
    },
  });
});

test.each(['No Brand', 'No brands', 'NoBrand', '❤️no brand❤️'])('a brand of %j states no brand', (value) => {
  expect(detailsFrom([['Merek', value]])).toEqual({ Brand: { options: [], raw: [{ key: 'Merek', value }] } });
});

test('an unknown key with underscores is the field with spaces', () => {
  expect(
    Object.keys(
      detailsFrom([
        ['bundle_kind', 'x'],
        ['bundle kind', 'y'],
      ]),
    ),
  ).toEqual(['bundle kind']);
});

test.each([
  ['Stahl, pulverbeschichtet', ['Stahl']],
  ['Stahl, schwarz lackiert', ['Stahl']],
  ['Steel, powder-coated', ['Steel']],
  ['métal, laqué', ['métal']],
  ['acero, galvanizado', ['acero']],
  ['acero galvanizado, madera', ['acero galvanizado', 'madera']],
  ['gebürstet, verzinkt', ['gebürstet', 'verzinkt']],
  ['pulverbeschichtet', ['pulverbeschichtet']],
])('what was done to a material is none in a list of them, in any language: %s', (value, options) => {
  expect(detailsFrom([['Material', value]]).Material).toMatchObject({ options, raw: [{ value }] });
});

test('what was done to a thing is a value of other lists', () => {
  expect(detailsFrom([['Color', 'Silver, brushed']]).Color?.options).toEqual(['Silver', 'brushed']);
});
