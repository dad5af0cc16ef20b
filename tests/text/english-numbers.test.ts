import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readNumber } from '../../text/english-numbers.ts';

const read = (text: string) => readNumber(text.split(' '), 0);

test.each([
  ['five', 5],
  ['twenty five', 25],
  ['a hundred', undefined],
  ['hundred and twenty', 120],
  ['two hundred and five', 205],
  ['one thousand', 1000],
  ['two thousand five hundred', 2500],
  ['fifteen point six', 15.6],
  ['three point one four', 3.14],
  ['two and a half', 2.5],
  ['half a dozen', 6],
  ['two dozen', 24],
  ['2 thousand', 2000],
  ['1.5 million', 1_500_000],
  ['15.6', 15.6],
  ['zero point five', 0.5],
  ['for', undefined],
])('%j reads as %j', (text, amount) => expect(read(text)?.amount).toBe(amount));

test('reading a number takes only the words that belong to it', () => {
  expect(readNumber('the five point of'.split(' '), 1)).toEqual({ amount: 5, length: 1 });
  expect(readNumber('twenty five pens'.split(' '), 0)).toEqual({ amount: 25, length: 2 });
  expect(readNumber('five hundred and some'.split(' '), 0)).toEqual({ amount: 500, length: 2 });
});

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

function inWords(amount: number): string {
  if (amount < 20) return ONES[amount]!;
  if (amount < 100) return `${TENS[Math.floor(amount / 10) - 2]!}${amount % 10 === 0 ? '' : ` ${ONES[amount % 10]!}`}`;
  const [scale, name] = amount < 1000 ? [100, 'hundred'] : [1000, 'thousand'];
  const rest = amount % scale;
  const joint = name === 'hundred' ? ' and ' : ' ';
  return `${inWords(Math.floor(amount / scale))} ${name}${rest === 0 ? '' : joint + inWords(rest)}`;
}

test('any whole number written in words reads as itself', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999 }), (amount) => {
      expect(read(inWords(amount))?.amount).toBe(amount);
    }),
  );
});
