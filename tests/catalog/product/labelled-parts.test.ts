import fc from 'fast-check';
import { expect, test } from 'vitest';
import { labelledParts } from '../../../catalog/product/labelled-parts.ts';

const BARS = { separator: '|', label: ':' };

test('parts of a text are names and values', () => {
  expect(labelledParts('Colour: Red | Material:Oak', BARS)).toEqual({
    pairs: [
      ['Colour', 'Red'],
      ['Material', 'Oak'],
    ],
    others: 0,
  });
});

test('lines of HTML are parts, and the cells of a row of its table are a name and a value', () => {
  const html =
    '<ul><li>Colour: Red</li></ul><table><tr><th>Fit:</th><td>Slim</td></tr><tr><td>Neck</td><td>Round</td></tr></table>';
  expect(labelledParts(html, { label: ':' }).pairs).toEqual([
    ['Colour', 'Red'],
    ['Fit', 'Slim'],
    ['Neck', 'Round'],
  ]);
});

test('members of a list are parts', () => {
  expect(labelledParts(['Colour = Red', 'Fit = Slim'], { label: '=' }).pairs).toHaveLength(2);
});

test.each([
  'https://shop.example/lamp',
  ': Red',
  '12: 30',
  'A sentence that says much before it comes to a point: this',
])('"%s" has no name', (text) => {
  expect(labelledParts(text, BARS)).toEqual({ pairs: [], others: 1 });
});

test('names and values that were joined come back', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8})?$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 6 }), (pairs) => {
      const text = pairs.map(([name, value]) => `${name}: ${value}`).join(' | ');
      expect(labelledParts(text, BARS)).toEqual({ pairs, others: 0 });
    }),
  );
});

test.each([' - ', ' : ', ': ', ' $& '])('a label is no part of what it stands between: %j', (label) => {
  expect(labelledParts(`Colour${label}Red | Low${label}-5`, { separator: '|', label }).pairs).toEqual([
    ['Colour', 'Red'],
    ['Low', '-5'],
  ]);
  expect(labelledParts('<tr><td>Neck</td><td>Round</td></tr>', { label }).pairs).toEqual([['Neck', 'Round']]);
});

test('tags and entities hold no separator', () => {
  expect(
    labelledParts('<p style="margin: 0; padding: 0">Soft to the touch</p>', { separator: '; ', label: ':' }),
  ).toEqual({
    pairs: [],
    others: 1,
  });
  expect(labelledParts('Depth: 5&quot;; Colour: Red', { separator: ';', label: ':' }).pairs).toEqual([
    ['Depth', '5"'],
    ['Colour', 'Red'],
  ]);
});

test('a tag parts a text where it is the separator', () => {
  expect(labelledParts('Colour: Red<br>Fit: Slim', { separator: '<br>', label: ':' }).pairs).toHaveLength(2);
});

test.each([
  ['color=Red,note="a, b and c=d",size=M', ['Red', 'a, b and c=d', 'M']],
  ['color="Red",note="so ""big"", so small",size=M', ['Red', 'so "big", so small', 'M']],
  ['color=Red,depth="5,size=M', ['Red', '"5', 'M']],
  ['color=Red,depth=5",size=6"', ['Red', '5"', '6"']],
])('a separator in quotes parts no value: %s', (text, values) => {
  const { pairs, others } = labelledParts(text, { separator: ',', label: '=' });
  expect(pairs.map(([, value]) => value)).toEqual(values);
  expect(others).toBe(0);
});

test('in a running text names stand behind stops and commas, and values end where a sentence does', () => {
  const text = 'A lamp for desks, and more. power: 5 W, marks: CE, RoHS, socket: E14. It is made at https://x.example';
  expect(labelledParts(text, { label: ':', running: true, names: ['power', 'marks', 'socket'] }).pairs).toEqual([
    ['power', '5 W'],
    ['marks', 'CE, RoHS'],
    ['socket', 'E14'],
  ]);
  expect(labelledParts('It runs at 12:30, and on 16:9 screens.', { label: ':', running: true }).pairs).toEqual([]);
});

const short = (text: string) => labelledParts(text, { label: ':', short: true }).pairs;

test.each([
  'see pictures',
  'as shown',
  'random',
  'Photo shows blue',
  'blue (sold out)',
  'please ask',
  'unknown',
  'various',
  'it is not leather',
  'no leather',
])('a phrase that stands for a value is none: %s', (phrase) => {
  expect(short(`Color: ${phrase}`)).toEqual([]);
});

test('what lines below a heading of something else say is not said of the product', () => {
  expect(short('Color: blue\nOther products:\nColor: pink')).toEqual([['Color', 'blue']]);
  expect(short('Shipping\nSize: large\nDetails:\nColor: blue')).toEqual([['Color', 'blue']]);
});

test.each(['navy blue', 'made in a mill', 'non slip', '100 % cotton', 'stainless steel'])(
  'the phrase %s is a value',
  (phrase) => {
    expect(short(`Color: ${phrase}`)).toEqual([['Color', phrase]]);
  },
);

test('a name and its value in brackets are a part', () => {
  expect(labelledParts('(Colour : Red)   (Fit : Slim)', { separator: ')', label: ':' })).toEqual({
    pairs: [
      ['Colour', 'Red'],
      ['Fit', 'Slim'],
    ],
    others: 0,
  });
});

test.each([
  ['Water: Resistance Level Not Water Resistant', ['Water Resistance Level', 'Not Water Resistant']],
  ['Compatible: Devices Tablets', ['Compatible Devices', 'Tablets']],
  ['Material: Oak Veneer', ['Material', 'Oak Veneer']],
  ['Water: Resistance', ['Water', 'Resistance']],
])('the end of the name of a field is no part of the value behind it, and a whole name stays: %s', (text, pair) => {
  expect(labelledParts(text, { separator: '|', label: ':' }).pairs).toEqual([pair]);
});
