import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CLAIMS, COMMON_KINDS, claimsIn, kindsOf } from '../../../../families/ecomagentbench/opinions/claims.ts';
import { contentWords, inPlural, sharesContent } from '../../../../families/ecomagentbench/opinions/words.ts';

const opinionsIn = (sentence: string, title = '') =>
  claimsIn(sentence, contentWords(title)).map(({ opinion }) => opinion);

test('every opinion is a clause of 3 to 10 plain words', () => {
  for (const { opinion } of CLAIMS) {
    expect(opinion).toMatch(/^[a-z -]+$/);
    expect(opinion.split(' ').length).toBeGreaterThanOrEqual(3);
    expect(opinion.split(' ').length).toBeLessThanOrEqual(10);
    expect(contentWords(opinion).size).toBeGreaterThan(0);
  }
});

test('every opinion is worded once and has a kind of its own', () => {
  expect(new Set(CLAIMS.map(({ opinion }) => opinion)).size).toBe(CLAIMS.length);
  for (const { opinion, kind } of CLAIMS) {
    expect([...kindsOf(opinion)]).toEqual([kind]);
    expect([...kindsOf(inPlural(opinion))]).toEqual([kind]);
  }
});

test('every pattern of the table can be built', () => {
  for (const { opinion } of CLAIMS) expect(() => claimsIn(opinion)).not.toThrow();
  // A pattern is built for a text with its words, and here all of them are.
  for (const line of readFileSync('lexicon/en/opinion-claims.yaml', 'utf8').split('\n'))
    expect(() => claimsIn(line)).not.toThrow();
});

test('the kinds called common are kinds of the table', () => {
  const kinds = new Set(CLAIMS.map(({ kind }) => kind));
  for (const kind of COMMON_KINDS) expect(kinds).toContain(kind);
});

test.each([
  ['Very easy to install.', 'it is easy to install'],
  ['The battery easily lasts all day.', 'the battery lasts all day'],
  ['It doesn’t slip at all.', 'it does not slip'],
  ['Charges really fast and stays cool', 'it charges quickly'],
  ['My 4 year old daughter loves it!', 'kids love it'],
  ['Sturdy handle and smooth zippers.', 'the handle is sturdy'],
  ['Smells fantastic.', 'it smells amazing'],
  ['Ink flows smoothly', 'the ink flows smoothly'],
])('%j says that %s', (sentence, opinion) => expect(opinionsIn(sentence)).toContain(opinion));

test.each([
  'I bought it in May.',
  'Great product!',
  'Love it.',
  'Fast shipping and a great seller.',
  'Good value for the money.',
  'Takes great pictures.',
  'Picture quality is great.',
  'Works as expected.',
])('praise of nothing in particular, of the price, the seller or pictures in general makes no claim: %j', (sentence) =>
  expect(opinionsIn(sentence)).toEqual([]),
);

describe('what is said of a part is not said of the product', () => {
  test.each([
    ['The lid is very sturdy and looks nice.', 'it is very sturdy'],
    ['The packaging is easy to open.', 'it is easy to open'],
    ['Straps adjust easily.', 'it adjusts easily'],
    ['The remote is simple and easy to use.', 'it is easy to use'],
    ['The plug clicks in and the cord stays put.', 'it stays in place'],
  ])('%j does not say that %s', (sentence, opinion) => expect(opinionsIn(sentence)).not.toContain(opinion));

  test('unless the part is what is sold', () => {
    expect(opinionsIn('The lid is very sturdy and looks nice.', 'Silicone Pot Lid')).toContain('it is very sturdy');
    expect(opinionsIn('Straps adjust easily.', 'Guitar Strap')).toContain('it adjusts easily');
  });
});

test.each([
  ['it lasts all day', 'they last all day'],
  ['it is easy to clean', 'they are easy to clean'],
  ['it does not slip', 'they do not slip'],
  ['it washes well', 'they wash well'],
  ['it has a nice soft feel', 'they have a nice soft feel'],
  ['it still works after years of use', 'they still work after years of use'],
  ['kids love it', 'kids love them'],
  ['the battery lasts all day', 'the battery lasts all day'],
])('%j becomes %j for products spoken of in the plural', (one, many) => expect(inPlural(one)).toBe(many));

test('texts share content when a word of meaning has the same stem, not when only small words meet', () => {
  expect(sharesContent('it is easy to install', 'Installation was a breeze')).toBe(true);
  expect(sharesContent('it is easy to install', 'It is easy to clean')).toBe(false);
});
