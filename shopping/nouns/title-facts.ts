import { englishWords } from '../../lexicon/index.ts';
import type { Product } from '../../schemas/product.ts';
import { tokensOf } from '../../text/normalise.ts';
import { UNIT_OF } from '../../text/units.ts';
import { isListedName } from './listed-names.ts';
import { isInPlural, isNoun, isPart } from './noun-words.ts';
import { isNumberOrColor, type Word, wordsOf } from './title-name.ts';

/** Fields whose values say what a product is like, and never what it is. */
const FIELDS_BEHIND = new Set(englishWords('product noun: fields behind names'));
/** The field whose values are no things, though words for them may be: "Cream". */
const COLOR = 'Color';
/** Most words of a value that is looked for at the end of a title. */
const MOST_WORDS = 3;
/** Fewest words that a title keeps. */
const LEAST_LEFT = 2;

const COUNT = /^\d+$/;

/** The values of a product, in comparison form, that say what it is like wherever they stand, and the counts of its parts: "7 drawers". */
function factsOf(details: Product['details']): ReadonlySet<string> {
  const facts = new Set<string>();
  for (const [field, { options }] of Object.entries(details)) {
    const counted = tokensOf(field.replace(/^number of /i, '')).join(' ');
    for (const option of options) if (COUNT.test(option) && isInPlural(counted)) facts.add(`${option} ${counted}`);
    if (!FIELDS_BEHIND.has(field.toLowerCase())) continue;
    for (const option of options) {
      const words = tokensOf(option);
      const isThing = field !== COLOR && words.some((word) => isNoun(word) || isPart(word));
      if (words.length > 0 && words.length <= MOST_WORDS && !isThing) facts.add(words.join(' '));
    }
  }
  return facts;
}

/** The words of a value that the first words of a title end with, at most as many as leave it a name; 0 where they end with none. */
function wordsOfFact(words: readonly Word[], facts: ReadonlySet<string>): number {
  for (let count = Math.min(MOST_WORDS, words.length - LEAST_LEFT); count > 0; count--) {
    const phrase = words.slice(-count).flatMap(({ text }) => tokensOf(text));
    // Of a cream-coloured "Shoe Cream" the cream is what it is.
    const before = words.at(-count - 1)?.text ?? '';
    if (facts.has(phrase.join(' ')) && !isListedName(`${before} ${phrase.join(' ')}`)) return count;
  }
  return 0;
}

/** Tells whether a word behind a name is none of it, or goes with the number before it: "C" of 0°C. */
const saysNothing = (words: readonly Word[], at: number): boolean =>
  isNumberOrColor(words[at]?.text ?? '') ||
  (isUnit(words[at]?.text ?? '') && /^\d[\d.,]*$/.test(words[at - 1]?.text ?? ''));

const isUnit = (word: string) =>
  (word.length === 1 || UNIT_OF.has(word.toLowerCase())) && !isNoun(word) && !isPart(word);

/**
 * The title of a product without what its own fields say behind its noun, and numbers and colours among that: "Pallio 2 Slice
 * Toaster" of one in cream.
 */
export function titleUpToFacts({
  title,
  details = {},
}: Pick<Product, 'title'> & Partial<Pick<Product, 'details'>>): string {
  const facts = factsOf(details);
  if (facts.size === 0) return title;
  const words = wordsOf(title);
  let [at, isCut] = [words.length, false];
  while (at > LEAST_LEFT) {
    const count = wordsOfFact(words.slice(0, at), facts);
    if (count === 0 && !saysNothing(words, at - 1)) break;
    isCut ||= count > 0;
    at -= Math.max(count, 1);
  }
  const last = words[at - 1] as Word;
  const isName = isNoun(last.text) || isListedName(`${words[at - 2]?.text} ${last.text}`);
  return isCut && isName ? title.slice(0, last.end) : title;
}
