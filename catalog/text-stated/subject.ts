import { memoised } from '../../text/memoised.ts';
import { wordsBeside } from './known-values.ts';

const anyOf = (words: readonly string[]) => `(?:${words.join('|')})`;

/** Expressions for words around a value in a sentence that say whom it is said of. */
function expressionsOnce() {
  const { beyond, verbs, degrees, pronouns, behind_parts, contents } = wordsBeside();
  return {
    beyond: new RegExp(`(?<!\\p{L})${anyOf(beyond)}(?!\\p{L})`, 'iu'),
    verb: new RegExp(`^(?<subject>.*?)(?:\\s|^)${anyOf(verbs)}(?:\\s${anyOf(degrees)})*$`, 'iu'),
    pronoun: new RegExp(`^${anyOf(pronouns)}$`, 'iu'),
    contents: new RegExp(`(?<!\\p{L})${anyOf(contents)}\\s*:[^.;!?]*$`, 'iu'),
    part: new RegExp(`(?<!\\p{L})${anyOf(behind_parts)}(?!\\p{L})`, 'giu'),
  };
}

let expressions: ReturnType<typeof expressionsOnce> | undefined;
const around = () => {
  expressions ??= expressionsOnce();
  return expressions;
};

const singular = (word: string) => word.toLowerCase().replace(/(?<=\p{L}{3})s$/u, '');
const wordsIn = (text: string) => text.match(/\p{L}[\p{L}\p{N}'’-]*/gu)?.map(singular) ?? [];

const MOST_NAMES = 64;

/** Words by which a name calls its product: the last words of its parts, each up to what it goes with or holds besides: "Sleeve for Tablets". */
const headsOf = memoised(MOST_NAMES, (name): ReadonlySet<string> => {
  const parts = name.split(/[,;:|/()[\]{}【】]|\s[-–—]\s/u).map((part) => part.split(around().beyond, 1)[0] ?? '');
  return new Set(parts.flatMap((part) => wordsIn(part).at(-1) ?? []));
});

const SENTENCE = /[.;:!?•|【】()[\]]/u;
const behindSentence = (text: string): string => text.split(SENTENCE).at(-1) as string;

/** Tells whether a word or two at the end of a text are what a name calls its product, or stand for that. */
function isCalled(subject: string, name: string): boolean {
  const last = /\p{L}[\p{L}\p{N}'’-]*$/u.exec(subject)?.[0] ?? '';
  return (around().pronoun.test(last) && !namesPart(subject, name)) || headsOf(name).has(singular(last));
}

/** Tells whether a text names a part, but for what the name calls the product itself. */
const namesPart = (text: string, name: string): boolean =>
  [...text.matchAll(around().part)].some(([word]) => !headsOf(name).has(singular(word)));

/** A label right before what is said, "Lining: ". */
const LABEL = /(?:^|[.;:!?•|【】()[\]])(?<label>[^.;:!?•|【】()[\]]*)[:：]\s*$/u;

/** Tells whether a text ends with a label that names a part. */
const isLabelledPart = (before: string, name: string): boolean =>
  namesPart(LABEL.exec(before)?.groups?.label ?? '', name);

/** Tells whether what comes behind a text is said of something else or asked: "The strap is", "The brightness is", "Is it". */
export function isOfPart(before: string, after: string, name: string): boolean {
  const sentence = behindSentence(before);
  if (/^[^.;:!|•]*\?/u.test(after) || namesPart(sentence, name) || isLabelledPart(before, name)) return true;
  if (around().contents.test(before)) return true;
  const clause = sentence.split(',').at(-1)?.trim() ?? '';
  const subject = around().verb.exec(clause)?.groups?.subject?.trim() ?? '';
  return subject !== '' && !isCalled(subject, name);
}

/**
 * Tells whether what comes behind a text is said of the product and of no part of it: "It is", "This tablet sleeve is", and
 * nothing before it in its sentence but qualities; not "The strap is".
 */
export function isOfProduct(before: string, name: string): boolean {
  const said = behindSentence(before).trim();
  if (said === '') return !isLabelledPart(before, name);
  const clause = said.split(',').at(-1)?.trim() ?? '';
  if (clause === '') return !namesPart(said, name);
  const subject = around().verb.exec(clause)?.groups?.subject?.trim();
  if (subject === undefined) return isCalled(clause, name);
  return subject === '' ? !namesPart(said, name) : isCalled(subject, name);
}

/** The end of a text behind which a value and "and" are said of what stands before the verb. */
export function isPredicate(before: string, name: string): boolean {
  const clause = behindSentence(before).split(',').at(-1)?.trim() ?? '';
  return around().verb.test(clause) && isOfProduct(before, name);
}
