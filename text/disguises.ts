import { codePointOf, HTML_ENTITIES } from './html-entities.ts';

/** A text as its reader sees it, and for each of its units (and its end) the place it comes from. */
interface Undisguised {
  readonly text: string;
  readonly origin: readonly number[];
}

/** Letters drawn like Latin ones, by the letter they look like. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'аαɑᴀ',
  b: 'Ьʙƅ',
  c: 'сϲᴄ',
  d: 'ԁɗᴅ',
  e: 'еҽᴇ',
  f: 'ƒꜰ',
  g: 'ɡɢ',
  h: 'һʜ',
  i: 'іιıɩɪ',
  j: 'јϳᴊ',
  k: 'кκᴋ',
  l: 'ӏʟ',
  m: 'мᴍ',
  n: 'пηոɴ',
  o: 'оοσօᴏ',
  p: 'рρᴘ',
  q: 'ԛ',
  r: 'гʀ',
  s: 'ѕꜱ',
  t: 'тτᴛ',
  u: 'υսᴜ',
  v: 'ѵνᴠ',
  w: 'ѡԝωᴡ',
  x: 'хχ',
  y: 'уүγʏ',
  z: 'ᴢ',
  A: 'АΑ',
  B: 'ВΒ',
  C: 'СϹ',
  E: 'ЕΕ',
  F: 'Ϝ',
  H: 'НΗ',
  I: 'ІΙӀ',
  J: 'Ј',
  K: 'КΚ',
  M: 'МΜ',
  N: 'Ν',
  O: 'ОΟ',
  P: 'РΡ',
  S: 'Ѕ',
  T: 'ТΤ',
  V: 'Ѵ',
  X: 'ХΧ',
  Y: 'УΥ',
  Z: 'Ζ',
};
const LATIN_OF = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([latin, others]) => [...others].map((one) => [one, latin])),
);
const WORD = /[\p{L}\p{M}]+/gu;
const ACCENTED = /[\u00c0-\u024f\u1e00-\u1eff]\p{M}*|\p{Script=Latin}\p{M}+/gu;
/** "4,5 stars" */
const DECIMAL_COMMA = /(?<![\d.,])\d+,\d{1,2}(?![\d.,]*\d)/g;
const OTHER_LETTER = /(?!\p{Script=Latin})\p{L}/u;
const PLAIN = /^[\0-\x7f]*$/;

const MAY_BE_READ_OTHERWISE = /[<&`\x1b\x9b]|\*\*|__|~~|\d,\d/;
/** Markup that shows nothing itself: tags without a word of their own, comments, marks of emphasis, terminal codes. */
const MARKUP =
  /<\/?(?:b|i|u|em|strong|span|font|sub|sup|wbr)\s*\/?>|<!--[^\p{L}\p{N}]*-->|\*\*|__|~~|`|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]/giu;
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z][a-z0-9]{1,30}));/gi;
/** Shown as nothing: &shy; and its like. */
const UNSEEN = /^\p{Default_Ignorable_Code_Point}+$/u;

/** A text under change, with the places its units come from. */
class Reading {
  text: string;
  origin: number[];

  constructor(text: string) {
    this.text = text;
    this.origin = Array.from({ length: text.length + 1 }, (_, at) => at);
  }

  replace(pattern: RegExp, by: (...found: string[]) => string): void {
    let text = '';
    const origin: number[] = [];
    let at = 0;
    const keep = (to: number) => {
      for (; at < to; at++) origin.push(this.origin[at] as number);
    };
    for (const found of this.text.matchAll(pattern)) {
      text += this.text.slice(at, found.index);
      keep(found.index);
      const shown = by(...found);
      const isSameLength = shown.length === found[0].length;
      for (let unit = 0; unit < shown.length; unit++) origin.push(this.origin[isSameLength ? at + unit : at] as number);
      text += shown;
      at = found.index + found[0].length;
    }
    text += this.text.slice(at);
    keep(this.text.length + 1);
    this.text = text;
    this.origin = origin;
  }
}

function decoded(entity: string, hex?: string, decimal?: string, name?: string): string {
  const shown =
    hex !== undefined || decimal !== undefined
      ? codePointOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
      : (HTML_ENTITIES.get((name as string).toLowerCase()) ?? entity);
  return UNSEEN.test(shown) ? '' : shown;
}

/** A word all in another script stays one where the text has letters of it that look like none of ours. */
function readLetters(reading: Reading): void {
  const isForeign = [...reading.text].some((letter) => OTHER_LETTER.test(letter) && !LATIN_OF.has(letter));
  reading.replace(WORD, (word) => {
    const isMixed = /\p{Script=Latin}/u.test(word);
    const isAlike = [...word].every((letter) => LATIN_OF.has(letter));
    if (!isMixed && (isForeign || !isAlike)) return word;
    return [...word].map((letter) => LATIN_OF.get(letter) ?? letter).join('');
  });
  reading.replace(ACCENTED, (letter) => letter.normalize('NFD').replace(/\p{M}+/gu, ''));
}

/**
 * A text with markup taken out, entities decoded and letters of other scripts read as the Latin ones they are drawn like, accents
 * left out; undefined where that changes nothing.
 */
export function undisguised(text: string): Undisguised | undefined {
  const isPlain = PLAIN.test(text);
  if (isPlain && !MAY_BE_READ_OTHERWISE.test(text)) return undefined;
  const reading = new Reading(text);
  reading.replace(ENTITY, decoded);
  reading.replace(MARKUP, () => '');
  reading.replace(DECIMAL_COMMA, (number) => number.replace(',', '.'));
  if (!isPlain || !PLAIN.test(reading.text)) readLetters(reading);
  return reading.text === text ? undefined : { text: reading.text, origin: reading.origin };
}
