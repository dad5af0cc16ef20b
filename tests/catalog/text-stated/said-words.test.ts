import { expect, test } from 'vitest';
import { knownValues } from '../../../catalog/text-stated/known-values.ts';
import { SaidWords } from '../../../catalog/text-stated/said-words.ts';

const COLORS = new SaidWords({ Gray: ['gray', 'grey'], Black: ['black'], Red: ['red'] });
const FEATURES = new SaidWords({
  'Water Resistant': ['water resistant'],
  Resistant: ['resistant'],
  Washable: ['washable'],
});

test.each([
  ['Ridge Pack - Grey', ['Gray']],
  ['RIDGE PACK GRAY', ['Gray']],
  ['Black/Red Scarf', []],
  ['Redwood Shelf', []],
  ['Case for Black Phones', []],
  ['Boots with Black Sole', []],
  ['Black Boots, Red Laces', ['Black', 'Red']],
])('the name %j says the colors %j', (name, values) => {
  expect(COLORS.inName(name)).toEqual(values);
});

test('the longest words at a place are meant: what is water resistant is not resistant', () => {
  expect(FEATURES.inName('Water-Resistant Jacket')).toEqual(['Water Resistant']);
});

test.each([
  ['Machine washable, and soft', ['Washable']],
  ['With a washable lining that stays in place', []],
  ['The filter is not washable.', []],
  ['Washable', ['Washable']],
])('the sentence %j says the features %j', (sentence, values) => {
  expect(FEATURES.inSentence(sentence)).toEqual(values);
});

test('a value that several words say is said once', () => {
  expect(COLORS.inName('Grey Scarf, Gray')).toEqual(['Gray']);
});

test('each phrase of the table says one value of one field', () => {
  const listed = knownValues().flatMap(({ field, value, phrases }) =>
    phrases.map((phrase) => `${phrase}: ${field} ${value}`),
  );
  const phrases = listed.map((line) => line.split(':')[0]);
  expect(listed.filter((_, at) => phrases.indexOf(phrases[at]) !== at)).toEqual([]);
});
