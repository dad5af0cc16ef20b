import { englishExpression, englishPattern } from '../../lexicon/index.ts';
import { memoised } from '../../text/cache/memoised.ts';
import { isAsserted } from './context.ts';
import { knownValues, wordsBeside } from './known-values.ts';

/** Place in a text, start to end exclusive. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Characters of a text that are looked at on each side of a place. A sentence that begins before is a heap of words. */
const REACH = 320;

/** Mark that ends a sentence or sets apart what is said in it, but no decimal point. */
const SENTENCE = /[;:!?•|【】()[\]\n]|\.(?!\d)/u;

const anyOf = (words: readonly string[]) => `(?:${words.join('|')})`;
const aWord = (words: readonly string[], flags = 'iu') =>
  new RegExp(`(?<![\\p{L}\\p{N}'-])${anyOf(words)}(?![\\p{L}'-])`, flags);

/** Expressions for words around a place that say whom it is said of, and whether it is. */
function expressionsOnce() {
  const words = wordsBeside();
  const { beyond, verbs, degrees, pronouns, behind_parts, contents, no_parts, determiners, pointing, other_things } =
    words;
  const devices = knownValues().flatMap(({ field, phrases }) => (field === 'Compatible Devices' ? phrases : []));
  return {
    beyond: aWord(beyond),
    verb: new RegExp(`^(?<subject>.*?)(?:\\s|^)${anyOf(verbs)}(?:\\s${anyOf(degrees)})*$`, 'iu'),
    firstVerb: new RegExp(`^(?<subject>[^,]*?)\\s${anyOf(verbs)}\\s`, 'iu'),
    conjunction: new RegExp(`^${anyOf(words.conjunctions)}(?:\\s|$)`, 'iu'),
    pronoun: new RegExp(`^${anyOf(pronouns)}$`, 'iu'),
    contents: new RegExp(`(?<!\\p{L})${anyOf(contents)}\\s*:[^.;!?\\n]*$`, 'iu'),
    part: aWord(behind_parts, 'giu'),
    noPart: new RegExp(`(?<!\\p{L})${anyOf(no_parts)}(?!\\p{L})`, 'giu'),
    countedPart: aWord(words.counted_parts, 'giu'),
    heading: aWord([...contents, ...other_things]),
    determiner: new RegExp(`^${anyOf([...determiners, ...pointing])}$`, 'iu'),
    pointing: new RegExp(`^${anyOf(pointing)}$`, 'iu'),
    quality: aWord([...words.qualities, ...words.looks], 'giu'),
    introducing: new RegExp(englishPattern('claim: introducing', { pronouns: anyOf(pronouns) }), 'iu'),
    doubted: aWord(words.doubted),
    conditions: new RegExp(`^[\\s,(–—-]{0,3}${anyOf(words.conditions)}(?![\\p{L}-])`, 'iu'),
    saysNothing: aWord([...words.doubted, ...words.unsaid]),
    device: aWord(devices),
  };
}

let expressions: ReturnType<typeof expressionsOnce> | undefined;
const around = () => {
  expressions ??= expressionsOnce();
  return expressions;
};

const singular = (word: string) => word.toLowerCase().replace(/(?<=\p{L}{2}[^siu])s$/u, '');
const wordsIn = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.map(singular) ?? [];

const MOST_NAMES = 64;

/** Words by which a name calls its product. */
interface Called {
  /** The last words of the parts of the name, each up to what it goes with or holds besides: "Sleeve for Tablets". */
  readonly heads: ReadonlySet<string>;
  /** All words of those parts. */
  readonly words: ReadonlySet<string>;
  /** The words before each last one, where a number is among them, as of a model: "Ridge 25 Pack". */
  readonly models: readonly string[];
}

const calledBy = memoised(MOST_NAMES, (name): Called => {
  const parts = name
    .split(/[,;:|/()[\]{}【】]|\s[-–—]\s/u)
    .map((part) => wordsIn(part.split(around().beyond, 1)[0] ?? ''));
  const models = parts.map((words) => words.slice(0, -1).join(' '));
  return {
    heads: new Set(parts.flatMap((words) => words.findLast((word) => /\p{L}/u.test(word)) ?? [])),
    words: new Set(parts.flat()),
    models: models.filter((model) => /\p{L}.*\d/u.test(model) && !around().device.test(model)),
  };
});

/** A number and at most a unit of it, behind the name of a model: "25 L". */
const MODEL_UNIT = /(?<=\d) \p{L}{1,2}$/u;
/** Endings of adjectives, which do not make another thing of what they stand before. */
const ADJECTIVE = englishExpression('claim: adjective', 'u');
const LEAST_ALIKE = 4;
const MOST_OF_SUBJECT = 6;

/**
 * Tells whether a subject is the product and nothing that resembles it: its pronoun, its model, or what its name calls it behind
 * words that say no more than the name or what it is like. "Cheaper packs" are other packs. A `whole` subject, which its verb
 * stands behind, may have others where it points at the product: "This folding pack".
 */
function isCalled(subject: string, name: string, isWhole = false): boolean {
  const { pronoun, determiner, pointing, quality, introducing, beyond } = around();
  const words = wordsIn(subject.replace(introducing, '').replace(quality, ' '));
  while (words.length > 1 && determiner.test(words[0] as string)) words.shift();
  const last = words.at(-1) ?? '';
  const { heads, words: named, models } = calledBy(name);
  if (models.includes(words.join(' ').replace(MODEL_UNIT, ''))) return true;
  const isPointedAt = pointing.test(wordsIn(subject)[0] ?? '');
  const isPlain = (word: string) =>
    named.has(word) || ADJECTIVE.test(word) || (isPointedAt && isWhole && !beyond.test(word));
  if (words.length > MOST_OF_SUBJECT || !words.slice(0, -1).every(isPlain)) return false;
  if (heads.has(last)) return true;
  if (pronoun.test(last)) return !namesPart(subject, name);
  const isAlike = (head: string) =>
    Math.min(head.length, last.length) >= LEAST_ALIKE && (head.endsWith(last) || last.endsWith(head));
  return isPointedAt && !namesPart(last, name) && [...heads].some(isAlike);
}

/** Tells whether a text names a part, but for what the name calls the product itself. */
const namesPart = (text: string, name: string): boolean =>
  [...text.replace(around().noPart, ' ').matchAll(around().part)].some(
    ([word]) => !calledBy(name).heads.has(singular(word)),
  );

/** A label right before what is said, "Lining: ". */
const LABEL = /(?:^|[.;:!?•|【】()[\]\n])(?<label>[^.;:!?•|【】()[\]\n]*)[:：]\s*$/u;

/** Tells whether a text ends with a label that names a part or something that is called like the product: "Gift box: ". */
function isLabelledOther(before: string, name: string): boolean {
  const label = LABEL.exec(before)?.groups?.label?.trim() ?? '';
  if (label === '') return false;
  const isLike = wordsIn(label).some((word) => calledBy(name).heads.has(word));
  return isLike ? !isCalled(label, name) : namesPart(label, name) || around().heading.test(label);
}

/** Remarks between commas, which are of the clause that they stand in: "It isn't, sadly, so". */
const ASIDE = /,\s[\p{L} ]{1,20},(?=\s*$)/u;
const ASKED = /^[^.;:!|•\n]*\?/u;
/** A remark in brackets right behind a place. */
const REMARK = /^\s*[([](?<remark>[^)\]]*)/u;
/** A share of a whole, right before what it is one of. */
const SHARE = englishExpression('claim: share', 'u');

/** An amount that another one stands beside: a range, a sum, what is so much of something, or a second unit. */
const BEFORE_AMOUNT = englishExpression('claim: before amount', 'iu');
const BEHIND_AMOUNT = englishExpression('claim: behind amount', 'iu');

/** Says of an amount that it is the most there is, as sellers say of any. */
const UP_TO = /(?<!\p{L})up to\s$/iu;

/** Tells whether what stands at a place, if that begins with a number, is a whole amount: no end of a range, no part of a sum. */
export const isWholeAmount = (text: string, { start, end }: Stretch): boolean =>
  !/\d/.test(text[start] ?? '') ||
  (!BEFORE_AMOUNT.test(text.slice(Math.max(0, start - REACH), start)) &&
    !BEHIND_AMOUNT.test(text.slice(end, end + REACH)));

/** The way in which something is said: a quality stands alone; what is told needs the product before it, or nothing. */
export type Manner = 'quality' | 'told';

/**
 * Tells whether what stands at a place of a text is claimed of the product that a name is of: by its subject, if there is one, as
 * that of no part, content or other thing, and not denied, doubted, asked, compared or one of several to choose from.
 */
export function isClaimed(text: string, place: Stretch, name: string, manner: Manner): boolean {
  const from = Math.max(0, place.start - REACH);
  const isAmount = /\d/.test(text[place.start] ?? '');
  const said = text.slice(from, place.start).replaceAll('’', "'");
  const before = isAmount ? said.replace(UP_TO, '').replace(around().countedPart, ' ') : said;
  const after = text.slice(place.end, place.end + REACH).replaceAll('’', "'");
  const sentence = before.split(SENTENCE).at(-1) as string;
  if (from > 0 && sentence === before) return false;
  if (!isWholeAmount(text, place)) return false;
  if (ASKED.test(after) || SHARE.test(before) || around().conditions.test(after)) return false;
  const remark = REMARK.exec(after)?.groups?.remark ?? '';
  if (saysNothing(remark) || namesPart(remark, name)) return false;
  if (around().contents.test(before) || isLabelledOther(before, name)) return false;
  const whole = sentence.replace(ASIDE, ' ');
  const clause = whole.split(',').at(-1) as string;
  if (
    around().doubted.test(clause) ||
    !isAsserted(before + text.slice(place.start), before.length, before.length + place.end - place.start)
  )
    return false;
  return isOfProduct(whole.trim(), name, manner);
}

/** The last clause of a sentence, without a word that it goes on with. */
const lastClause = (sentence: string): string =>
  (sentence.split(',').at(-1)?.trim() ?? '').replace(around().conjunction, '').trim();

/** Words before the verb that ends a clause; none where none does. */
const subjectOf = (clause: string) => around().verb.exec(clause)?.groups?.subject?.trim();

/** Tells whether what comes behind a sentence, up to a place, is said of the product. */
function isOfProduct(sentence: string, name: string, manner: Manner): boolean {
  const clause = lastClause(sentence);
  const subject = subjectOf(clause);
  if (manner === 'quality' && namesPart(sentence, name)) return false;
  if (subject !== undefined && subject !== '') return isCalled(subject, name, true);
  const isUntold = subject === '' || !/[\p{L}\p{N}]/u.test(clause) || /^\p{L}+ly$/u.test(clause);
  if (manner === 'told' && !isUntold) return isCalled(clause, name);
  // What a sentence began to speak of, it still does.
  const first = around().firstVerb.exec(sentence)?.groups?.subject?.trim() ?? '';
  const isLike = manner === 'told' && wordsIn(first).some((word) => calledBy(name).heads.has(word));
  return !namesPart(sentence, name) && !around().doubted.test(first) && (!isLike || isCalled(first, name, true));
}

/** Tells whether a verb ends a text whose subject is the product: what comes behind it is claimed also where more follows. */
export const isPredicate = (before: string, name: string): boolean => {
  const subject = subjectOf(lastClause(before.slice(-REACH).split(SENTENCE).at(-1) as string));
  return subject !== undefined && (subject === '' || isCalled(subject, name, true));
};

/** Tells whether a phrase that stands for a value is none: a denial, a doubt, or words for what is to be seen or asked. */
export const saysNothing = (phrase: string): boolean => around().saysNothing.test(phrase.replaceAll('’', "'"));

/** Most words of a heading. */
const MOST_OF_HEADING = 4;

/** Lines of a text but for those below a heading of something else, "Shipping" or "Other products:", up to the next heading. */
export function linesOfProduct(lines: readonly string[]): string[] {
  let isOther = false;
  return lines.filter((line) => {
    const isHeading = line.endsWith(':') || (!/[.:!?;,\d]/u.test(line) && line.split(/\s+/).length <= MOST_OF_HEADING);
    if (isHeading && (line.endsWith(':') || around().heading.test(line))) isOther = around().heading.test(line);
    return !isOther;
  });
}
