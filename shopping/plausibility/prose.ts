import { normaliseText } from '../../text/normalise.ts';
import { ownValue } from '../../text/own-value.ts';
import { type Check, quoted } from './judgement.ts';
import { PhraseFinder } from './phrase-finder.ts';
import { PHRASES } from './reading.ts';

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
/** What separates values for certain; a sign or an "and" can stand within one. */
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
