import { tokensOf } from '../../text/normalise.ts';
import { type Check, quoted } from './judgement.ts';
import { ACCENTED_ENGLISH, FOREIGN_PHRASES, withoutAccents } from './reading.ts';

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
