import { expect, test } from 'vitest';
import { placesOf } from '../../../../stages/gates/words/places.ts';

test('words are found wherever they stand, character by character', () => {
  expect(placesOf('a red bag and a red pen', 'red')).toEqual([
    { start: 2, end: 5 },
    { start: 16, end: 19 },
  ]);
  expect(placesOf('a Red bag', 'red')).toEqual([]);
});

test.each(['', ' '])('blank words stand nowhere: %j', (words) => expect(placesOf('a bag', words)).toEqual([]));
