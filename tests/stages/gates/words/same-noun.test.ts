import { expect, test } from 'vitest';
import { sameNoun } from '../../../../stages/gates/words/same-noun.ts';

test.each([
  ['battery', 'batteries'],
  ['cases', 'case'],
  ['dress', 'dresses'],
  ['bag', 'bag'],
  ['mouse', 'mice'],
  ['scarf', 'scarves'],
  ['knife', 'knives'],
])('%j and %j are one noun', (a, b) => expect([sameNoun(a, b), sameNoun(b, a)]).toEqual([true, true]));

test.each([
  ['charge', 'charger'],
  ['bag', 'baggage'],
  ['glass', 'gla'],
])('%j and %j are two', (a, b) => expect([sameNoun(a, b), sameNoun(b, a)]).toEqual([false, false]));
