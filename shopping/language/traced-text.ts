import { englishExpression, englishWords } from '../../lexicon/index.ts';
import { editDistance } from '../../text/edit-distance.ts';
import { findMentions } from '../../text/mentions.ts';
import { normaliseValue, tokensOf } from '../../text/normalise.ts';
import { stemOf } from '../../text/stem.ts';
import { unitAt } from '../../text/units.ts';

/** "int:l" and "eu: 44": the system a size is given in, which no shopper says. */
const SIZE_SYSTEM = englishExpression('traced text: size system', 'i');
/** XS, L, 4XL: any number of X before the letter. */
const LETTER_SIZE = /^x*[sml]$/;
const SIZE_WORDS: Readonly<Record<string, string>> = { s: 'small', m: 'medium', l: 'large' };

/** An answer to its key: "organic: yes" is said by "organic", "model: none" by "no model". */
const ANSWERS: ReadonlySet<string> = new Set(englishWords('traced text: answers'));

/** Words that stand in any query, so that they trace nothing. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(englishWords('traced text: function words'));

const STARTS_WITH_DIGIT = /^\d/;

/** Derived words share these: embroidery and embroidered, frizziness and frizzy. */
const START_LETTERS = 4;
/** Words as long as this may differ by one letter ("lavander"); of shorter ones two are often words: stones, stores. */
const SLIP_LETTERS = 8;

/** The option itself, without the size system some marketplaces write before it. */
export const bareOption = (value: string): string => value.replace(SIZE_SYSTEM, '');

/** A query, to be asked which values it says anything of. */
export class TracedText {
  readonly #text: string;
  readonly #forms: ReadonlySet<string>;
  readonly #longWords: readonly string[];

  constructor(text: string) {
    const tokens = wordsOf(text);
    this.#text = text;
    this.#forms = new Set(tokens.flatMap(formsOf));
    this.#longWords = [...new Set(tokens)].filter((token) => token.length >= SLIP_LETTERS);
  }

  /**
   * Tells whether any word or number of the value stands in the text: inflected, derived, misspelt by a letter, apart
   * from its unit ("10pcs", "pack of 10"), or in another spelling of the whole value. Lenient on purpose: a value
   * without a trace is said in other words throughout, or not at all.
   */
  traces({ key, value }: { readonly key: string; readonly value: string }): boolean {
    const option = bareOption(value);
    const words = wordsOf(option);
    const asked = words.length === 1 && ANSWERS.has(words[0] as string) ? wordsOf(key) : words;
    const telling = tellingWords(asked);
    return (
      (telling.length > 0 ? telling : asked).some((word) => this.#has(word)) ||
      findMentions(this.#text, option).length > 0
    );
  }

  #has(word: string): boolean {
    if (formsOf(word).some((form) => this.#forms.has(form))) return true;
    return word.length >= SLIP_LETTERS && this.#longWords.some((other) => isSlip(word, other));
  }
}

const isSlip = (a: string, b: string) => Math.abs(a.length - b.length) <= 1 && editDistance(a, b) === 1;

/** Tokens with numbers in one format: "10.0" is "10". */
const wordsOf = (text: string): string[] =>
  tokensOf(text).map((token) => (STARTS_WITH_DIGIT.test(token) ? normaliseValue(token) : token));

/**
 * Words of which a text has to hold one: no unit behind a number, which says nothing without it, and no function word.
 */
function tellingWords(words: readonly string[]): string[] {
  const telling: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (!FUNCTION_WORDS.has(word)) telling.push(word);
    if (STARTS_WITH_DIGIT.test(word)) at += unitAt(words, at + 1)?.length ?? 0;
  }
  return telling;
}

function formsOf(word: string): string[] {
  if (STARTS_WITH_DIGIT.test(word)) return [word];
  const forms = [word, stemOf(word), word.slice(0, START_LETTERS)];
  if (!LETTER_SIZE.test(word)) return forms;
  const letter = word.slice(-1);
  return [...forms, SIZE_WORDS[letter] as string, ...(word.length > 1 ? [`x${letter}`] : [])];
}
