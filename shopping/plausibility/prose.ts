import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { normaliseText, tokensOf } from '../../text/normalise.ts';
import { ownValue } from '../../text/own-value.ts';
import { type Check, quoted } from './judgement.ts';
import { ACCENTED_ENGLISH, FOREIGN_PHRASES, PHRASES, withoutAccents } from './reading.ts';

/** Looks for many phrases in a text at once, each as consecutive whole words. */
class PhraseFinder {
  /** Phrases, padded with a space on both sides, by their first word. */
  readonly #byFirstWord = new Map<string, string[]>();

  constructor(phrases: Iterable<string>) {
    for (const phrase of phrases) {
      const normalised = normaliseText(phrase);
      const [first] = normalised.split(' ', 1);
      if (first === undefined || first === '') continue;
      foundOrMade(this.#byFirstWord, first, () => []).push(` ${normalised} `);
    }
  }

  /** The first phrase found, reading the text from its start; `tokens` are the text's tokens. */
  find(tokens: readonly string[]): string | undefined {
    let padded: string | undefined;
    for (const token of tokens) {
      const phrases = this.#byFirstWord.get(token);
      if (phrases === undefined) continue;
      padded ??= ` ${tokens.join(' ')} `;
      const text = padded;
      const found = phrases.find((phrase) => text.includes(phrase));
      if (found !== undefined) return found.trim();
    }
    return undefined;
  }
}

/** Most words and characters of one value; names of devices run longer than properties. */
const LIMITS: Readonly<Record<string, readonly [words: number, characters: number]>> = {
  Brand: [6, 50],
  'Compatible Devices': [7, 60],
  'Compatible Phone Models': [7, 60],
  'Graphics Coprocessor': [7, 50],
  'Graphics Description': [7, 50],
  Processor: [6, 50],
  Size: [10, 50],
  Style: [3, 30],
};
const DEFAULT_LIMIT = [5, 40] as const;

const advertisements = new PhraseFinder(PHRASES.marketing);
const SENTENCE_END = /\p{L}{3,}[.!?]$/u;
const EXCLAIMS = /[!?！？。]|\p{L}\s*:\s+\S|\.\s+\p{Lu}/u;
const WORD = /[\p{L}\p{N}]/u;
/** Signs that separate values for certain; a sign or an "and" can stand within one. */
const LISTED = /[,;|]/;
const TWO_VALUES = /[\p{L}\p{N}"]\s*\|\s*[\p{L}\p{N}]|\p{L}\s[-–—]\s\p{L}/u;
const SEPARATOR = /[,;|、，/+&]|\band\b/i;
const WIRELESS_STANDARD = /802\.11/;

/** Finds sentences and advertising: a value names a property, it does not say anything. */
export const prose: Check = ({ field, option, tokens, words, normalised, vocabulary }) => {
  if (field === 'Brand' || vocabulary?.phrases.has(normalised) === true) return null;
  if (EXCLAIMS.test(option) || (SENTENCE_END.test(option) && words.length >= 3)) {
    return `sentence: ${quoted(option)} is punctuated like a sentence`;
  }
  const verb = tokens.length >= 2 ? tokens.find((token) => PHRASES.sentenceWords.has(token)) : undefined;
  if (verb !== undefined) {
    return `sentence: ${quoted(option)} says "${verb}" as a sentence does`;
  }
  if (field === 'Warranty Type') return null;
  const advertising = advertisements.find(tokens);
  if (advertising !== undefined && !(ownValue(PHRASES.marketingAllowed, field) ?? []).includes(normalised)) {
    return `marketing: "${advertising}" in ${quoted(option)} advertises`;
  }
  return null;
};

/** Finds values too long for one property, and lists that stand as one option. */
export const length: Check = ({ field, option, words, vocabulary }) => {
  const [mostWords, mostCharacters] = ownValue(LIMITS, field) ?? DEFAULT_LIMIT;
  const count = words.filter((word) => WORD.test(word)).length;
  if (count > mostWords) return `too_long: ${quoted(option)} has ${count} words, at most ${mostWords} are one value`;
  if (option.length > mostCharacters) {
    return `too_long: ${quoted(option)} has ${option.length} characters, at most ${mostCharacters} are one value`;
  }
  if (field === 'Brand' || WIRELESS_STANDARD.test(option)) return null;
  const items = option.split(SEPARATOR).length;
  if (items >= 4) return `list: ${quoted(option)} holds ${items} values in one`;
  if (TWO_VALUES.test(option) && (vocabulary !== undefined || field === 'Size'))
    return `list: ${quoted(option)} holds two values in one`;
  if (!LISTED.test(option) || vocabulary === undefined) return null;
  const parts = option.split(LISTED).map(normaliseText);
  return parts.every((part) => vocabulary.phrases.has(part))
    ? `list: ${quoted(option)} holds ${parts.length} values in one`
    : null;
};

const MARKUP = /<[^>]*>|[<>]|&(?:#x?[\da-f]+|[a-z]{2,8});|\{\{|\$\{|\\[nrtu]|%[0-9a-f]{2}%|[›‹]|\]\(|`|\[object/i;
const ADDRESS = /https?:|www\.|\b[\w-]+\.(?:com|net|org|cn|co|io|html?|php|jpe?g|png)\b|[\w.]+@[\w-]+\.\w/i;
const artefacts = new PhraseFinder(PHRASES.artefacts);
const instructions = new PhraseFinder(PHRASES.instructions);
/** The turns of a conversation. */
const ROLE = /\b(?:assistant|system|user|human|ai)\s*:|<\|/i;
const ACTIVE =
  /<\s*\/?\s*(?:script|style|iframe|object|embed|svg|img|form|input|link|meta|base)\b|\bon\w+\s*=\s*["']?|javascript:|data:text/i;
/** Without a tag or an entity, cleaning takes no words out of a raw value, and the option shows all of them. */
const TAG_OR_ENTITY = /<[\w!/]|&[#\w]+;/;
/** Control and bidi characters; the C0 controls that are white space are only that. */
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

/** Finds page markup, addresses and text of the page around the value. */
export const markup: Check = ({ field, option, tokens }) => {
  if (MARKUP.test(option)) return `markup: ${quoted(option)} holds markup`;
  if (field !== 'Brand' && ADDRESS.test(option)) return `markup: ${quoted(option)} holds an address`;
  if (/^["“'‘«].*["”'’»]$/u.test(option)) return `markup: ${quoted(option)} stands in quotation marks`;
  const artefact = artefacts.find(tokens);
  return artefact === undefined
    ? null
    : `artefact: "${artefact}" in ${quoted(option)} is text of the page, not of the product`;
};

/** Finds a value that speaks to a model. */
export const instruction: Check = ({ option, tokens }) =>
  ROLE.test(option) || instructions.find(tokens) !== undefined
    ? `instruction: ${quoted(option)} addresses a model`
    : null;

/**
 * Finds noise that only the raw value shows: active markup, hidden characters, instructions that cleaning cut apart.
 * Harmless tags and entities are not held against a value, since cleaning repairs them fully.
 */
export function rawNoise(rawValue: string): string | null {
  if (CONTROL.test(rawValue)) return 'control_characters: the raw value hides control characters';
  if (!TAG_OR_ENTITY.test(rawValue)) return null;
  if (ACTIVE.test(rawValue)) return `markup: ${quoted(rawValue)} holds active markup`;
  const speaks = ROLE.test(rawValue) || instructions.find(tokensOf(rawValue)) !== undefined;
  return speaks ? `instruction: ${quoted(rawValue)} addresses a model` : null;
}

const ASCII = /^[\0-\x7f]*$/;
/** Greek letters are units and names of models; everything else that is not Latin is another script. */
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Greek}\P{L}]/u;
const ACCENTED_WORD = /[\p{L}'’-]*[^\0-\x7f\P{L}][\p{L}'’-]*/gu;
/** Fields of words that hold names, which may be foreign. */
const NAMES = new Set(['Compatible Devices', 'Compatible Phone Models']);

/** Finds values that are not English: another script, words of another language, accents English does not use. */
export const foreignLanguage: Check = ({ field, option, language, tokens, vocabulary }) => {
  if (language === 'any') return null;
  const ascii = ASCII.test(option);
  if (!ascii && OTHER_SCRIPT.test(option)) return `wrong_script: ${quoted(option)} is not in Latin letters`;
  if (NAMES.has(field) || (vocabulary === undefined && field !== 'Size')) return null;
  const plain = ascii ? tokens : tokensOf(withoutAccents(option));
  for (const [at, token] of plain.entries()) {
    if (FOREIGN_PHRASES.has(token)) return `wrong_language: "${token}" in ${quoted(option)} is not English`;
    const next = plain[at + 1];
    if (next !== undefined && FOREIGN_PHRASES.has(`${token} ${next}`)) {
      return `wrong_language: "${token} ${next}" in ${quoted(option)} is not English`;
    }
  }
  if (ascii) return null;
  for (const [word] of option.toLowerCase().normalize('NFC').matchAll(ACCENTED_WORD)) {
    if (/[^\p{Script=Greek}\0-\x7f\P{L}]/u.test(word) && !ACCENTED_ENGLISH.has(word)) {
      return `wrong_language: ${quoted(word)} is not English`;
    }
  }
  return null;
};

/** Share of a value's words that are of other languages, from which on it is no name that happens to hold one. */
const FOREIGN_SHARE = 0.5;

/** Finds values of fields nobody has words for that are not English, where names in other languages are no defect. */
export const foreignWords: Check = ({ option, language, tokens }) => {
  if (language === 'any' || tokens.length < 2) return null;
  const foreign = tokens.filter((token) => FOREIGN_PHRASES.has(token));
  return foreign.length < tokens.length * FOREIGN_SHARE
    ? null
    : `wrong_language: "${foreign.join(' ')}" in ${quoted(option)} is not English`;
};
