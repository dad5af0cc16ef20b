import { englishWords, ofLexicon, onLexicon, otherLanguage } from '../lexicon/index.ts';
import type { Span } from '../schemas/finding.ts';
import { RecentBytes } from './cache/recent-bytes.ts';
import { CURRENCY_MARKS, CURRENCY_WORDS } from './currencies.ts';
import { undisguised } from './disguises.ts';
import { isNumberWord, readNumber } from './english-numbers.ts';
import { amountsRead, FOREIGN_MONEY } from './foreign-money.ts';
import { hasForeignNumbers, mayStartForeignNumber, numbersSetApart, readForeignNumber } from './foreign-numbers.ts';
import { wordFormOf } from './stem.ts';
import { foldWithOrigin, type TokenPlaces, tokenPlaces, visiblePart } from './tokens.ts';
import { mayHoldRates, unitAt, withRatesSpelled } from './units.ts';

/** A number of a text with everything around it that says what it counts. */
export interface NumberPlace {
  readonly amount: number;
  /** The unit written after it, or the pack noun of "pack of 5". */
  readonly unit: string | undefined;
  /** Entries it covers, end exclusive; the unit and the "pack of" before it are inside. */
  readonly from: number;
  readonly to: number;
  /** The entry of the number itself. */
  readonly at: number;
  /** A currency sign or word stands beside it. */
  readonly money: boolean;
  /** Part of a range, a date, a fraction, a score or a phone number. */
  readonly compound: boolean;
}

/**
 * A text read once for many look-ups. It is a row of entries: a word (by its stem), a number (digits or words, without
 * needless zeros) or a unit after a number (`u:` and its short form), each with its place.
 */
export interface PreparedText {
  /** The text without invisible characters; what `starts` and `ends` count in. Spans are made by `spanOf`. */
  readonly text: string;
  /** The place in the original of each unit of `text`, where the two differ. */
  readonly origin: readonly number[] | undefined;
  readonly forms: readonly string[];
  /** The entries as written, lower case and in American spelling; a number written in words is in digits. */
  readonly words: readonly string[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly numbers: readonly NumberPlace[];
  readonly index: ReadonlyMap<string, readonly number[]>;
  /** All words without spaces; `\0` keeps digits of two numbers apart. */
  readonly joined: string;
  readonly joinedStarts: readonly number[];
  readonly entryAtJoined: ReadonlyMap<number, number>;
  /** Only for texts in scripts whose words are not set apart: the folded text without white space, and its origins. */
  readonly unspaced: { readonly text: string; readonly origin: readonly number[] } | undefined;
  /** The text as its reader sees it, where markup or letters of other scripts hide that. */
  readonly undisguised: PreparedText | undefined;
}

/** Scripts written without spaces, or whose particles are written on to the word: there words are found as substrings. */
const GLUED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}]/u;
const hasGluedScript = (text: string): boolean => GLUED.test(text);
/** The stretches of a text that are in such a script. */
export const gluedParts = (text: string): string[] => text.match(GLUED_PARTS) ?? [];
const GLUED_PARTS = new RegExp(`(?:${GLUED.source}|[々〆ー\\p{M}])+`, 'gu');

const DIGITS = /^\d+(?:\.\d+)?$/;
/** Signs and abbreviations as they are written beside an amount; behind one, lower case ("rm") is a word like any other. */
const MARKS = Object.values(CURRENCY_MARKS)
  .flat()
  .filter((mark) => /\p{L}/u.test(mark))
  .sort((a, b) => b.length - a.length)
  .map((mark) => mark.replace(/[$.]/g, '\\$&'));
const MARKS_BEHIND = MARKS.filter((mark) => /[^a-z]/.test(mark));
const CURRENCY_BEFORE = new RegExp(`(?:\\p{Sc}|(?<!\\p{L})(?:${MARKS.join('|')}))\\s?$`, 'u');
const CURRENCY_AFTER = new RegExp(`^\\s?(?:\\p{Sc}|(?:${MARKS_BEHIND.join('|')})(?!\\p{L}))`, 'u');
const AMOUNT_WORDS = ofLexicon(
  () =>
    new Set(
      [...Object.values(CURRENCY_WORDS), ...FOREIGN_MONEY.values()]
        .flat()
        .map((word) => wordFormOf(word.toLowerCase()).spelling),
    ),
);
const AMOUNT_CODES = new Set(Object.keys(CURRENCY_MARKS).map((code) => code.toLowerCase()));
const PACK_NOUNS = new Map([
  ...englishWords('prepare: pack nouns').map((noun) => [noun, 'pack'] as const),
  ['set', 'set'],
  ['count', 'count'],
]);

/** After these, "one" stands for a thing; before these it does too. */
const ONE_AFTER = new Set(englishWords('prepare: one after'));
const ONE_BEFORE = new Set(englishWords('prepare: one before'));
const ONE_IS_NUMBER = new Set(englishWords('prepare: one is number'));
/** After a number, "in" before one of these is the preposition. */
const AFTER_PREPOSITION = new Set(englishWords('prepare: after preposition'));
/** Unit letters that are common words or letters too: a unit only when glued to the number. */
const GLUED_UNITS = new Set(['a', 's']);

/** Reads a text for `findMentions`; worth keeping when many values are looked for in it. */
export function prepareText(original: string): PreparedText {
  const { text, origin } = visiblePart(original);
  const plain = undisguised(text);
  return prepareVisible(text, origin, plain && prepareVisible(plain.text, placesIn(plain.origin, origin), undefined));
}

const placesIn = (inner: readonly number[], outer: readonly number[] | undefined) =>
  outer === undefined ? inner : inner.map((at) => outer[at] as number);

function prepareVisible(
  text: string,
  origin: readonly number[] | undefined,
  plain: PreparedText | undefined,
): PreparedText {
  const places = numbersSetApart(amountsRead(ratesRead(tokenPlaces(text), text), text));
  const { tokens, starts, ends } = places;
  const entries = new Entries(text, origin);
  for (let at = 0; at < tokens.length; ) {
    const start = starts[at]!;
    const run = mayStartNumber(tokens[at]!) ? clauseFrom(places, at, text) : [];
    const isPart =
      tokens[at] === 'one' && /\p{L}[^\s\p{L}]$/u.test(text.slice(Math.max(0, starts[at]! - 2), starts[at]));
    const read = hasForeignNumbers()
      ? readForeignNumber(run)
      : !isPart && isNumberHere(run, tokens[at - 1])
        ? readNumber(run, 0)
        : undefined;
    if (read === undefined) {
      // A number with several points is a version or an address: one word.
      const { stem, spelling } = wordFormOf(withoutPossessive(tokens[at]!, text, ends[at]!));
      entries.add(stem, spelling, start, ends[at]!);
      at++;
      continue;
    }
    at += read.length;
    const end = ends[at - 1]!;
    const number = entries.add(String(read.amount), String(read.amount), start, end);
    const sign = signAfter(text, end);
    const unit = sign === undefined ? unitAt(run, read.length) : undefined;
    if (sign !== undefined) {
      entries.add(`u:${sign.unit}`, sign.unit, end, sign.end);
      entries.number(number, read.amount, sign.unit);
    } else if (unit !== undefined && isUnitHere(run, read.length, unit.length, text.slice(end, starts[at]))) {
      const last = at + unit.length - 1;
      entries.add(`u:${unit.unit}`, tokens.slice(at, last + 1).join(''), starts[at]!, ends[last]!);
      entries.number(number, read.amount, unit.unit);
      at += unit.length;
    } else {
      entries.number(number, read.amount, undefined);
    }
  }
  return entries.finish(plain);
}

/** Places whose tokens say whether a rate is of bits or of bytes: "Gb/s", "GB/s", "GBps". */
function ratesRead(places: TokenPlaces, text: string): TokenPlaces {
  if (!mayHoldRates(text)) return places;
  const { starts, ends } = places;
  const read = (token: string, at: number) => {
    if (!/^[kmgt]b(?:ps)?$/.test(token)) return token;
    const [spelled = token] =
      /^\p{L}+/u.exec(withRatesSpelled(text.slice(starts[at], (ends[at] as number) + '/s '.length))) ?? [];
    return spelled.length > token.length ? spelled.toLowerCase() : token;
  };
  return { starts, ends, tokens: places.tokens.map(read) };
}

/** The place of a stretch of a prepared text in the original. */
export function placeOf({ origin }: PreparedText, start: number, end: number): Span {
  return origin === undefined ? { start, end } : { start: origin[start]!, end: origin[end - 1]! + 1 };
}

/** The place of some of its entries in the original, `to` exclusive. */
export const spanOf = (text: PreparedText, from: number, to: number): Span =>
  placeOf(text, text.starts[from]!, text.ends[to - 1]!);

/** The word after an entry and the one before, unless punctuation stands between. */
export const wordAfter = (text: PreparedText, to: number): string | undefined =>
  isWithinClause(text, to) ? text.words[to] : undefined;
export const wordBefore = (text: PreparedText, from: number): string | undefined =>
  isWithinClause(text, from) ? text.words[from - 1] : undefined;

function isWithinClause({ text, starts, ends }: PreparedText, at: number): boolean {
  return at > 0 && at < starts.length && WITHIN_CLAUSE.test(text.slice(ends[at - 1], starts[at]));
}

/** More tokens than any number with its unit and the word after it has. */
const LONGEST_NUMBER = 16;
const WITHIN_CLAUSE = /^(?:[^\S\n]*\(?|[-‐‑–_])$/;

/** The tokens from one on that punctuation does not part from it, but for the slash of "km/l": no number or unit reaches across a comma. */
function clauseFrom({ tokens, starts, ends }: TokenPlaces, from: number, text: string): string[] {
  let to = from + 1;
  for (; to < tokens.length && to - from < LONGEST_NUMBER; to++) {
    const gap = text.slice(ends[to - 1], starts[to]);
    if (WITHIN_CLAUSE.test(gap)) continue;
    const isAbbreviation = (tokens[to - 1] === 'fl' || tokens[to - 1] === 'sq') && /^\.\s?$/.test(gap);
    const isRate = gap === '/' && (unitAt(tokens, to - 1)?.length ?? 0) > 1;
    if (!isAbbreviation && !isRate) break;
  }
  return tokens.slice(from, to);
}

/** "HP's" is HP; in longer words the stem takes the s off, and "Levi's" may be written "Levis". */
function withoutPossessive(token: string, text: string, end: number): string {
  const isPossessive =
    token.length <= 3 && token.length > 1 && token.endsWith('s') && /^['’ʼ]$/.test(text[end - 2] ?? '');
  return isPossessive ? token.slice(0, -1) : token;
}

const mayStartNumber = (token: string) =>
  DIGITS.test(token) || (hasForeignNumbers() ? mayStartForeignNumber(token) : token === 'half' || isNumberWord(token));

/** Tells whether a clause opens with a number: "half" only of a dozen, "one" only where it is no pronoun. */
function isNumberHere(clause: readonly string[], before: string | undefined): boolean {
  const [token, next] = clause;
  if (token === undefined || token === 'half') return next === 'a' && clause[2] === 'dozen';
  if (token !== 'one') return true;
  if (next === undefined) return false;
  if (ONE_IS_NUMBER.has(next)) return true;
  if (ONE_AFTER.has(before ?? '')) return false;
  return !ONE_BEFORE.has(next);
}

/**
 * Tells whether a unit's spelling means it, by what stands between it and the number: "15.6-in" is one, "5-a" and
 * "2-in-1" are not.
 */
function isUnitHere(clause: readonly string[], at: number, length: number, between: string): boolean {
  const written = clause[at]!;
  if (length > 1 || between === '') return true;
  if (GLUED_UNITS.has(written)) return false;
  const isNumber = (token = '') => /^\d/.test(token) || isNumberWord(token);
  // Nothing is "15.6-in-1".
  if (between === '-' && (clause[0]!.includes('.') || !isNumber(clause[at + 1]))) return true;
  const next = clause[at + 1];
  if (written !== 'in' || next === undefined) return true;
  return !AFTER_PREPOSITION.has(next) && !isNumber(next);
}

/** A sign that is a unit right after a number: inch and foot marks, per cent, degree. */
function signAfter(text: string, end: number): { unit: string; end: number } | undefined {
  const sign = text[end];
  if (sign === undefined || /[\w\s]/.test(sign)) return undefined;
  if (sign === '%') return { unit: 'percent', end: end + 1 };
  if (sign === '°') return { unit: 'degree', end: end + 1 };
  const double = text.slice(end, end + 2);
  if (double === "''" || double === '′′' || double === '’’') return { unit: 'in', end: end + 2 };
  if (sign === '”' && closesQuotation(text, end, sign)) return undefined;
  if (sign === '″' || sign === '”' || sign === '′') return { unit: sign === '′' ? 'ft' : 'in', end: end + 1 };
  if (sign !== '"' && sign !== "'" && sign !== '’') return undefined;
  if (/\p{L}/u.test(text[end + 1] ?? '') || closesQuotation(text, end, sign)) return undefined;
  return { unit: sign === '"' ? 'in' : 'ft', end: end + 1 };
}

const OPENING: Readonly<Record<string, string>> = { '’': '‘', '”': '“' };
/**
 * Distance in characters that an opening mark is looked for backwards; keeps reading linear in a text of nothing but
 * marks.
 */
const LONGEST_QUOTATION = 200;

/** True when a mark of this kind was opened before and not closed: then this one closes it and is no unit. */
function closesQuotation(text: string, at: number, sign: string): boolean {
  const opening = OPENING[sign] ?? sign;
  let open = false;
  for (
    let place = text.indexOf(opening, Math.max(0, at - LONGEST_QUOTATION));
    place !== -1 && place < at;
    place = text.indexOf(opening, place + 1)
  ) {
    if (open) open = false;
    else open = !/[\p{L}\p{N}]/u.test(text[place - 1] ?? ' ');
  }
  return open;
}

class Entries {
  private readonly text: string;
  private readonly origin: readonly number[] | undefined;
  private readonly forms: string[] = [];
  private readonly words: string[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly numbers: NumberPlace[] = [];

  constructor(text: string, origin: readonly number[] | undefined) {
    this.text = text;
    this.origin = origin;
  }

  /** Adds an entry and returns its place. */
  add(form: string, word: string, start: number, end: number): number {
    this.words.push(word);
    this.starts.push(start);
    this.ends.push(end);
    return this.forms.push(form) - 1;
  }

  /** Tells what the number at an entry counts; its unit, if any, must be the last entry added. */
  number(at: number, amount: number, unit: string | undefined): void {
    const packNoun = this.forms[at - 1] === 'of' ? PACK_NOUNS.get(this.forms[at - 2] ?? '') : undefined;
    const packed = unit === undefined ? packNoun : undefined;
    this.numbers.push({
      amount,
      unit: unit ?? packed,
      from: packed === undefined ? at : at - 2,
      to: this.forms.length,
      at,
      money: false,
      compound: false,
    });
  }

  finish(undisguised: PreparedText | undefined): PreparedText {
    const index = new Map<string, number[]>();
    this.forms.forEach((form, at) => {
      const places = index.get(form);
      if (places === undefined) index.set(form, [at]);
      else places.push(at);
    });
    let joined = '';
    const joinedStarts: number[] = [];
    const entryAtJoined = new Map<number, number>();
    this.words.forEach((word, at) => {
      if (/\d$/.test(joined) && /^\d/.test(word)) joined += '\0';
      entryAtJoined.set(joined.length, at);
      joinedStarts.push(joined.length);
      joined += word;
    });
    return {
      text: this.text,
      origin: this.origin,
      forms: this.forms,
      words: this.words,
      starts: this.starts,
      ends: this.ends,
      numbers: this.numbers.map((place) => ({
        ...place,
        money: this.isMoney(place),
        compound: this.isCompound(place),
      })),
      index,
      joined,
      joinedStarts,
      entryAtJoined,
      unspaced: hasGluedScript(this.text) ? withoutSpaces(this.text) : undefined,
      undisguised,
    };
  }

  private isMoney({ at, to }: NumberPlace): boolean {
    const start = this.starts[at]!;
    const end = this.ends[at]!;
    return (
      CURRENCY_BEFORE.test(this.text.slice(Math.max(0, start - 4), start)) ||
      CURRENCY_AFTER.test(this.text.slice(end, end + 4)) ||
      AMOUNT_WORDS.has(this.words[to] ?? '') ||
      [this.words[at - 1], this.words[to]].some((word) => AMOUNT_CODES.has(word ?? ''))
    );
  }

  private isCompound({ at, to }: NumberPlace): boolean {
    const touches = (left: number, right: number) =>
      left >= 0 &&
      right < this.forms.length &&
      DIGITS.test(this.forms[left]!) &&
      DIGITS.test(this.forms[right]!) &&
      /^[-–—/:.]$/.test(this.text.slice(this.ends[left], this.starts[right]));
    return touches(at - 1, at) || touches(at, at + 1) || touches(to - 1, to);
  }
}

/** Letters that stand for others in the language in force: traditional characters for simplified ones. */
const LETTERS = ofLexicon(
  () =>
    new Map((otherLanguage()?.letters ?? '').split(/\s+/).flatMap(([from, to]) => (from && to ? [[from, to]] : []))),
);

/** A text with such letters as the language writes them, one for one. */
export const lettersFolded = (text: string): string =>
  LETTERS.size === 0 ? text : text.replace(/\p{Script=Han}/gu, (letter) => LETTERS.get(letter) ?? letter);

function withoutSpaces(text: string): { text: string; origin: number[] } {
  const folded = foldWithOrigin(text);
  let kept = '';
  const origin: number[] = [];
  for (let at = 0; at < folded.text.length; at++) {
    if (/\s/.test(folded.text[at]!)) continue;
    kept += folded.text[at];
    origin.push(folded.origin[at]!);
  }
  origin.push(text.length);
  return { text: lettersFolded(kept), origin };
}

/** Bytes that a prepared text takes, some, and for each of its characters. */
const BYTES_PER_TEXT = 1_500;
const BYTES_PER_CHARACTER = 35;
const ROOM = 16 << 20;
interface Remembered {
  readonly prepared: PreparedText;
  readonly byteLength: number;
}
let recent = new RecentBytes<Remembered>(ROOM);
onLexicon(() => {
  recent = new RecentBytes(ROOM);
});

/** `prepareText`, remembering the last texts: writers and gates ask for the same ones again and again, task after task. */
export const preparedText = (text: string): PreparedText =>
  recent.of(text, () => ({
    prepared: prepareText(text),
    byteLength: BYTES_PER_TEXT + BYTES_PER_CHARACTER * text.length,
  })).prepared;
