import { amountAlone, MOST_OF_AMOUNT } from './amount-words.ts';
import { codePointOf, HTML_ENTITIES } from './html-entities.ts';
import { charactersApart, tokensOf } from './tokens.ts';
import { unitAt, withRatesSpelled } from './units.ts';

export { tokensOf } from './tokens.ts';

/** Without "<", and without either the "&" or the ";" of an entity, printable ASCII has nothing to clean but its spaces. */
const PLAIN = /^(?:[\x20-\x25\x27-\x3b\x3d-\x7e]*|[\x20-\x3a\x3d-\x7e]*)$/;
const ANSI =
  /\x1b\[[0-?]*[ -/]*[@-~]|\x9b[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[PX^_][^\x1b]*(?:\x1b\\)?|\x1b[ -/]*[0-~]?/g;
const ESCAPE = /[\x1b\x9b]/;
const INVISIBLE = /[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
/** Joiners shape Arabic, Indic and emoji sequences; between other letters they only hide what is written. */
const JOINED = ['Arabic', 'Devanagari', 'Bengali', 'Gujarati', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala']
  .map((script) => `\\p{Script=${script}}`)
  .concat('\\p{Extended_Pictographic}', '\\p{M}')
  .join('');
const JOINER = /[\u200c\u200d]/;
const JOINER_IN_USE = new RegExp(`(?<=[${JOINED}])[\\u200c\\u200d](?=[${JOINED}])`, 'gu');
const TAG = /<(\/?)([a-z][a-z0-9-]*)(?:[\s/][^<>]*)?>|<!--[^<>]*-->|<![a-z][^<>]*>/gi;
const INLINE_TAGS = new Set('a b i u s em strong span font small big sub sup mark'.split(' '));
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z][a-z0-9]{1,30}));/gi;

/** A text with the characters that its entities stand for, in one pass; all else stands as it is written. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (entity, hex?: string, decimal?: string, name?: string) => {
    if (hex !== undefined) return codePointOf(Number.parseInt(hex, 16));
    if (decimal !== undefined) return codePointOf(Number.parseInt(decimal, 10));
    return HTML_ENTITIES.get(name!) ?? HTML_ENTITIES.get(name!.toLowerCase()) ?? entity;
  });
}

function removeInvisible(text: string): string {
  if (text.search(INVISIBLE) === -1) return text;
  const joiners = new Set(JOINER.test(text) ? [...text.matchAll(JOINER_IN_USE)].map(({ index }) => index) : []);
  return text.replace(INVISIBLE, (character, at: number) => {
    if (/[\t-\r\x85]/.test(character)) return ' ';
    return joiners.has(at) ? character : '';
  });
}

const removeTags = (text: string): string =>
  text.includes('<')
    ? text.replace(TAG, (_, _slash, name?: string) => (INLINE_TAGS.has(name?.toLowerCase() ?? '') ? '' : ' '))
    : text;

/**
 * Text fit to show and to quote: entities decoded, tags dropped, control, ANSI, bidi and zero-width characters removed,
 * white space collapsed, NFC. Cleaning clean text changes nothing. It is not escaped for HTML or a terminal.
 */
export function cleanText(text: string): string {
  if (PLAIN.test(text)) return text.includes('  ') ? text.replace(/ +/g, ' ').trim() : text.trim();
  let clean = text.toWellFormed();
  // What one pass removes can join what stood on both sides of it into a new tag or entity.
  for (let pass = 0; pass < 6; pass++) {
    const before = clean;
    clean = removeTags(removeInvisible(decodeEntities(ESCAPE.test(clean) ? clean.replace(ANSI, '') : clean)))
      .replace(/\s+/g, ' ')
      .trim()
      .normalize('NFC');
    if (clean === before) return clean;
  }
  return clean
    .replace(/[<>&\x1b\x9b]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The tokens of a text joined by one space. */
export const normaliseText = (text: string): string => tokensOf(text).join(' ');

const startsWithDigit = (token: string) => token.charCodeAt(0) <= 57 && token.charCodeAt(0) >= 48;
const NUMBER = /^\d+(?:\.\d+)?$/;

/** A number without the zeros that do not change it: "1.50" is "1.5", "15.0" is "15". */
const plainNumber = (number: string) =>
  number.includes('.') && NUMBER.test(number) ? number.replace(/\.?0+$/, '') : number;

/** Signs that mean a unit right after a digit; a quotation mark only when it does not close a quotation. */
function spellOutSigns(text: string): string {
  if (!/[&%°"'”″′’]/.test(text)) return text;
  let quotes = 0;
  return text.replace(/(\d\s?)?(''|′′|[&%°"”″'′’])/g, (all, digit: string | undefined, sign: string, at: number) => {
    if (sign === '&') return `${digit ?? ''} and `;
    const spaced = digit?.length === 2 && /["']/.test(sign);
    if (digit === undefined || spaced) {
      if (sign === '"') quotes++;
      return all;
    }
    if (sign === '%') return `${digit} percent `;
    if (sign === '°') return `${digit} degree `;
    const closes = sign === '"' && quotes % 2 === 1;
    const insideWord = sign.length === 1 && "'’".includes(sign) && /^\p{L}/u.test(text.slice(at + all.length));
    if (closes) quotes++;
    if (closes || insideWord) return all;
    return `${digit} ${["'", '′', '’'].includes(sign) ? 'ft' : 'in'} `;
  });
}

/**
 * The form in which two option values are compared: normalised text with unit spellings and number formats unified, so
 * that "1.69 Inches", "1.69 in" and `1.69"` are equal, and so are "60W" and "max. 60 W". Not for display.
 */
export function normaliseValue(text: string): string {
  const tokens = tokensOf(spellOutSigns(withRatesSpelled(text)));
  if (!tokens.some((token) => token.charCodeAt(0) <= 57)) return tokens.join(' ');
  const out: string[] = [];
  let numbers = 0;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at]!;
    at++;
    if (!startsWithDigit(token) || !NUMBER.test(token)) {
      out.push(token);
      continue;
    }
    numbers++;
    out.push(plainNumber(token));
    const unit = unitAt(tokens, at);
    if (unit === undefined) continue;
    out.push(unit.unit);
    at += unit.length;
  }
  return (numbers > MOST_OF_AMOUNT ? out : amountAlone(text, out)).join(' ');
}

/**
 * A text's words between spaces, whatever their case and punctuation, in scripts without spaces its characters; empty
 * where it has none. One that includes another says its words one after the other.
 */
export function wordsApart(text: string): string {
  const words = charactersApart(normaliseText(text));
  return words === '' ? '' : ` ${words} `;
}

/** True when the phrase stands in the text as consecutive whole words. */
export function containsWords(text: string, phrase: string): boolean {
  const words = wordsApart(phrase);
  return words !== '' && wordsApart(text).includes(words);
}

/** Untrusted text for a terminal: control, ANSI, bidi and other invisible characters shown as visible escapes. */
export function escapeForTerminal(text: string): string {
  return text.toWellFormed().replace(INVISIBLE, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    return `\\u{${character.codePointAt(0)!.toString(16)}}`;
  });
}
