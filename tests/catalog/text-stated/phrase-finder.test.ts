import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PhraseFinder } from '../../../catalog/text-stated/phrase-finder.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';

const found = (text: string, ...phrases: string[]) => {
  const finder = new PhraseFinder();
  for (const phrase of phrases) finder.add(phrase);
  return finder.find(text).map(({ phrase, start, end }) => [phrases[phrase], text.slice(start, end)]);
};

test.each([
  ['Case, Matte Black', 'matte black', 'Matte Black'],
  ['a Stainless-Steel bottle', 'stainless steel', 'Stainless-Steel'],
  ['for Bluetooth 5.0!', 'bluetooth 5.0', 'Bluetooth 5.0'],
  ["Men's socks", 'mens', "Men's"],
  ['Чехол, Чёрный', 'чёрный', 'Чёрный'],
])('%j says %j, whatever its case and hyphens', (text, phrase, written) => {
  expect(found(text, phrase)).toEqual([[phrase, written]]);
});

test.each([
  ['a reduced price', 'red'],
  ['Blackout curtains', 'black'],
  ['Bluetooth 5.01', 'bluetooth 5.0'],
  ['stainless, steel', 'stainless steel'],
  ["the Red's", 'red'],
])('%j does not say %j', (text, phrase) => {
  expect(found(text, phrase)).toEqual([]);
});

test('a phrase and a longer one that begins with it are both told', () => {
  expect(found('navy blue', 'navy', 'navy blue', 'blue').map(([phrase]) => phrase)).toEqual([
    'navy',
    'navy blue',
    'blue',
  ]);
});

test('every phrase that was put together from the words of a text is found where it stands', () => {
  const word = fc.constantFrom('red', 'blue', 'usb', 'c', '3.0', 'x', 'case');
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 8 }),
      fc.nat(7),
      fc.integer({ min: 1, max: 3 }),
      (words, at, length) => {
        const from = at % words.length;
        const phrase = words.slice(from, from + length).join(' ');
        const start = words.slice(0, from).join(' ').length + (from === 0 ? 0 : 1);
        const finder = new PhraseFinder();
        const number = finder.add(phrase);
        expect(finder.find(words.join(' ').toUpperCase())).toContainEqual({
          phrase: number,
          start,
          end: start + phrase.length,
        });
      },
    ),
    { numRuns: propertyRuns(200) },
  );
});
