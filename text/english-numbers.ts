import { englishWords } from '../lexicon/index.ts';

/** Numbers written in words: "five", "twenty-five", "fifteen point six", "a hundred and twenty", "two and a half". */

const SMALL = new Map(englishWords('number words: small').map((word, amount) => [word, amount]));
const TENS = new Map(englishWords('number words: tens').map((word, place) => [word, (place + 2) * 10]));
const SCALES = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1_000_000],
  ['dozen', 12],
]);
TENS.set('fourty', 40).set('ninty', 90);

export const isNumberWord = (token: string): boolean => SMALL.has(token) || TENS.has(token) || SCALES.has(token);

const DIGITS = /^\d+(?:\.\d+)?$/;

export interface ReadNumber {
  readonly amount: number;
  /** Number of tokens it takes. */
  readonly length: number;
}

/** One run without a scale: 0 to 99 in words, or the digits of a numeral. */
function readSmall(tokens: readonly string[], from: number): ReadNumber | undefined {
  const token = tokens[from];
  if (token === undefined) return undefined;
  if (DIGITS.test(token)) return { amount: Number(token), length: 1 };
  const small = SMALL.get(token);
  if (small !== undefined) return { amount: small, length: 1 };
  const tens = TENS.get(token);
  if (tens === undefined) return undefined;
  const unit = SMALL.get(tokens[from + 1] ?? '');
  return unit !== undefined && unit > 0 && unit < 10 ? { amount: tens + unit, length: 2 } : { amount: tens, length: 1 };
}

/** "point" and the digits that follow it, as a fraction; zero length where there is none. */
function readFraction(tokens: readonly string[], from: number): ReadNumber {
  if (tokens[from] === 'and' && tokens[from + 1] === 'a' && tokens[from + 2] === 'half')
    return { amount: 0.5, length: 3 };
  if (tokens[from] !== 'point') return { amount: 0, length: 0 };
  let digits = '';
  let at = from + 1;
  for (; at < tokens.length; at++) {
    const token = tokens[at]!;
    const digit = SMALL.get(token);
    if (digit !== undefined && digit < 10) digits += digit;
    else if (digits === '' && /^\d+$/.test(token)) digits += token;
    else break;
  }
  return digits === '' ? { amount: 0, length: 0 } : { amount: Number(`0.${digits}`), length: at - from };
}

function readWhole(tokens: readonly string[], from: number): ReadNumber | undefined {
  const first = readSmall(tokens, from) ?? (SCALES.has(tokens[from] ?? '') ? { amount: 1, length: 0 } : undefined);
  if (first === undefined) return undefined;
  let total = 0;
  let current = first.amount;
  let at = from + first.length;
  for (;;) {
    const scale = SCALES.get(tokens[at] ?? '');
    if (scale === undefined) break;
    if (scale >= 1000) {
      total += current * scale;
      current = 0;
    } else {
      current *= scale;
    }
    at++;
    const gap = tokens[at] === 'and' ? 1 : 0;
    const next = isNumberWord(tokens[at + gap] ?? '') ? readSmall(tokens, at + gap) : undefined;
    if (next === undefined) continue;
    current += next.amount;
    at += gap + next.length;
  }
  return { amount: total + current, length: at - from };
}

/**
 * The number that starts at a token, in digits, in words or in both ("2 thousand"); undefined when none does. Whether
 * "one" is a number or a pronoun is for the caller to decide.
 */
export function readNumber(tokens: readonly string[], from: number): ReadNumber | undefined {
  const token = tokens[from];
  if (token === undefined) return undefined;
  if (token === 'half' && tokens[from + 1] === 'a' && tokens[from + 2] === 'dozen') return { amount: 6, length: 3 };
  const whole = readWhole(tokens, from);
  if (whole === undefined) return undefined;
  const fraction = readFraction(tokens, from + whole.length);
  // Words give at most a few decimals: rounding takes off what binary addition adds.
  const amount = Math.round((whole.amount + fraction.amount) * 1e9) / 1e9;
  return { amount, length: whole.length + fraction.length };
}
