import fc from 'fast-check';
import { expect, test } from 'vitest';
import { literalOf } from '../../../catalog/product/literals.ts';

test.each([
  ["['Wool', 'Silk']", ['Wool', 'Silk']],
  [`["Men's", 'It\\'s']`, ["Men's", "It's"]],
  ["{'Colour': 'Red', 'Lining': None, 'Washable': True}", { Colour: 'Red', Lining: null, Washable: true }],
  [
    '{"spec"=>[{"key"=>"Colour", "value"=>"Red"}, {"key"=>"Size", "value"=>nil}]}',
    {
      spec: [
        { key: 'Colour', value: 'Red' },
        { key: 'Size', value: null },
      ],
    },
  ],
  ['{"weight": NaN, "height": 1.50}', { weight: null, height: 1.5 }],
  ["['caf\\xe9', '\\u20ac5']", ['café', '€5']],
  ["['\\U0001F600', '\\ud83d\\ude00']", ['😀', '😀']],
])('what Python and Ruby print for lists and dictionaries is read: %s', (text, value) => {
  expect(literalOf(text)).toEqual(value);
});

test.each([
  '[New] Red Shelf',
  "['open",
  '{Colour: Red}',
  '[1, two]',
  '(1, 2)',
  '{{name}}',
  '[sic]',
  '[38 39 40]',
  '[12.5 30]',
  "['S' 'M']",
])('a text that only begins like a list is none: %j', (text) => expect(literalOf(text)).toBeUndefined());

test('a quoted text of millions of letters ends no reading', () => {
  expect(() => literalOf(`['${'a'.repeat(9_000_000)}']`)).not.toThrow();
});

test('any list of texts is read back from how Python quotes it', () => {
  const printed = (text: string) => `'${text.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n')}'`;
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }).filter((text) => !/[\r\t]/.test(text))), (texts) => {
      expect(literalOf(`[${texts.map(printed).join(', ')}]`)).toEqual(texts);
    }),
  );
});
