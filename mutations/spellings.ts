import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { LOOK_ALIKES } from './look-alikes.ts';
import { numberInWords } from './number-words.ts';
import { changed, isWordy, letters, type Spelling, spelling } from './spelling-type.ts';

const LANGUAGES = ['German', 'Spanish', 'French', 'Indonesian', 'Chinese'] as const;
type Language = (typeof LANGUAGES)[number];

const Words = z.strictObject({
  names: z.record(z.string(), z.array(z.string())),
  inflected: z.record(z.string(), z.array(z.string())),
  languages: z.record(z.string(), z.tuple([z.string(), z.string(), z.string(), z.string(), z.string()])),
});
const { names, inflected, languages } = Words.parse(
  parse(readFileSync(new URL('./other-names.yaml', import.meta.url), 'utf8')),
);

/** Other names of a value in English, by its lower-case form; some hold in one field only. */
const OTHER_NAMES: ReadonlyMap<string, readonly { readonly name: string; readonly field?: string | undefined }[]> =
  new Map(
    Object.entries(names).map(([value, others]) => [
      value,
      others.map((other) => {
        const [name = '', field] = other.split(' @ ');
        return { name, field };
      }),
    ]),
  );

/** Names of values in other languages, by their lower-case English form. */
const FOREIGN = Object.fromEntries(
  LANGUAGES.map((language, at) => [
    language,
    new Map(
      Object.entries(languages).flatMap(([value, words]) => (words[at] === '' ? [] : [[value, words[at] as string]])),
    ),
  ]),
) as unknown as Readonly<Record<Language, ReadonlyMap<string, string>>>;

/** Other forms of a value, by its lower-case form. */
const INFLECTED: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(inflected));

const replaced = (pattern: RegExp, by: string | ((...found: string[]) => string)) => (value: string) =>
  changed(value, value.replace(pattern, by as string));

const between = (mark: string) => (value: string) =>
  isWordy(value) ? value.replace(/\p{L}+/gu, (word) => letters(word).join(mark)) : null;
const inMiddle = (mark: string) => (value: string) =>
  isWordy(value)
    ? value.replace(/[a-z]{4,}/i, (word) => `${word.slice(0, word.length / 2)}${mark}${word.slice(word.length / 2)}`)
    : null;

const BRITISH: readonly (readonly [RegExp, string])[] = [
  [/color/i, 'colour'],
  [/gray/i, 'grey'],
  [/aluminum/i, 'aluminium'],
  [/fiber/i, 'fibre'],
  [/organiz/i, 'organis'],
  [/deodorizing/i, 'deodorising'],
  [/jewelry/i, 'jewellery'],
  [/liters/i, 'litres'],
  [/volumizing/i, 'volumising'],
  [/cancellation/i, 'cancelation'],
  [/canceling/i, 'cancelling'],
  [/checkered/i, 'chequered'],
  [/multicolor/i, 'multicolour'],
];
const british = (value: string) => {
  const found = BRITISH.find(([american]) => american.test(value));
  return found === undefined ? null : value.replace(...found);
};

const NOUNS =
  /(?:cream|lotion|gel|oil|stick|balm|liquid|foam|clip|zipper|button|buckle|snap|cable|mount|tablet|laptop|camera|smartphone|smartwatch|television|projector|console|desktop|animal|sport|holiday|bedroom|office|patio|wedding|birthday|graduation|stripe|star|apple|rose|almond|coconut|speaker|jack|connector)$/i;

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/ inches$/i, ' in'],
  [/ inches$/i, '"'],
  [/ inches$/i, '-inch'],
  [/ inches$/i, ' inch'],
  [/ feet$/i, ' ft'],
  [/ feet$/i, "'"],
  [/ ounces$/i, ' oz'],
  [/ ounces$/i, ' oz.'],
  [/ fl oz$/i, ' fluid ounces'],
  [/ fl oz$/i, ' fl. oz.'],
  [/ fl oz$/i, 'floz'],
  [/ GB$/i, 'GB'],
  [/ GB$/i, ' gigabytes'],
  [/ GB$/i, ' gigs'],
  [/ watts?$/i, 'W'],
  [/ watts?$/i, ' W'],
  [/ watts?$/i, '-watt'],
  [/ liters?$/i, ' L'],
  [/ liters?$/i, ' litres'],
  [/ percent$/i, '%'],
  [/ GHz/i, 'GHz'],
  [/ pounds$/i, ' lbs'],
  [/ volts?$/i, 'V'],
  [/ hz$/i, 'hertz'],
];
const rounded = (amount: number) => String(Math.round(amount * 100) / 100);
const CONVERSIONS: readonly (readonly [RegExp, (amount: number) => string])[] = [
  [/^([\d.]+) inches$/i, (amount) => `${rounded(amount * 2.54)} cm`],
  [/^([\d.]+) inches$/i, (amount) => `${rounded(amount * 25.4)} millimetres`],
  [/^([\d.]+) inches$/i, (amount) => `${rounded(amount / 12)} feet`],
  [/^([\d.]+) feet$/i, (amount) => `${rounded(amount * 12)} inches`],
  [/^([\d.]+) feet$/i, (amount) => `${rounded(amount * 0.3048)} m`],
  [/^([\d.]+) ounces$/i, (amount) => `${rounded(amount * 28.35)} grams`],
  [/^([\d.]+) fl oz$/i, (amount) => `${rounded(amount * 29.57)} ml`],
  [/^([\d.]+) GB$/i, (amount) => `${rounded(amount * 1000)} MB`],
  [/^([\d.]+) GB$/i, (amount) => `${rounded(amount * 1024)} MB`],
  [/^([\d.]+) watts?$/i, (amount) => `${rounded(amount / 1000)} kW`],
  [/^([\d.]+) liters?$/i, (amount) => `${rounded(amount * 1000)} ml`],
];
const unitSpellings = UNITS.map(
  ([pattern, by], at): Spelling => ({ name: `units written ${at}`, spell: replaced(pattern, by) }),
);
const conversions = CONVERSIONS.map(
  ([pattern, convert], at): Spelling => ({
    name: `units converted ${at}`,
    spell(value) {
      const found = pattern.exec(value);
      return found === null ? null : convert(Number(found[1]));
    },
  }),
);

const otherNames = [0, 1, 2, 3].map(
  (place): Spelling => ({
    name: `another name ${place}`,
    spell: (value, field) =>
      (OTHER_NAMES.get(value.toLowerCase())?.filter((entry) => entry.field === undefined || entry.field === field) ??
        [])[place]?.name ?? null,
  }),
);
const foreign = (language: Language): Spelling => ({
  name: `in ${language}`,
  spell: (value) => FOREIGN[language].get(value.toLowerCase()) ?? null,
});

/** Ways to write a value, one group a kind of disguise. Groups of several count as one operator. */
export const SPELLINGS: Readonly<Record<string, readonly Spelling[]>> = {
  'as listed': [spelling('as listed', (value) => value)],
  'upper, lower and title case': [
    spelling('upper', (value) => changed(value, value.toUpperCase())),
    spelling('lower', (value) => changed(value, value.toLowerCase())),
    spelling('mixed', (value) =>
      changed(
        value,
        letters(value)
          .map((letter, at) => (at % 2 ? letter.toUpperCase() : letter.toLowerCase()))
          .join(''),
      ),
    ),
  ],
  'plural and singular': [
    spelling('plural', (value) => (NOUNS.test(value) ? `${value}s` : null)),
    spelling('singular', (value) =>
      /[^s]s$/i.test(value) && /^[a-z ]+s$/i.test(value) && NOUNS.test(value.slice(0, -1)) ? value.slice(0, -1) : null,
    ),
    spelling('possessive', (value) => (NOUNS.test(value) ? `${value}'s` : null)),
  ],
  'hyphens, spaces, joined': [
    spelling('hyphens', replaced(/(?<=\p{L}) (?=\p{L})/gu, '-')),
    spelling('spaces', replaced(/-/g, ' ')),
    spelling('joined', (value) => (isWordy(value) ? changed(value, value.replace(/[ -]/g, '')) : null)),
    spelling('underscores', replaced(/(?<=\p{L}) (?=\p{L})/gu, '_')),
    spelling('two spaces', replaced(/(?<=\p{L}) (?=\p{L})/gu, '  ')),
    spelling('line break', replaced(/(?<=\p{L}) (?=\p{L})/gu, '\n')),
    spelling('slash', replaced(/(?<=\p{L}) (?=\p{L})/gu, '/')),
  ],
  'inflected and turned round': [0, 1, 2].map((place) =>
    spelling(`form ${place}`, (value) => INFLECTED.get(value.toLowerCase())?.[place] ?? null),
  ),
  'number words and formats': [
    spelling(
      'words',
      replaced(/^\d+(?:\.\d+)?(?= |$)/, (number) => numberInWords(Number(number))),
    ),
    spelling(
      'words hyphenated',
      replaced(/^\d+(?= )/, (number) => numberInWords(Number(number)).replaceAll('-', ' ')),
    ),
    spelling('zeros', (value) =>
      /^\d+(?:\.\d+)?(?= [a-z])/i.test(value)
        ? value.replace(/^[\d.]+/, (number) => (number.includes('.') ? `${number}0` : `${number}.0`))
        : null,
    ),
    spelling(
      'fraction',
      replaced(/^(\d+)\.5(?= )/, (_, whole) => `${whole} and a half`),
    ),
    spelling(
      'half sign',
      replaced(/^(\d+)\.5(?= )/, (_, whole) => `${whole}½`),
    ),
    spelling('full width', (value) =>
      changed(
        value,
        value.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
      ),
    ),
    spelling('by', replaced(/ x /g, ' by ')),
    spelling('times sign', replaced(/ x /g, '×')),
    spelling('tight', replaced(/ x /g, 'x')),
    spelling('star', replaced(/ x /g, '*')),
  ],
  'unit abbreviations': unitSpellings,
  'units converted': conversions,
  'typographic variants': [
    spelling('curly apostrophe', replaced(/'/g, '’')),
    spelling('prime', replaced(/'/g, 'ʼ')),
    spelling('no apostrophe', replaced(/'/g, '')),
    spelling('non-breaking hyphen', replaced(/-/g, '‑')),
    spelling('en dash', replaced(/-/g, '–')),
    spelling('minus', replaced(/-/g, '−')),
    spelling('non-breaking space', replaced(/ /g, '\u00a0')),
    spelling('thin space', replaced(/ /g, '\u2009')),
    spelling('ideographic space', replaced(/ /g, '\u3000')),
    spelling('quoted', (value) => `“${value}”`),
    spelling('and sign', replaced(/ & /g, ' and ')),
    spelling('trade mark', (value) => (isWordy(value) ? `${value}™` : null)),
    spelling('ligature', (value) => changed(value, value.replace(/fi/g, 'ﬁ').replace(/fl/g, 'ﬂ'))),
  ],
  'British and American': [spelling('other side', british)],
  'invisible characters': [
    ['\u200b', 'zero-width space'],
    ['\u200d', 'joiner'],
    ['\u00ad', 'soft hyphen'],
    ['\u2060', 'word joiner'],
    ['\ufeff', 'byte-order mark'],
    ['\u034f', 'grapheme joiner'],
    ['\u202e', 'right to left'],
    ['\u{e0041}', 'tag'],
    ['\ufe0f', 'variation selector'],
  ].map(([mark = '', name = '']) => spelling(name, inMiddle(mark))),
  'look-alike letters': LOOK_ALIKES,
  'split by marks': [
    spelling('hyphens', between('-')),
    spelling('points', between('.')),
    spelling('spaces', between(' ')),
    spelling('stars', between('*')),
    spelling('underscores', between('_')),
    spelling('hyphen in a word', inMiddle('-')),
    spelling('point in a word', inMiddle('.')),
    spelling('slash in a word', inMiddle('/')),
    spelling('apostrophe in a word', inMiddle("'")),
    spelling('bar in a word', inMiddle('|')),
    spelling('middle dot', between('·')),
  ],
  'markup around and inside': [
    spelling('bold', (value) => `<b>${value}</b>`),
    spelling('bold letter', (value) => (isWordy(value) ? value.replace(/^(.)(.)/, '<b>$1</b>$2') : null)),
    spelling('comment', inMiddle('<!-- -->')),
    spelling('markdown', (value) => `**${value}**`),
    spelling('markdown inside', inMiddle('**')),
    spelling('code', (value) => `\`${value}\``),
    spelling('entity', (value) =>
      isWordy(value) ? value.replace(/[a-z]/g, (letter) => `&#${letter.charCodeAt(0)};`) : null,
    ),
    spelling('hexadecimal entity', (value) =>
      isWordy(value) ? value.replace(/[aeiou]/g, (letter) => `&#x${letter.charCodeAt(0).toString(16)};`) : null,
    ),
    spelling('soft hyphen entity', inMiddle('&shy;')),
    spelling('no-break space entity', replaced(/ /g, '&nbsp;')),
    spelling('colour code', inMiddle('\x1b[0m')),
  ],
  'another name': otherNames,
  'in German': [foreign('German')],
  'in Spanish': [foreign('Spanish')],
  'in French': [foreign('French')],
  'in Indonesian': [foreign('Indonesian')],
  'in Chinese': [foreign('Chinese')],
};
