import { expect, test } from 'vitest';
import { labelledFacts, withLabelledFacts } from '../../../catalog/product/labelled-facts.ts';

test.each([
  ['Shorts (Color : Black, Size : 3X-Large)', [['Color', 'Black']]],
  [
    'Style: CasualMaterial: Cotton Applicable Season: summer',
    [
      ['Style', 'Casual'],
      ['Material', 'Cotton'],
    ],
  ],
  ['Material: Solid Wood. Ready to use.', [['Material', 'Solid Wood']]],
])('%j states %j', (text, facts) => {
  expect(labelledFacts(text)).toEqual(facts);
});

test.each([
  ['another field', 'Sole Material: Rubber'],
  ['half a sentence', 'Material: cotton that breathes'],
  ['a list to choose from', 'Color: Black/Blue/Pink'],
  ['a heading', 'Note: the real color may vary'],
  ['a value that nobody knows', 'Material: Quuxite'],
])('%s is no fact: %j', (_, text) => {
  expect(labelledFacts(text)).toEqual([]);
});

test('a field that is stated otherwise, or with two values, is left', () => {
  const details = { Color: { options: ['Red'], raw: [{ key: 'color', value: 'Red' }] } };
  expect(withLabelledFacts(details, ['Color: Black', 'Material: Cotton', 'Shape: Round', 'Shape: Oval'])).toEqual({
    ...details,
    Material: { options: ['Cotton'], raw: [{ key: 'Material', value: 'Cotton', statedIn: 'text' }] },
  });
});
