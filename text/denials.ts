import { englishExpression, englishWords, type Language, otherLanguage } from '../lexicon/index.ts';
import type { Span } from '../schemas/finding.ts';
import { negationsIn } from './polarity.ts';
import { sentenceAt } from './voucher-roles.ts';

/** Words a negation reaches across: "need *not* all have to come from", "*without* asking for". */
const LINKING = new Set(englishWords('denials: linking'));

/** The end of a negation's reach: a mark, an amount, a word that opens another clause. */
const CLAUSE = englishExpression('denials: clause', 'gu');
const INSTEAD = englishExpression('denials: instead', 'gu');

/** Negations of nothing that is asked for, and of what is told to be lacking: "my car came without", "I
 * still don't have". */
const IDLE = englishExpression('denials: idle', 'gu');

/** Words before it that make a negation ask for the thing: "skip what has no ...", "it is void when they are not ...". */
const REFUSING = englishExpression('denials: refusing', 'u');
/** The same, behind it: "without X I won't buy it", "items without X do not count". */
const REFUSED = englishExpression('denials: refused', 'u');

const NOT_NEEDED = englishExpression('denials: not needed', 'u');

/** "anything but X"; "nothing but X" asks for it, and so does who has everything but X. */
const ALL_BUT = englishExpression('denials: all but', 'u');

/** Tells whether the words before a place leave out what stands there, and nothing turns that round. */
function isLeftOut(text: string, at: number): boolean {
  const before = lowered(text.slice(sentenceAt(text, at).start, at));
  return ALL_BUT.test(before) && negationsIn(before.replace(ALL_BUT, '')).places.length === 0;
}

const lowered = (text: string) => text.toLowerCase().replaceAll('’', "'");

/** The words before a place as far back as a negation reaches, in lower case. */
function clauseBefore(text: string, at: number): string {
  const sentence = lowered(text.slice(sentenceAt(text, at).start, at));
  const last = [...sentence.matchAll(CLAUSE)].at(-1);
  const clause = last === undefined ? sentence : sentence.slice(last.index + last[0].length);
  return clause.replace(IDLE, '');
}

const isLinking = (words: string) => (words.match(/[\p{L}'-]+/gu) ?? []).every((word) => LINKING.has(word));

const CLAUSE_END = /[。！？；，,;.!?\n]/u;
/**
 * Distance in characters at which the words of a language that has them in a list may stand from what they turn away.
 */
const REACH = 14;

/** Tells whether words of the language turn away what stands at a place, in its clause. */
function isDeniedBy({ before, behind }: Language['denied'], text: string, { start, end }: Span): boolean {
  const left = (text.slice(0, start).split(CLAUSE_END).at(-1) as string).toLowerCase().slice(-REACH * 2);
  const right = (text.slice(end).split(CLAUSE_END, 1)[0] as string).toLowerCase().slice(0, REACH);
  return standsIn(left, before) || standsIn(right, behind);
}

/** Tells whether one of some words stands in a text, set apart where the script sets words apart. */
const standsIn = (text: string, words: readonly string[]): boolean =>
  words.some((word) => new RegExp(`(?<![\\p{Script=Latin}])${word}(?![\\p{Script=Latin}])`, 'u').test(text));

/**
 * Tells whether a text takes back what stands at a place: "without X", "need not come with X", "X is not needed". It is
 * built to be sure: where other words stand between, where a second negation may cancel the first, and in sentences
 * about what is refused, nothing is taken back.
 */
export function isDenied(text: string, { start, end }: Span): boolean {
  const language = otherLanguage();
  if (language !== null) return isDeniedBy(language.denied, text, { start, end });
  if (isLeftOut(text, start)) return true;
  const before = clauseBefore(text, start);
  const after = lowered(text.slice(end, sentenceAt(text, start).end));
  const { text: clause, places } = negationsIn(before);
  const instead = [...clause.matchAll(INSTEAD)].map(({ 0: { length }, index }) => ({ end: index + length }));
  const [denial, ...others] = [...places, ...instead];
  if (denial === undefined) return NOT_NEEDED.test(after);
  if (others.length > 0 || !isLinking(clause.slice(denial.end))) return false;
  return !REFUSING.test(before) && !REFUSED.test(after);
}

/** "not only with free shipping": more is wanted, not less. */
const NOT_ONLY = englishExpression('denials: not only', 'iu');

/** Tells whether a text asks for what stands at a place, as far as words around it could take that back. */
export const isWanted = (text: string, place: Span): boolean =>
  NOT_ONLY.test(text.slice(0, place.start)) || !isDenied(text, place);

/** Words of a sentence that turn something away without a negation. */
const TURNING_AWAY = englishExpression('denials: turning away', 'iu');

/** Tells whether words of another language turn anything away in the sentence around a place. */
function turnsAway({ before, behind }: Language['denied'], text: string, start: number): boolean {
  const sentence =
    (text
      .slice(0, start)
      .split(/[。！？.!?]/u)
      .at(-1) as string) + text.slice(start).split(/[。！？.!?]/u, 1)[0];
  return standsIn(sentence.toLowerCase(), [...before, ...behind]);
}

/** Tells whether the sentence around a place turns anything away, be it by a negation or by a word such as "avoid". */
export function turnsAwayAt(text: string, { start }: Span): boolean {
  const language = otherLanguage();
  if (language !== null) return turnsAway(language.denied, text, start);
  const sentence = sentenceAt(text, start);
  const words = text.slice(sentence.start, sentence.end);
  return negationsIn(words).places.length > 0 || TURNING_AWAY.test(words);
}

/** Tells whether anything before a place, in its clause, is turned round, whatever it is. */
export function hasDenialBefore(text: string, at: number): boolean {
  const clause = clauseBefore(text, at);
  return negationsIn(clause).places.length > 0 || clause.search(INSTEAD) !== -1;
}

/** Tells whether the clause before a place speaks of what is refused: "I hate ordering from ...". */
export const isRefusedBefore = (text: string, at: number): boolean => REFUSING.test(clauseBefore(text, at));
