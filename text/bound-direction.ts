import { englishExpression, englishPattern, englishWords, type Language, otherLanguage } from '../lexicon/index.ts';
import type { Span } from '../schemas/finding.ts';
import { CURRENCY_MARKS, CURRENCY_WORDS } from './currencies.ts';
import { negationsIn } from './polarity.ts';
import { sentenceAt } from './voucher-roles.ts';

export type Bound = 'min' | 'max';

const oneOf = (words: readonly string[]) =>
  [...new Set(words.map((word) => word.toLowerCase()))]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.$]/g, '\\$&'))
    .join('|');
const MARK = oneOf([...Object.keys(CURRENCY_MARKS), ...Object.values(CURRENCY_MARKS).flat()]);
const UNIT = `${oneOf(Object.values(CURRENCY_WORDS).flat())}|${MARK}|${englishPattern('bound direction: counted')}`;

const before = (pattern: string) => new RegExp(String.raw`(?<![\p{L}'])(?:${pattern})$`, 'u');
const behind = (pattern: string) => new RegExp(String.raw`^(?:${pattern})(?!\p{L})`, 'u');

/**
 * Words that may stand between words of direction and the number: "at least around ₱500", "a minimum price of ₱500".
 */
const FILLER = englishExpression('bound direction: filler', 'u');
const SIGN = new RegExp(String.raw`(?:(?<!\p{L})(?:${MARK}))?\s*$`, 'u');
const COUNTED = new RegExp(String.raw`^[\s-]*(?:(?:${UNIT})(?!\p{L})[\s,]*){0,2}`, 'u');
const NUMBER = String.raw`(?:(?:${MARK})\s?)?\d`;

const LEAST = before(englishPattern('bound direction: least'));
const MOST = before(englishPattern('bound direction: most'));
/** Words that compare: a negation before them turns them round. */
const MORE = before(englishPattern('bound direction: more'));
const LESS = before(englishPattern('bound direction: less'));
const OR_MORE = behind(englishPattern('bound direction: or more', { NUMBER }));
const OR_LESS = behind(englishPattern('bound direction: or less', { NUMBER }));
const FIRST_OF_TWO = new RegExp(englishPattern('bound direction: first of two', { NUMBER }), 'u');
const SECOND_OF_TWO = new RegExp(englishPattern('bound direction: second of two', { UNIT }), 'u');

/** Words a negation reaches across to a comparison: "I do *not* want to pay any *more than*". */
const REACHED = new Set(englishWords('bound direction: reached'));

const ENGLISH_CLAUSE_END = englishExpression('bound direction: clause', 'u');
/** A comparison as it stands after the negation before it; null where it cannot be told what that turns round. */
function compared(left: string, bound: Bound, words: RegExp): Bound | null {
  const lead = left.replace(words, '');
  const clause = lead.split(ENGLISH_CLAUSE_END).at(-1) as string;
  const { text, places } = negationsIn(clause);
  const last = places.at(-1);
  if (last === undefined) return bound;
  const between = text.slice(last.end).match(/[\p{L}']+/gu) ?? [];
  if (places.length > 1 || !between.every((word) => REACHED.has(word))) return null;
  return bound === 'min' ? 'max' : 'min';
}

const BETWEEN = englishExpression('bound direction: between', 'u');
function leftBound(left: string): Bound | null {
  if (SECOND_OF_TWO.test(left)) return 'max';
  if (BETWEEN.test(left)) return 'min';
  if (MORE.test(left)) return compared(left, 'min', MORE);
  if (LESS.test(left)) return compared(left, 'max', LESS);
  const most = MOST.test(left);
  return LEAST.test(left) === most ? null : most ? 'max' : 'min';
}

/**
 * Distance in characters at which words of direction may stand from their number in a language that has them in a list.
 */
const REACH = 12;
const CLAUSE_END = /[。！？；，,;!?\n]/u;

/** Reads what the listed words of a language make of a number: those right before it, or in its clause behind it. */
function boundBy(bounds: Language['bounds'], text: string, { start, end }: Span): Bound | null {
  const left = (
    text
      .slice(Math.max(0, start - REACH * 2), start)
      .split(CLAUSE_END)
      .at(-1) as string
  ).toLowerCase();
  const right = (text.slice(end, end + REACH).split(CLAUSE_END, 1)[0] as string).toLowerCase();
  const isBefore = (words: readonly string[]) => words.some((word) => left.slice(-REACH - word.length).includes(word));
  const isBehind = (words: readonly string[]) => words.some((word) => right.trimStart().includes(word));
  const isSecond = bounds.between.some((word) => new RegExp(`\\d[^\\d]{0,6}${word}\\s*$`, 'u').test(left));
  if (isSecond) return 'max';
  if (bounds.between.some((word) => new RegExp(`^[^\\d]{0,6}${word}\\s*\\d`, 'u').test(right))) return 'min';
  const least = isBefore(bounds.least) || isBehind(bounds.least_behind);
  return least === (isBefore(bounds.most) || isBehind(bounds.most_behind)) ? null : least ? 'min' : 'max';
}

/**
 * Reads whether the words around a number make it the least or the most: "at least 4", "700 or more", "between 5 and
 * 9", "no less than 5". Null where they say neither, or both.
 */
export function boundAt(text: string, { start, end }: Span): Bound | null {
  const language = otherLanguage();
  if (language !== null) return boundBy(language.bounds, text, { start, end });
  const sentence = sentenceAt(text, start);
  const lower = (from: number, to: number) => text.slice(from, to).toLowerCase().replaceAll('’', "'");
  const sign = lower(sentence.start, start).replace(SIGN, '').trimEnd();
  const right = lower(end, sentence.end).replace(COUNTED, '');
  const left = leftBound(sign) ?? leftBound(sign.replace(FILLER, '').trimEnd());
  const following = FIRST_OF_TWO.test(right) || OR_MORE.test(right) ? 'min' : OR_LESS.test(right) ? 'max' : null;
  if (left !== null && following !== null && left !== following) return null;
  return left ?? following;
}
