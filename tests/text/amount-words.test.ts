import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLeast, mayStartWithNumber, withoutLead } from '../../text/amount-words.ts';
import { holdsAmount, measureIn } from '../../text/measure.ts';
import { normaliseValue } from '../../text/normalise.ts';
import { propertyRuns } from '../fixtures/property-runs.ts';

test.each([
  ['60W', 'max. 60 W', '60 W (max.)', 'bis 60 W', 'maximal 60 Watt', 'up to 60 watts', "jusqu'à 60 W", 'jusqu’à 60 W'],
  [
    '13 kg',
    'ca. 13 kg',
    'etwa 13 Kilogramm',
    'about 13 kg',
    'environ 13 kg',
    '13 kg approx.',
    'aprox. 13 kg',
    'ok. 13 kg',
  ],
  [
    '120 kg',
    'ca. bis zu 120 kg',
    'op til 120 kg',
    'tot 120 kg',
    'até 120 kg',
    'fino a 120 kg',
    'do 120 kg',
    '最大 120 kg',
  ],
  ['6 players', 'up to 6 players', 'max. 6 players'],
])('words of approximation and of an upper bound leave an amount what it is: %j', (amount, ...written) => {
  expect(new Set(written.map(normaliseValue))).toEqual(new Set([normaliseValue(amount)]));
});

test.each([
  ['ab 3 Jahre', '3 Jahre'],
  ['from 3 years', '3 years'],
  ['min. 5 kg', '5 kg'],
  ['rund 160 cm', '160 cm'],
  ['under 5 kg and over', '5 kg'],
])('a lower bound, a shape and a sentence are no amount: %j is not %j', (text, amount) => {
  expect(normaliseValue(text)).not.toBe(normaliseValue(amount));
});

test.each(['max. 60 W', 'bis 120', 'ab 3 Jahre', 'up to 6 hours', 'Max 5', '120 kg maximal'])(
  'the number behind such words is read, whichever bound they say: %j',
  (text) => {
    expect(measureIn(normaliseValue(text))?.amount).toBe(Number(/\d+/.exec(text)?.[0]));
  },
);

test('a value that may not start with a number starts with none, whatever words stand around it', () => {
  const words = fc.array(fc.constantFrom('up', 'to', 'bis', 'zu', 'max', 'about', '60', '007', 'w', 'oak', ''));
  fc.assert(
    fc.property(words, (tokens) => {
      const norm = tokens.join(' ');
      expect(mayStartWithNumber(norm) || !/^\d/.test(withoutLead(norm.split(' '))[0] ?? '')).toBe(true);
    }),
    { numRuns: propertyRuns(200) },
  );
});

test.each([
  ['ab 3 Jahre', true],
  ['from 3 years', true],
  ['bis 3 Jahre', false],
  ['3 Jahre', false],
])('%j is the least of something: %j', (text, is) => {
  expect(isLeast(normaliseValue(text))).toBe(is);
});

test.each([
  ['2700-6500 K', '2700 – 6500 K', '2700 bis 6500 K', '2700 K - 6500 K', 'von 2700 bis 6500 K', 'from 2700 to 6500 K'],
  ['5 to 10 kg', 'between 5 and 10 kg', 'entre 5 y 10 kg', 'de 5 à 10 kg', 'od 5 do 10 kg', '5 a 10 kg', 'ca. 5-10 kg'],
])('a range is one value, however it is written: %j', (range, ...written) => {
  expect(new Set(written.map(normaliseValue))).toEqual(new Set([normaliseValue(range)]));
});

test.each([
  '7,21 kg',
  '5/10 kg',
  '5 and 10 kg',
  '5 A 10 V',
  '10 x 20 cm',
  '2-in-1',
  '24-7 support',
  '2019-03-15',
  '-20-60 °C',
])('two numbers are no range where no word or dash joins them upwards, beside one unit: %j', (text) => {
  expect(normaliseValue(text)).not.toContain(' to ');
});

test.each([
  ['2700-6500 K', '2700 K'],
  ['2700-6500 K', '3000 K'],
  ['2700-6500 K', '3000-4000 K'],
  ['1-2 kg', '1500 g'],
  ['1-2 Wochen', '2 Wochen'],
])('a range holds the amounts and ranges in it: %j holds %j', (range, other) => {
  expect(holdsAmount(normaliseValue(range), normaliseValue(other))).toBe(true);
});

test.each([
  ['2700-6500 K', '2000 K'],
  ['2700-6500 K', '2000-3000 K'],
  ['2700-6500 K', '3000 lm'],
  ['2700-6500 K', '3000'],
  ['3000 K', '3000 K'],
])('a range holds nothing else, and what is no range nothing: %j does not hold %j', (range, other) => {
  expect(holdsAmount(normaliseValue(range), normaliseValue(other))).toBe(false);
});

test('the comparison form of a comparison form is itself, whatever stands around amounts', () => {
  const word = fc.constantFrom(
    'ca.',
    'max.',
    'bis',
    'ab',
    'from',
    'to',
    'a',
    'and',
    '-',
    '–',
    'between',
    'W',
    'V',
    'kg',
    'K',
    '5',
    '10',
    '2.5',
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 7 }), (words) => {
      const form = normaliseValue(words.join(' '));
      expect(normaliseValue(form)).toBe(form);
    }),
    { numRuns: propertyRuns(500) },
  );
});
