import { z } from 'zod';
import { commaList, readWords } from '../../lexicon/index.ts';

const WORDS = z
  .strictObject({ before: commaList, before_in_sentence: commaList, after: commaList, after_in_sentence: commaList })
  .parse(readWords('text-stated.yaml'));

const LETTER = String.raw`[\p{L}\p{N}]`;
const anyOf = (words: readonly string[]) => String.raw`(?<!${LETTER})(?:${words.join('|')})(?!${LETTER})`;

const BEFORE = new RegExp(anyOf(WORDS.before), 'u');
const BEFORE_IN_SENTENCE = new RegExp(anyOf(WORDS.before_in_sentence), 'u');
const AFTER = new RegExp(String.raw`^[\s-]*${anyOf(WORDS.after)}`, 'u');
const AFTER_IN_SENTENCE = new RegExp(anyOf(WORDS.after_in_sentence), 'u');

/** A list of options, or a longer name: "black/white", "leather-like", "all-black". */
const JOINED_BEFORE = /[/&+]\s?$|[\p{L}\p{N}]-$/u;
const JOINED_AFTER = /^\s?[/&+]|^-[\p{L}\p{N}]/u;

/** The count of a package of several, of which the amount beside it is that of one: "6 x 400 g", "85 g x 12". */
const COUNT_BEFORE = /(?<![\p{L}\p{N}.,])(?!1\s?[x×])\d+\s?[x×]\s?$/u;
const COUNT_AFTER = /^\s?[x×]\s?(?!1(?!\d))\d+(?![\p{L}\p{N}.,])/u;

/** Farthest reach of words, in characters. */
const REACH = 80;
const CLAUSE_BREAKS = /[,.;:!?()[\]{}|•·–—/【】（），。；：]/u;
const SENTENCE_BREAKS = /[.;!?|•【】。；]/u;

/** The end of a text behind the last break in it. */
function behindBreaks(text: string, breaks: RegExp): string {
  for (let at = text.length - 1; at >= 0; at--) if (breaks.test(text[at] as string)) return text.slice(at + 1);
  return text;
}

const upToBreak = (text: string) => text.split(SENTENCE_BREAKS, 1)[0] as string;

/**
 * Tells whether the words around a place leave no doubt that what stands there is said of the product: nothing is
 * denied, nothing it fits or comes without, no list to choose from, no part of a longer name. It is built to be sure,
 * not complete. Negations and the like are read in English only; of other languages the agreement with stated fields
 * decides.
 */
export function isAsserted(text: string, start: number, end: number): boolean {
  const before = text
    .slice(Math.max(0, start - REACH), start)
    .toLowerCase()
    .replaceAll('’', "'");
  const after = text
    .slice(end, end + REACH)
    .toLowerCase()
    .replaceAll('’', "'");
  if (JOINED_BEFORE.test(before) || JOINED_AFTER.test(after) || AFTER.test(after)) return false;
  if (/\d/.test(text[start] ?? '') && (COUNT_BEFORE.test(before) || COUNT_AFTER.test(after))) return false;
  if (BEFORE.test(behindBreaks(before, CLAUSE_BREAKS))) return false;
  return !BEFORE_IN_SENTENCE.test(behindBreaks(before, SENTENCE_BREAKS)) && !AFTER_IN_SENTENCE.test(upToBreak(after));
}
