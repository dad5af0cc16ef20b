import { englishWords } from '../lexicon/index.ts';
import type { Span } from '../schemas/finding.ts';
import { fieldWordsOf } from './aliases.ts';
import { foundOrMade } from './cache/found-or-made.ts';
import { FactPairs } from './cache/recent.ts';
import { normaliseValue } from './normalise.ts';
import { isRatingUnit, statesQuantity } from './number-context.ts';
import { type PreparedText, placeOf, preparedText, spanOf } from './prepare.ts';
import { type JoinedSpelling, type Letters, lettersOf, patternsOf, type ValuePatterns } from './spellings.ts';
import { stemOf } from './stem.ts';

export { findRangeMentions } from './range-mentions.ts';
export { spellingsOf } from './spellings.ts';

/**
 * Every place where a value stands in a text, in any spelling: case, white space, hyphens, joined and split words,
 * inflection, British and American forms, units and number words, abbreviations and aliases. Words are matched whole,
 * so "Red" is not in "reduced"; scripts without spaces by substring. A list counts as mentioned by any one of its
 * specific items. The field narrows what abbreviations and bare numbers can mean.
 *
 * What is flagged on purpose, because a leak gate had better ask once too often: the word in another sense ("in case"
 * for Case, "brush" for Brushed), the value inside a longer name ("faux leather" for Leather) or a negation ("not
 * waterproof"). What is not: a number with another unit, a price, a score with its stars ("4 stars" for Star), a name's
 * number ("iPhone 15" for 15 W).
 */
export const findMentions = (text: string | PreparedText, value: string, field?: string): Span[] =>
  mentionsIn(text, patternsOf(field, value), value, field);

/** `findMentions` of one value, for many texts. */
export function mentionsOf(value: string, field?: string): (text: string | PreparedText) => Span[] {
  const patterns = patternsOf(field, value);
  return (text) => mentionsIn(text, patterns, value, field);
}

function mentionsIn(
  text: string | PreparedText,
  patterns: ValuePatterns,
  value: string,
  field: string | undefined,
): Span[] {
  const prepared = typeof text === 'string' ? preparedText(text) : text;
  const found = search(prepared, patterns, value, field, true);
  if (prepared.undisguised === undefined) return found;
  return withoutContained([...found, ...search(prepared.undisguised, patterns, value, field, true)]);
}

interface Fact {
  readonly field: string;
  readonly value: string | readonly string[];
}

/**
 * True when two facts say the same or one says part of the other: USB under two fields, "Waterproof" as a feature and as
 * a level. Bare numbers are only the same when written alike: 8 items are not 8 GB.
 */
export function sharesFact(a: Fact, b: Fact): boolean {
  return listOf(a.value).some((one) => listOf(b.value).some((other) => sameFact(one, a.field, other, b.field)));
}

const listOf = (value: string | readonly string[]) => (typeof value === 'string' ? [value] : value);

const compared = new FactPairs();

const sameFact = (one: string, oneField: string, other: string, otherField: string) =>
  compared.of(oneField, one, otherField, other, () => isSameFact(one, oneField, other, otherField));

function isSameFact(one: string, oneField: string, other: string, otherField: string): boolean {
  if (normaliseValue(one) === normaliseValue(other)) return true;
  const within = (text: string, value: string, field: string) =>
    search(preparedText(text), patternsOf(field, value), value, field, false).length > 0;
  return within(one, other, otherField) || within(other, one, oneField);
}

function search(
  text: PreparedText,
  patterns: ValuePatterns,
  value: string,
  field: string | undefined,
  bareNumbers: boolean,
): Span[] {
  const found: Span[] = [];
  // Few values stand in a text: nothing is made until one does.
  for (const { forms } of patterns.spellings) {
    const places = text.index.get(forms[0]!);
    if (places === undefined) continue;
    for (const at of places)
      if (matchesAt(text.forms, at, forms) && isMeant(text, at, at + forms.length, value, field))
        found.push(spanOf(text, at, at + forms.length));
  }
  for (const joined of patterns.joined) searchJoined(text, joined, value, field, found);
  for (const quantity of patterns.quantities) {
    for (const place of text.numbers) {
      if (!bareNumbers && (place.unit === undefined || quantity.unit === undefined)) continue;
      if (statesQuantity(text, place, quantity)) found.push(spanOf(text, place.from, place.to));
    }
  }
  for (const dimension of patterns.dimensions) searchDimension(text, dimension, found);
  for (const part of patterns.substrings) searchSubstring(text, part, found);
  for (const part of patterns.compounds) searchCompound(text, part, found);
  for (const letters of patterns.letters) searchLetters(text, letters, found);
  return found.length > 1 ? withoutContained(found) : found;
}

function matchesAt(forms: readonly string[], at: number, wanted: readonly string[]): boolean {
  for (let step = 1; step < wanted.length; step++) if (forms[at + step] !== wanted[step]) return false;
  return true;
}

/** Finds words run together or torn apart: every stretch of whole entries whose letters are the value's. */
function searchJoined(
  text: PreparedText,
  spelling: JoinedSpelling,
  value: string,
  field: string | undefined,
  found: Span[],
): void {
  const { prefix, whole, head, lastStem } = spelling;
  const { joined, joinedStarts } = text;
  for (let hit = joined.indexOf(prefix); hit !== -1; hit = joined.indexOf(prefix, hit + 1)) {
    const from = text.entryAtJoined.get(hit);
    if (from === undefined) continue;
    for (let to = from + 1; to <= joinedStarts.length; to++) {
      const end = joinedStarts[to] ?? joined.length;
      if (end - hit > whole.length + 4) break;
      if (end - hit < prefix.length || !closeTogether(text, from, to, whole.length)) continue;
      const written = joined.slice(hit, end);
      const same = written === whole || (written.startsWith(head) && stemOf(written.slice(head.length)) === lastStem);
      if (!same) continue;
      if (isMeant(text, from, to, value, field)) found.push(spanOf(text, from, to));
      break;
    }
  }
}

/**
 * Torn words stand one character apart; very short ones only with a mark between, or spelled out: "A.C." and "g e l", but
 * not "a 4" for A4.
 */
function closeTogether({ text, starts, ends }: PreparedText, from: number, to: number, length: number): boolean {
  const isSpelled = to - from === length && length > 2;
  for (let at = from + 1; at < to; at++) {
    const gap = text.slice(ends[at - 1], starts[at]);
    if (gap.length > 1 || (gap === ' ' && length < 4 && !isSpelled)) return false;
  }
  return true;
}

function searchDimension(text: PreparedText, wanted: readonly number[], found: Span[]): void {
  const { numbers } = text;
  for (let first = 0; first + wanted.length <= numbers.length; first++) {
    const places = numbers.slice(first, first + wanted.length);
    if (!places.every(({ amount }, at) => amount === wanted[at])) continue;
    if (places.every((place, at) => at === 0 || isBy(text, places[at - 1]!.to, place.from))) {
      found.push(spanOf(text, places[0]!.from, places.at(-1)!.to));
    }
  }
}

/** "8.5 x 11", "8.5 by 11", "8.5 in W x 11", "8.5*11". */
function isBy({ text, words, starts, ends }: PreparedText, from: number, to: number): boolean {
  const between = words.slice(from, to).filter((word) => !/^[lwhdi]$/.test(word));
  if (between.length === 1) return between[0] === 'x' || between[0] === 'by';
  return between.length === 0 && /^\s?[*×]\s?$/.test(text.slice(ends[from - 1], starts[to]));
}

function searchSubstring(prepared: PreparedText, part: string, found: Span[]): void {
  const { text, unspaced } = prepared;
  if (unspaced === undefined || part === '') return;
  for (let at = unspaced.text.indexOf(part); at !== -1; at = unspaced.text.indexOf(part, at + 1)) {
    const last = unspaced.origin[at + part.length - 1]!;
    let next = at + part.length;
    while (unspaced.origin[next] === last) next++;
    // White space between characters was skipped: it does not belong to the mention.
    const end = last + text.slice(last, unspaced.origin[next]).trimEnd().length;
    found.push(placeOf(prepared, unspaced.origin[at]!, end));
  }
}

/** Finds a word that another is written on to: "Leder" in "Ledertasche". */
function searchCompound(text: PreparedText, part: string, found: Span[]): void {
  for (const [at, word] of text.words.entries())
    if (word.length > part.length && (word.startsWith(part) || word.endsWith(part)))
      found.push(spanOf(text, at, at + 1));
}

const lettersOfTexts = new WeakMap<PreparedText, Letters>();

/**
 * Finds a long name by its letters and digits, with at most one character between any two: "GeForceRTX308012GB". Digits
 * make the same numbers in both: "12 inches" is not "1/2 inches".
 */
function searchLetters(prepared: PreparedText, wanted: Letters, found: Span[]): void {
  const { letters, places, signs } = foundOrMade(lettersOfTexts, prepared, () => lettersOf(prepared.text));
  const first = letters.indexOf(wanted.letters);
  if (first === -1) return;
  const gapBefore = (at: number) => (at === 0 || at === places.length ? 1 : places[at]! - places[at - 1]! - 1);
  // "5 pounds" is no part of "1.5 pounds".
  const isEdge = (at: number) =>
    gapBefore(at) > 0 &&
    !/^\p{N}\S+\p{N}$/u.test(`${letters.slice(Math.max(0, at - 1), at)}${signs[at]}${letters.slice(at, at + 1)}`);
  const size = wanted.letters.length;
  for (let at = first; at !== -1; at = letters.indexOf(wanted.letters, at + 1)) {
    const to = at + size;
    if (!isEdge(at) || !isEdge(to)) continue;
    let [widest, isSame] = [0, true];
    for (let step = 1; step < size && widest <= 1; step++) {
      widest = Math.max(widest, gapBefore(at + step));
      isSame &&= signs[at + step] === wanted.signs[step];
    }
    if (widest <= 1 && (isSame || (widest === 0 && mayRunTogether(wanted))))
      found.push(placeOf(prepared, places[at]!, places[to - 1]! + 1));
  }
}

/** Tells whether two numbers of a name may be written as one where all of it is: "RTX 3080 12GB", and no "1 15 ounce". */
const mayRunTogether = ({ letters, signs }: Letters) =>
  /^\p{L}/u.test(letters) && signs.every((sign) => sign === '' || sign === ' ');

const FUNCTION_WORDS = new Set(englishWords('mentions: function words'));
/** Words after which a single letter is a name: "size A", "type I". */
const BEFORE_LETTER = new Set(englishWords('mentions: before letter'));

/**
 * A value that is also a function word needs more than the word: an abbreviation its capitals ("IT"), another value a
 * word of its field close by ("all skin types").
 */
function isMeant(text: PreparedText, from: number, to: number, value: string, field: string | undefined): boolean {
  const word = text.words[from]!;
  // "802.11ac" and "2.4g" end in letters that are part of the number's name.
  if (to - from === 1 && word.length <= 2 && from > 0 && isGlued(text, from) && /^\d/.test(text.forms[from - 1]!))
    return false;
  if (to - from === 1 && isRatingUnit(text, from)) return false;
  if (to - from > 1 || !FUNCTION_WORDS.has(word) || text.words.length === 1) return true;
  if (word.length === 1) return BEFORE_LETTER.has(text.words[from - 1] ?? '');
  if (/^\p{Lu}+$/u.test(value)) return /^\p{Lu}+$/u.test(text.text.slice(text.starts[from], text.ends[from]));
  const fieldWords =
    field === undefined ? undefined : (fieldWordsOf(field) ?? [stemOf(field.toLowerCase().split(' ').at(-1)!)]);
  if (fieldWords === undefined) return true;
  return text.forms.slice(Math.max(0, from - 3), from + 4).some((form) => fieldWords.includes(form));
}

const isGlued = ({ starts, ends }: PreparedText, at: number) => starts[at] === ends[at - 1];

function withoutContained(spans: Span[]): Span[] {
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: Span[] = [];
  for (const span of spans) {
    const last = kept.at(-1);
    if (last === undefined || span.end > last.end) kept.push(span);
  }
  return kept;
}

/**
 * True when two values of a field are one value written in two ways: spelling, unit, abbreviation or trade name, by what
 * the leak gates count as a mention. One that only holds the other ("faux leather", "leather") is another value.
 */
export function isSameValue(one: string, other: string, field: string): boolean {
  if (normaliseValue(one) === normaliseValue(other)) return true;
  return isMentionedWhole(one, other, field) && isMentionedWhole(other, one, field);
}

/** Tells whether some spelling of the value takes up every letter and digit of the text. */
function isMentionedWhole(text: string, value: string, field: string): boolean {
  return findMentions(text, value, field).some(
    ({ start, end }) => !/[\p{L}\p{N}]/u.test(text.slice(0, start) + text.slice(end)),
  );
}
