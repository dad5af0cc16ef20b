import { englishExpression } from '../../lexicon/index.ts';
import { escaped } from '../../text/escaped.ts';
import { linesOfProduct, saysNothing } from '../text-stated/claim.ts';
import { canonicalField, KNOWN_FIELDS } from './fields.ts';
import { LINE_END, textOf } from './values.ts';

/** The way a cell lists what it states: "Color: Black | Material: Oak". */
export interface Labelled {
  /** The text between two of them; lines where it is left out. */
  readonly separator?: string | undefined;
  /** The text between a name and its value; empty where none stands there: "Item Weight18 g". */
  readonly label: string;
  /** True where the place of each stands behind it: "Color:Black:0". */
  readonly numbered?: boolean | undefined;
  /** True where the section that each stands in is before its name: "Fit:Heel Height:2 cm". */
  readonly sections?: boolean | undefined;
  /** The names that count, where other parts have colons too that stand behind no name; all where it is left out. */
  readonly names?: readonly string[] | undefined;
  /** True where nothing parts a value from the name behind it, as where tags were taken out of a table: "13.85Fork: Coil". */
  readonly glued?: boolean | undefined;
  /** True where a value is a phrase, and what is longer, lists what there is, denies, doubts or asks to see elsewhere is none. */
  readonly short?: boolean | undefined;
  /** True where names stand behind the stops and commas of a running text: "A lamp for desks. power: 5 W, socket: E14". */
  readonly running?: boolean | undefined;
}

/** The end of what names the rest of a line in HTML. */
const NAME_END = /<\/(?:th|dt)\s*>|<\/td\s*>\s*(?=<td)/gi;

const LONGEST_NAME = 40;
const MOST_WORDS = 6;

/** Tells whether cleaning a text leaves a separator as it stands: a bar, and no tag. */
const isKept = (separator: string) => textOf(`a${separator}b`) === `a${separator}b`;

/** A value that is a phrase: no list, no choice and no second sentence, with a stop behind it or none. */
const PHRASE = englishExpression('labelled parts: phrase', 'iu');

const QUOTED = /^"((?:[^"]|"")*)"$/;
/** Parts that a quoted value is cut into, at most: a quote may stand alone. */
const MOST_CUTS = 50;

/** Parts of which a value in quotes, right behind its label, is whole again where a separator in it was taken for one. */
function withWholeQuotes(parts: readonly string[], separator: string, label: string): string[] {
  const whole: string[] = [];
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] as string;
    const start = part.indexOf(label) + label.length;
    const isOpen = (value: string) => value.startsWith('"') && !QUOTED.test(value);
    let end = at;
    if (start >= label.length && isOpen(part.slice(start).trim())) {
      const closes = (place: number) => !isOpen(parts.slice(at, place).join(separator).slice(start).trim());
      const last = parts
        .slice(at + 1, at + MOST_CUTS)
        .findIndex((one, place) => one.trimEnd().endsWith('"') && closes(at + place + 2));
      if (last >= 0) end = at + last + 1;
    }
    whole.push(parts.slice(at, end + 1).join(separator));
    at = end;
  }
  return whole;
}

/** The parts of a text or of a list of texts. */
function partsOf(value: unknown, { separator, label }: Labelled): string[] {
  const texts = (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string');
  // A tag or an entity holds no separator: "<p style="margin: 0; padding: 0">", "5&quot;".
  const split = (text: string, by: string) => withWholeQuotes((isKept(by) ? textOf(text) : text).split(by), by, label);
  return texts
    .flatMap((text) =>
      separator === undefined
        ? text
            .replace(NAME_END, () => label)
            .replace(LINE_END, '\n')
            .split('\n')
        : split(text, separator),
    )
    .map(textOf)
    .filter((part) => part !== '');
}

/** A mark before each line of a list, or the bracket that its end closes. */
const BULLET = /^\s*[·•‣▪●◦►➤✓✔*([-]\s*/u;

/** The name and the value of a part; null where it has no name, such as an address. */
function pairIn(part: string, label: string): [name: string, value: string] | null {
  const at = part.indexOf(label);
  if (at < 1) return null;
  const name = part.slice(0, at).replace(BULLET, '').trim();
  const isName = name.length <= LONGEST_NAME && name.split(/\s+/).length <= MOST_WORDS && /^[\p{L}\p{N}]/u.test(name);
  let value = part.slice(at + label.length).trim();
  while (value.startsWith(label)) value = value.slice(label.length).trim();
  value = QUOTED.exec(value)?.[1]?.replaceAll('""', '"').trim() ?? value;
  return !isName || value === '' || value.startsWith('//') || !/\p{L}/u.test(name) ? null : [name, value];
}

/** The place of a name and its value behind them. */
const placeBehind = (value: string, label: string) => {
  const at = value.lastIndexOf(label);
  return at > 0 && /^\d{1,3}$/.test(value.slice(at + label.length)) ? at : -1;
};

/** The place that a value ends in; null where it ends in none. */
export function placeOf(value: string, label: string): number | null {
  const at = placeBehind(value, label);
  return at < 0 ? null : Number(value.slice(at + label.length));
}

/** Parts of a text in which nothing parts names from their values, which stand further apart than words do. */
export const partsApart = (value: unknown): string[] =>
  typeof value === 'string' ? value.split(/\s{2,}/).map((part) => textOf(part)) : [];

/** The names and values of a text in which nothing parts a value from the next name. */
function gluedPairs(value: unknown, { label, names = [] }: Labelled): [string, string][] {
  const written = names.map((name) => escaped(name)).join('|');
  if (label === '') {
    const unlabelled = new RegExp(`(?<![\\p{L}\\p{N}])(?<name>${written})(?::\\s*|(?!:))(?=[^\\s\\p{Ll}])`, 'gu');
    return partsApart(value).flatMap((part) => pairsAt(part, unlabelled));
  }
  // The longer of two names that end alike begins first.
  return pairsAt(
    textOf(value).replace(/[\s\u200b]+/gu, ' '),
    new RegExp(`(?<name>${written}) ?${escaped(label)}`, 'gu'),
  );
}

/** The names that an expression finds in a text, each with what stands behind it up to the next. */
function pairsAt(text: string, found: RegExp): [string, string][] {
  const places = [...text.matchAll(found)];
  return places.flatMap(({ index, 0: whole, groups }, at): [string, string][] => {
    const stated = text.slice(index + whole.length, places[at + 1]?.index).trim();
    return stated === '' || !/[\p{L}\p{N}]/u.test(stated) ? [] : [[groups?.name ?? '', stated]];
  });
}

/** A name behind the end of what is before it, and what stands between it and its value. */
const RUNNING = /(?:^|[.!?;,|])\s*(?<name>\p{L}[\p{L}\p{M}\p{N}_ -]{0,38}?)(?:\s|(?<!\d)|(?=:\D)):\s*(?=[^\s/])/gu;

/** The names and values in a running text, each value up to the next name, whether that counts or not. */
function runningPairs(value: unknown, { names }: Labelled): [string, string][] {
  const all = typeof value === 'string' ? pairsAt(textOf(value), RUNNING) : [];
  return all
    .filter(([name]) => names === undefined || names.includes(name))
    .map(([name, stated]): [string, string] => {
      // A value ends with its sentence, or before words that go on about something else.
      const [sentence = ''] = stated.split(/[.!?]\s+(?=\p{Lu})|[;|]|,\s+(?=(?:\p{Ll}+\s+){2})/u);
      return [name, sentence.replace(/[\s.!?;,|]+$/, '')];
    })
    .filter(([, stated]) => stated !== '' && !stated.includes('://'));
}

const KNOWN: ReadonlySet<string> = new Set(KNOWN_FIELDS);

/** A name and its value, of which the value begins with the end of the name of a field: "Water: Resistance Level Not Water Resistant". */
function withWholeName(name: string, value: string): [name: string, value: string] {
  const words = value.split(' ');
  const field = canonicalField(name);
  for (let count = Math.min(MOST_OF_NAME, words.length - 1); count > 0; count--) {
    const whole = `${name} ${words.slice(0, count).join(' ')}`;
    const called = canonicalField(whole);
    if (KNOWN.has(called) && (called === field || !KNOWN.has(field))) return [whole, words.slice(count).join(' ')];
  }
  return [name, value];
}

const MOST_OF_NAME = 2;

/** The names and values that a cell lists, and how many of its parts have no name. */
export function labelledParts(value: unknown, labelled: Labelled): { pairs: [string, string][]; others: number } {
  if (labelled.glued === true) return { pairs: gluedPairs(value, labelled), others: 0 };
  if (labelled.running === true) return { pairs: runningPairs(value, labelled), others: 0 };
  const isShort = labelled.short === true;
  const all = partsOf(value, labelled);
  const parts = isShort ? linesOfProduct(all) : all;
  const { label, numbered = false, sections = false, names } = labelled;
  const whole = parts
    .map((part) => {
      const pair = pairIn(part, label);
      // A part without a section is a name and its value.
      return (sections && pair !== null ? pairIn(pair[1], label) : null) ?? pair;
    })
    .filter((pair) => pair !== null)
    .filter(([name]) => names === undefined || names.includes(name))
    .flatMap(([name, value]): [string, string][] => {
      const phrase = isShort ? PHRASE.exec(value)?.groups?.phrase : value;
      return phrase === undefined || (isShort && saysNothing(phrase)) ? [] : [[name, phrase]];
    });
  const pairs = whole.map(([name, value]): [string, string] => {
    const at = numbered ? placeBehind(value, label) : -1;
    return withWholeName(name, at < 0 ? value : value.slice(0, at).trim());
  });
  return { pairs, others: parts.length - pairs.length };
}
