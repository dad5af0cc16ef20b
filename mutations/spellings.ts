import { numberInWords } from './number-words.ts';
import { FOREIGN, type Language, OTHER_NAMES } from './other-names.ts';

/** One way to write a value differently; null where it makes no difference to this value or no sense. */
export interface Spelling {
  readonly name: string;
  spell(value: string, field: string): string | null;
}

const changed = (value: string, spelled: string) => (spelled === value ? null : spelled);
const replaced = (pattern: RegExp, by: string | ((...found: string[]) => string)) => (value: string) =>
  changed(value, value.replace(pattern, by as string));
const LATIN = /^[\x20-\x7e]+$/;
const isWordy = (value: string) => /[a-z]{3}/i.test(value) && LATIN.test(value);
const letters = (value: string) => [...value];

/** Letters of other scripts that look like Latin ones. */
const CYRILLIC: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  o: 'о',
  p: 'р',
  s: 'ѕ',
  x: 'х',
  y: 'у',
  A: 'А',
  B: 'В',
  C: 'С',
  E: 'Е',
  H: 'Н',
  K: 'К',
  M: 'М',
  O: 'О',
  P: 'Р',
  T: 'Т',
  X: 'Х',
};
const GREEK: Readonly<Record<string, string>> = {
  o: 'ο',
  v: 'ν',
  A: 'Α',
  B: 'Β',
  E: 'Ε',
  H: 'Η',
  I: 'Ι',
  K: 'Κ',
  M: 'Μ',
  N: 'Ν',
  O: 'Ο',
  P: 'Ρ',
  T: 'Τ',
  X: 'Χ',
  Z: 'Ζ',
};
const SMALL_CAPITALS: Readonly<Record<string, string>> = Object.fromEntries(
  letters('abcdefghijklmnoprstuvwyz').map((letter, at) => [letter, letters('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ')[at] as string]),
);
const mapped = (table: Readonly<Record<string, string>>) => (value: string) =>
  changed(
    value,
    letters(value)
      .map((letter) => table[letter] ?? letter)
      .join(''),
  );
const shifted = (from: string, to: number) => (value: string) =>
  changed(
    value,
    letters(value)
      .map((letter) => (/[a-z]/i.test(letter) ? shiftedLetter(letter, from, to) : letter))
      .join(''),
  );
const shiftedLetter = (letter: string, from: string, to: number) => {
  const isLower = letter >= 'a';
  return String.fromCodePoint(to + (isLower ? 26 : 0) + letter.charCodeAt(0) - (isLower ? 97 : from.charCodeAt(0)));
};

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

/** Endings written by hand: no rule of the gates decides which form a word takes. */
const INFLECTED: Readonly<Record<string, readonly string[]>> = {
  waterproof: ['waterproofed', 'waterproofing'],
  'water resistant': ['water resistance', 'resists water'],
  'scratch resistant': ['scratch resistance', 'resists scratches'],
  'heat resistant': ['heat resistance', 'resists heat'],
  foldable: ['folds', 'folding', 'foldability'],
  washable: ['washes'],
  rechargeable: ['recharges', 'rechargeability'],
  dimmable: ['dimming'],
  wireless: ['wirelessly'],
  magnetic: ['magnetically', 'magnet'],
  adjustable: ['adjusts', 'adjusting', 'adjustability'],
  breathable: ['breathes', 'breathability'],
  reflective: ['reflects', 'reflecting'],
  padded: ['padding'],
  insulated: ['insulation', 'insulating'],
  striped: ['stripes', 'stripy'],
  dotted: ['dots'],
  floral: ['florals'],
  camping: ['camp', 'campers'],
  hiking: ['hike', 'hikes', 'hikers'],
  running: ['run', 'runs', 'runner'],
  cycling: ['cycle', 'cyclist'],
  fishing: ['fish'],
  swimming: ['swim', 'swims', 'swimmer'],
  sleeping: ['sleep', 'sleeps'],
  driving: ['drive', 'drives'],
  gaming: ['games', 'gamer'],
  studying: ['study', 'studies'],
  crafting: ['crafts', 'craft'],
  travel: ['travelling', 'traveling', 'travels'],
  photography: ['photographs', 'photographing'],
  smoothing: ['smooths', 'smoothed'],
  cleansing: ['cleanses', 'cleanse'],
  exfoliating: ['exfoliates', 'exfoliation'],
  firming: ['firms'],
  deodorizing: ['deodorizes'],
  brushed: ['brushing'],
  polished: ['polish'],
  recycled: ['recycling'],
  recyclable: ['recycles'],
  sporty: ['sports-style'],
  minimalist: ['minimalism', 'minimalistic'],
  traditional: ['traditionally'],
  classic: ['classical', 'classics'],
  'quick drying': ['quickly dries', 'dries quickly'],
  'noise cancelling': ['cancels noise', 'noise cancellation'],
  'motion detection': ['detects motion'],
  'volume control': ['controls volume', 'control the volume'],
  'touch control': ['touch-controlled'],
  'wireless charging': ['charges wirelessly'],
  'uv protection': ['protects from UV', 'UV protective'],
  'battery powered': ['powered by a battery', 'battery power'],
  'solar powered': ['powered by solar'],
  'usb powered': ['powered by USB'],
  'cruelty free': ['free of cruelty', 'no cruelty'],
  'bpa free': ['free of BPA', 'no BPA', 'without BPA'],
  'lead free': ['free from lead', 'no lead'],
  'paraben free': ['no parabens', 'free of parabens'],
  'acid free': ['no acid', 'free of acid'],
  sensitive: ['sensitivity'],
  square: ['squared', 'squares'],
  triangular: ['triangle', 'triangles'],
  rectangular: ['rectangle'],
  hexagonal: ['hexagon'],
  cylindrical: ['cylinder'],
  oily: ['oiliness'],
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

const spelling = (name: string, spell: Spelling['spell']): Spelling => ({ name, spell });

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
    spelling(`form ${place}`, (value) => INFLECTED[value.toLowerCase()]?.[place] ?? null),
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
  'look-alike letters': [
    spelling('Cyrillic', (value) => (isWordy(value) ? mapped(CYRILLIC)(value) : null)),
    spelling('one Cyrillic letter', (value) =>
      isWordy(value)
        ? changed(
            value,
            value.replace(/[aceiops]/, (letter) => CYRILLIC[letter] as string),
          )
        : null,
    ),
    spelling('Greek', (value) => (isWordy(value) ? mapped(GREEK)(value.toUpperCase()) : null)),
    spelling('full width', (value) =>
      isWordy(value)
        ? (shifted(
            'A',
            0xff21 - 0,
          )(value)?.replace(/[\uff3b-\uff54]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 6)) ?? null)
        : null,
    ),
    spelling('mathematical bold', (value) => (isWordy(value) ? shifted('A', 0x1d400)(value) : null)),
    spelling('mathematical script', (value) => (isWordy(value) ? shifted('A', 0x1d4d0)(value) : null)),
    spelling('circled', (value) => (isWordy(value) ? shifted('A', 0x24b6)(value) : null)),
    spelling('small capitals', (value) => (isWordy(value) ? mapped(SMALL_CAPITALS)(value.toLowerCase()) : null)),
    spelling('accents', (value) =>
      isWordy(value)
        ? changed(
            value,
            value.replace(/a/g, 'á').replace(/e/g, 'é').replace(/o/g, 'ö').replace(/i/g, 'ì').replace(/u/g, 'û'),
          )
        : null,
    ),
    spelling('dots below', (value) =>
      isWordy(value) ? value.replace(/[aeiou]/g, (letter) => `${letter}\u0323`) : null,
    ),
    spelling('dotless i', (value) => (isWordy(value) ? changed(value, value.replace(/i/g, 'ı')) : null)),
    spelling('digit for letter', (value) =>
      isWordy(value) && value.length > 4 ? changed(value, value.replace(/o/g, '0').replace(/l/g, '1')) : null,
    ),
  ],
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
