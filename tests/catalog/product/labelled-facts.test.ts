import { expect, test } from 'vitest';
import { fieldListing, labelledFacts, wholeFact, withLabelledFacts } from '../../../catalog/product/labelled-facts.ts';

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

test.each([
  ['Machine Wash', ['Care Instructions', 'Machine Wash']],
  ['Rubber sole', ['Sole Material', 'Rubber sole']],
  ['95% Cotton, 5% Spandex', ['Material', 'Cotton']],
  ['20% nylon & 80% Polyester', ['Material', 'Polyester']],
])('a bullet that says nothing but a value states it: %j', (text, fact) => {
  expect(wholeFact(text)).toEqual(fact);
});

test.each([
  ['one word, which may be said of a part', 'Soft'],
  ['more than the value', 'Machine wash cold with like colors'],
  ['a stuff that nobody knows', '100% Satisfaction'],
  ['what differs by colour', 'Heather Grey: 90% Cotton, 10% Polyester'],
])('%s states nothing: %j', (_, text) => {
  expect(wholeFact(text)).toBeNull();
});

test('a phrase is a value of the field that alone lists it', () => {
  expect(fieldListing('easy clean')).toBe('Special Feature');
  expect(fieldListing('shirts men')).toBeNull();
});

test('a text that says one value in two ways says one', () => {
  const stated = withLabelledFacts({}, ['Material: PVC', 'Material: Polyvinyl Chloride']);
  expect(stated.Material?.options).toEqual(['PVC']);
});
