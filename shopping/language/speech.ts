import { englishExpression, englishWords, FIELDS, type FieldEntry, onDemand } from '../../lexicon/index.ts';
import { memoisedFacts } from '../../text/cache/memoised.ts';
import { isCountry } from '../../text/regions.ts';
import { stemOf } from '../../text/stem.ts';
import { UNIT_OF } from '../../text/units.ts';
import { isNoun, singularOfKnown } from '../nouns/noun-words.ts';

/** Small English grammar for the offline writer: articles, agreement and how catalog values are spoken. */

/** Acronyms read as words, not letter by letter. */
const READ_AS_WORDS = new Set(['SATA', 'RAM', 'SIMM', 'NAS', 'LAN', 'SIM', 'RAID']);

/** Easy to pronounce from its first letters: a name in capitals rather than an acronym, such as SUPCASE, SHEIN and SONY. */
const SHOUTED_WORD =
  /^(?:[B-DF-HJ-NP-TV-Z][AEIOUY][A-Z]{3,}|(?:[BCFGP][LR]|[CPSTW]H|[DT]R|S[CKLMNPTW])[AEIOUY][A-Z]{2,}|[B-DF-HJ-NP-TV-Z][AEIOUY][B-DF-HJ-NP-TV-Z][AEIOUY])$/;

/** Words that begin with a vowel in speech and not in writing, and the other way round. */
const SILENT_CONSONANT = englishExpression('speech: silent consonant', '');
const SPOKEN_CONSONANT = englishExpression('speech: spoken consonant', '');

/** A name in capitals that is long, begins as a word does and has vowels enough to be read as one: "UNDER ARMOUR", and no "NVIDIA". */
const SOUNDED =
  /^(?=.{5})(?:[B-DF-HJ-NP-TV-Z]|[BCFGKP][LR]|[CGPSTW]H|[DTKW]R|S[CKLMNPTW]|TW|QU|S[CPT]R|[ST]HR)?[AEIOUY]+(?:[^AEIOUY\d]{1,3}[AEIOUY]+)*[^AEIOUY\d]{0,3}$/;

/** `a` or `an`, by sound as far as spelling tells: an hour, a USB cable, an LED lamp, an 8 GB card. */
export function article(phrase: string): 'a' | 'an' {
  const word = /^"?(?<word>\S+)/.exec(phrase.trim())?.groups?.word ?? '';
  if (/^\d/.test(word)) return /^(?:8|11(?!\d)|18(?!\d))/.test(word) ? 'an' : 'a';
  const acronym = /^[A-Z][A-Z0-9]*(?![a-z])/.exec(word)?.[0] ?? '';
  if (acronym !== '' && !READ_AS_WORDS.has(acronym) && !SHOUTED_WORD.test(acronym) && !SOUNDED.test(acronym))
    return /^[AEFHILMNORSX]/.test(acronym) ? 'an' : 'a';
  const lower = word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  if (SILENT_CONSONANT.test(lower)) return 'an';
  if (SPOKEN_CONSONANT.test(lower)) return 'a';
  return /^[aeiou]/.test(lower) ? 'an' : 'a';
}

/** A phrase behind its article, which takes the place of one that a name begins with: "The Art Treasure". */
export const withArticle = (phrase: string): string =>
  `${article(phrase.replace(OWN_ARTICLE, ''))} ${phrase.replace(OWN_ARTICLE, '')}`;
const OWN_ARTICLE = englishExpression('speech: own article', 'i');

const THIRD_PERSON: Readonly<Record<string, string>> = {
  be: 'is',
  have: 'has',
  do: 'does',
  go: 'goes',
  "don't": "doesn't",
};
const PLURAL: Readonly<Record<string, string>> = { be: 'are' };
const MODALS = new Set(englishWords('speech: modals'));

const ADVERBS = new Set(englishWords('speech: adverbs'));
const LY_VERBS = new Set(englishWords('speech: ly verbs'));
const isAdverb = (word: string) => ADVERBS.has(word) || (word.endsWith('ly') && !LY_VERBS.has(word));
const LY_QUALITIES = new Set(englishWords('speech: ly qualities'));
/** Tells whether a word tells how something is done, which no hyphen stands behind: "officially licensed", and not "family-friendly". */
const isLyAdverb = (word: string) => word.endsWith('ly') && !LY_VERBS.has(word) && !LY_QUALITIES.has(word);

/** A verb phrase in three: the adverbs before the verb ("never", "only just"), the verb, and the rest. */
export function verbParts(phrase: string): { adverbs: string[]; verb: string; rest: string[] } {
  const words = phrase.split(' ');
  const place = Math.max(
    0,
    words.findIndex((word) => !isAdverb(word)),
  );
  return { adverbs: words.slice(0, place), verb: words[place] ?? '', rest: words.slice(place + 1) };
}

function thirdPerson(verb: string): string {
  const irregular = THIRD_PERSON[verb];
  if (irregular !== undefined) return irregular;
  if (/(?:s|x|z|ch|sh|o)$/.test(verb)) return `${verb}es`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return `${verb}s`;
}

/**
 * A base-form verb phrase made to agree with the product: "fold flat" becomes "folds flat" for one, stays for many. A
 * modal verb stays as it is; adverbs keep their place, but follow "be": "never folds", "is never wet", "does not fold".
 */
export function agree(verbPhrase: string, plural: boolean): string {
  const { adverbs, verb, rest } = verbParts(verbPhrase);
  if (MODALS.has(verb)) return verbPhrase;
  const agreed = (base: string) => (plural ? (PLURAL[base] ?? base) : thirdPerson(base));
  if (verb === 'be') return [agreed('be'), ...adverbs, ...rest].join(' ');
  if (adverbs.includes('not')) return [agreed('do'), ...adverbs, verb, ...rest].join(' ');
  return [...adverbs, agreed(verb), ...rest].join(' ');
}

/** A word that must keep its capitals: acronyms, mixed case, model names with digits. */
const PROPER_WORD = englishExpression('speech: proper word', '');

/** Names that marketplaces write without their capital. */
const BARE_NAME = englishExpression('speech: bare name', '');

/** Units that listings write in capitals: "20 OZ". */
const SHOUTED_UNIT = englishExpression('speech: shouted unit', '');

/** Words in capitals that are common ones: "BLACK". */
const isShouted = (word: string): boolean => SHOUTED.test(word) && commonValues().has(stemOf(word.toLowerCase()));
const SHOUTED = /^[A-Z]{3,}$/;

function loweredWord(word: string): string {
  if (SHOUTED_UNIT.test(word)) return word.toLowerCase();
  if (BARE_NAME.test(word)) return word === 'wifi' || word === 'wi-fi' ? 'Wi-Fi' : capitalised(word);
  return PROPER_WORD.test(word) || (isCountry(word) && !isCommon(word.toLowerCase())) ? word : word.toLowerCase();
}

/** Capitals inside a word mark a product name (MacBook Air, iPad Pro): all of it keeps its capitals. */
const PRODUCT_NAME = /(?:^|\s)(?:[a-z]+[A-Z]|[A-Z][a-z]+[A-Z])/;

const PLURAL_OF_ONE = englishExpression('speech: plural of one', '');
/** A plain unit after the number one: "1 pounds" is said "1 pound". */
const singularOne = (words: string) => words.replace(PLURAL_OF_ONE, '$1');

/** A value all in capitals: its common words lose theirs, "SPACE BLACK", as one shouted word of several is a name. */
const unshouted = (value: string): string =>
  /\p{Ll}/u.test(value) ? value : value.replace(/[A-Z]+/g, (word) => (isShouted(word) ? word.toLowerCase() : word));

/** Names that a number goes with: "galaxy s21". */
const NUMBERED_NAME = englishExpression('speech: numbered names', '');

/** Tells whether a word is a common one, as the lexicon's values, clues and nouns have it. */
export const isCommon = (word: string): boolean =>
  commonValues().has(stemOf(word)) || commonStems().has(stemOf(word)) || isNoun(word);

/**
 * A letter behind another word is a part of a name, as "Sony E", and so is a word before the number of a model, "Core i7",
 * unless it is a common one: "bulb E27".
 */
const isOfName = (word: string, before = '', after = '') =>
  (before !== '' && /^[B-HJ-WYZ]$/.test(word)) ||
  (/^\p{Lu}\p{Ll}+$/u.test(word) &&
    /^[A-Za-z]{1,2}\d/.test(after) &&
    (NUMBERED_NAME.test(`${word} ${after}`.toLowerCase()) || !isCommon(word.toLowerCase())));

export const lowered = (value: string): string =>
  PRODUCT_NAME.test(value) || (value.includes(' ') && isCountry(value))
    ? value
    : singularOne(
        unshouted(value)
          .split(' ')
          .map((word, at, words) => (isOfName(word, words[at - 1], words[at + 1]) ? word : loweredWord(word)))
          .join(' '),
      );

const UNIT_BEFORE_NOUN: Readonly<Record<string, string>> = {
  inches: 'inch',
  inch: 'inch',
  feet: 'foot',
  foot: 'foot',
  watts: 'watt',
  watt: 'watt',
  volts: 'volt',
  volt: 'volt',
  ounces: 'ounce',
  pounds: 'pound',
  centimeters: 'centimeter',
  millimeters: 'millimeter',
  liters: 'liter',
  liter: 'liter',
  person: 'person',
};

/** "15.6 Inches" before a noun: "15.6-inch", "30 x 40 Inches": "30 x 40 inch"; other units stay as they are. */
function quantityBeforeNoun(value: string): string {
  const match = /^(\d+(?:\.\d+)?(?:\s*x\s*\d+(?:\.\d+)?)*)\s*([A-Za-z]+)$/.exec(value.trim());
  const [, amount = '', name = ''] = match ?? [];
  const unit = UNIT_BEFORE_NOUN[name.toLowerCase()];
  if (unit === undefined) return lowered(value);
  return amount.includes('x') ? `${amount} ${unit}` : `${amount}-${unit}`;
}

/** A number, and what it is a number of: "12.0 Count", "Pack of 6". */
const COUNTED = englishExpression('speech: counted', 'i');

function numberOnly(value: string): string {
  const match = COUNTED.exec(value.trim());
  return match?.[1] ?? value;
}

export type Say = 'lower' | 'hyphen' | 'name' | 'device' | 'quantity' | 'mount' | 'number' | 'plain' | 'proper';

/** One word of letters with no capital but the first: a common word, as far as its letters show. */
const COMMON_WORD = /^\p{Lu}\p{Ll}+(?:[ -]\p{Ll}+)*$/u;

/** Words with a capital each: a name, or a listing's way to write common words. */
const TITLE_CASE = /^\p{Lu}\p{Ll}+(?:[ -](?:\p{Lu}?\p{Ll}+))+$/u;

/** Fields whose values are names, in capitals for good. */
const holdsNames = ({ say }: FieldEntry) => say?.as === 'name' || say?.as === 'proper';

/** Words that the lexicon writes in small letters, in its clues and among those that values are made of, by their stems. */
const commonStems = onDemand(
  () =>
    new Set(
      [...FIELDS.values()]
        .flatMap((entry) => [
          ...Object.values(entry.values).flatMap(({ clues = [] }) => clues),
          ...(holdsNames(entry) ? [] : [...(entry.vocabulary?.words ?? []), ...(entry.vocabulary?.modifiers ?? [])]),
        ])
        .flatMap((text) => text.match(/(?<![\p{L}'’-])\p{Ll}+/gu) ?? [])
        .map(stemOf),
    ),
);

const ONE_WORD = /^\p{Lu}\p{Ll}{2,}$/u;
/** Letters read one by one; such as EVA and USA might be names in small letters. */
const ACRONYM = /^(?![AEIOU][^AEIOU][AEIOU]$)[A-Z]{3,}$/;

/** Words that the lexicon writes in values as common ones, of fields whose values are no names, by their stems. */
const commonValues = onDemand(
  () =>
    new Set(
      [...FIELDS.values()]
        .filter((entry) => !holdsNames(entry))
        .flatMap(({ values, spellings }) => [...Object.keys(values), ...spellings])
        .flatMap((value) => value.split(/[^\p{L}\d]+/u))
        .filter((word) => ONE_WORD.test(word))
        .map((word) => stemOf(word.toLowerCase())),
    ),
);

/** Names of devices and acronyms as people write them, by their small letters. */
export const SPELLED_NAMES: ReadonlyMap<string, string> = new Map(
  englishWords('speech: spelled names').map((name) => [name.toLowerCase(), name]),
);

/** Words that are written in capitals in values, by their small letters: those of the lexicon's values, and names. */
const capitalWords = onDemand(
  () =>
    new Map(
      [...FIELDS.values()]
        .flatMap(({ values, spellings }) => [...Object.keys(values), ...spellings])
        .flatMap((value) => value.split(/[^\p{L}\d]+/u))
        .filter((word) => ACRONYM.test(word))
        // Beside a number a unit is none: "2 pc".
        .concat([...SPELLED_NAMES].flatMap(([small, name]) => (UNIT_OF.has(small) ? [] : [name])))
        .map((word) => [word.toLowerCase(), word] as const),
    ),
);

/** Tells whether the lexicon writes a word in capitals in values: "usb". */
export const isWrittenInCapitals = (word: string): boolean => capitalWords().has(word.toLowerCase());

/** A word, or the letters before its number: "Usb", "usb3.1". */
const WORD_OR_START = /(?<![\p{L}\d'’])\p{L}\p{Ll}+(?![\p{L}'’])/gu;
const withCapitals = (value: string): string =>
  value.replace(WORD_OR_START, (word) => capitalWords().get(word.toLowerCase()) ?? word);

/** "Split Thigh", "Wrist Watches", "BLACK": a listing's capitals, and no name. */
const isOfCommonWords = (value: string): boolean =>
  value.split(/[ -]/).every(isShouted) ||
  (TITLE_CASE.test(value) && value.split(/[ -]/).every((word) => commonStems().has(stemOf(word.toLowerCase()))));

/** Product names that marketplaces write in small letters, as people write them. */
const SMALL_NAMES: readonly (readonly [RegExp, string | ((...words: string[]) => string)])[] = [
  [/\b[Ii][Pp]hone(?=\d|\b)/g, 'iPhone'],
  [/\b[Ii][Pp]ad(?=\d|\b)/g, 'iPad'],
  [/\bi ?os\b|^IOS\b/g, 'iOS'],
  [/\bmac ?os\b/g, 'macOS'],
  [new RegExp(NUMBERED_NAME, 'g'), (name) => capitalised(name as string)],
  [/(?<=Galaxy )[a-z]\d+/g, (model) => (model as string).toUpperCase()],
  [englishExpression('speech: small names', 'g'), (name) => capitalised(name as string)],
  [englishExpression('speech: small acronyms', 'g'), (name) => (name as string).toUpperCase()],
  [/\bmediatek\b/g, 'MediaTek'],
  [/(?<=\d ?)(?:[mgt]b|ram)\b/g, (unit) => (unit as string).toUpperCase()],
  [/(?<=\d ?)([kmg])hz\b/g, (_, scale) => `${scale === 'k' ? scale : (scale as string).toUpperCase()}Hz`],
  [/\btype[- ]([abc])\b/g, (_, letter) => `Type-${(letter as string).toUpperCase()}`],
];

/** Three words or more joined as names of a database are: "tangle-free-cord". */
const HYPHENATED = /^\p{L}+(?:-\p{L}+){2,}$/u;

/** Signs that listings join words with: "floral & solid" is said "floral and solid", "black/ red" "black/red", "daily_training" in two words. */
const withoutSigns = (value: string): string =>
  (HYPHENATED.test(value) ? value.replaceAll('-', ' ') : value)
    .replace(/(?<=[\p{L}\d])_(?=[\p{L}\d])/gu, ' ')
    .replace(/(?<=[\p{L}\d]) & (?=[\p{L}\d])/gu, ' and ')
    .replace(/(?<=\p{L}{3})(?: ?\/ | \/)(?=\p{L}{3})/gu, '/');

const withNames = (value: string): string =>
  SMALL_NAMES.reduce((text, [pattern, name]) => text.replace(pattern, name as string), withCapitals(value));

/** Names in the values of fields whose values are names. */
const CAPITAL_NAMES = englishExpression('speech: capital names', 'g');
const PLAIN_PARTS = englishExpression('speech: plain parts of names', 'g');
const MOUNT = englishExpression('speech: mount', '');

/** A name and its number or letter: "Tab 4", "Galaxy Tab A". */
const MODEL = /\p{Lu}\p{Ll}+ (?:\p{Lu}|\p{Lu}?\d+)(?![\p{L}\d])/u;

/** Sizes of clothes that are spelled: S, M, XL, 2XL, 3T. */
const SIZE_LETTERS = /^(?:\d?x{0,4}[sl]|m|\d{1,2}t)$/i;

const MOST_VALUES = 10_000;

/** A catalog value as a shopper says it. */
export const spoken = (written: string, say: Say): string => spokenOnce(say, written);

const spokenOnce = memoisedFacts(MOST_VALUES, (say: Say, written) => {
  // Of names the sign is a part: "Black & Decker".
  const value = withNames(say === 'name' || say === 'proper' ? written : withoutSigns(written));
  switch (say) {
    // Makers write theirs as they like.
    case 'proper':
      return value.replace(CAPITAL_NAMES, capitalised);
    case 'name':
      return value
        .replace(CAPITAL_NAMES, capitalised)
        .replace(/\bwi-?fi\b/g, 'Wi-Fi')
        .replace(PLAIN_PARTS, (words) => words.toLowerCase());
    case 'device':
      return MODEL.test(value) ? value : lowered(value);
    case 'lower':
      return SIZE_LETTERS.test(value) ? value.toUpperCase() : lowered(value);
    case 'hyphen':
      return lowered(value).replace(/^([A-Za-z]+) ([a-z]+)$/, (words, first) =>
        isLyAdverb(first) ? words : words.replace(' ', '-'),
      );
    case 'quantity':
      return SIZE_LETTERS.test(value) ? value.toUpperCase() : quantityBeforeNoun(value);
    case 'mount':
      return lowered(value).replace(MOUNT, '');
    case 'number':
      return numberOnly(value);
    case 'plain':
      return COMMON_WORD.test(value) || isOfCommonWords(value) ? lowered(value) : value;
  }
});

/** A fruit or a meat that a maker or a country is called by as well, where it is one: "apple flavor". */
const FRUIT = englishExpression('speech: fruit of a taste', 'g');

/** Letters of a word that is said once where a longer one is made of it. */
const LONG_WORD = 5;

/** A blank of a pattern that `fill` says the value in, with the words beside it. */
const BLANK = /(\p{L}+ )?\{(v|a v|a v quoted|v plain|a v plain|v one|a v one|v base)\}( \p{L}+)?/gu;

export const saysValue = (pattern: string): boolean => pattern.search(BLANK) >= 0;

const plainly = (value: string) => lowered(withoutSigns(value));
const inSingular = (value: string) => plainly(value).replace(/\p{L}+$/u, singularOfKnown);

/** The forms that a value has in a blank, by what stands there. */
const FORMS = {
  v: (value: string, say: Say) => spoken(value, say),
  'a v': (value: string, say: Say) => withArticle(spoken(value, say)),
  'a v quoted': (value: string, say: Say) => `${article(spoken(value, say))} "${spoken(value, say)}"`,
  'v plain': plainly,
  'a v plain': (value: string) => withArticle(plainly(value)),
  'v one': inSingular,
  'a v one': (value: string) => withArticle(inSingular(value)),
  'v base': (value: string) => plainly(value).replace(/^(\p{L}+?)s(?!\p{L})/u, '$1'),
} as const;

/** A time as it stands before a noun: a "5-year" warranty of "5 Years". */
const beforeNoun = (value: string): string => value.replace(TIME, (_, count, unit) => `${count}-${unit.toLowerCase()}`);
const NO_NOUNS = new Set(englishWords('speech: no nouns'));
const TIME = englishExpression('speech: time before a noun', 'i');

/**
 * Fills {v} with the spoken value, {v plain} with the value in plain lower case, {a v} and {a v plain} with their article, {v one} and
 * {a v one} with it in the singular where it is known to be a plural, {v base} with a value whose verb comes first in its base form. A word that the value ends with and the pattern goes on with is said once: "Intel UHD Graphics" before "graphics", "SD Card" before "cards".
 */
export function fill(pattern: string, value: string, say: Say): string {
  const said = pattern.replace(BLANK, (_, before = '', blank: keyof typeof FORMS, next = '') => {
    const isBeforeNoun = next !== '' && !NO_NOUNS.has(next.trim().toLowerCase());
    const text = FORMS[blank](isBeforeNoun ? beforeNoun(value) : value, say);
    // "For Music Players" behind "for".
    const filled = before + (text.toLowerCase().startsWith(before.toLowerCase()) ? text.slice(before.length) : text);
    const ends = (word: string) => word !== '' && filled.toLowerCase().endsWith(word.toLowerCase());
    const singular = next.replace(/s$/, '');
    const last = filled.split(' ').at(-1)?.toLowerCase() as string;
    // "A button control" of a controller.
    if (last.length >= LONG_WORD && next.trim().toLowerCase().startsWith(last)) return filled;
    return ends(next) ? filled : ends(singular) ? filled.slice(0, -singular.length) + next : filled + next;
  });
  return said.replace(FRUIT, (fruit) => fruit.toLowerCase());
}

/** "a, b and c"; a part with a comma of its own is ended by one, "be for my son, who is seven, and stay put". */
export function listed(parts: readonly string[], conjunction = 'and'): string {
  if (parts.length <= 1) return parts.join('');
  const before = parts.slice(0, -1);
  const end = before.some((part) => part.includes(',')) ? ',' : '';
  return `${before.join(', ')}${end} ${conjunction} ${parts.at(-1)}`;
}

/** A pattern whose words for a product agree with it: "{It} {has} to come in black" of several is said of "they". */
export function agreed(pattern: string, plural: boolean): string {
  const words: Readonly<Record<string, string>> = {
    It: plural ? 'They' : 'It',
    it: plural ? 'they' : 'it',
    this: plural ? 'them' : 'it',
    One: plural ? 'Ones' : 'One',
    one: plural ? 'ones' : 'one',
    has: plural ? 'have' : 'has',
    needs: plural ? 'need' : 'needs',
  };
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole);
}

/** A pattern with words in a blank; what stands behind the blank is said once where they end in it. */
export const writtenInto = (pattern: string, blank: string, words: string): string =>
  pattern.replace(new RegExp(`\\{${blank}\\}(.?)`, 'u'), (_, next: string) =>
    words.endsWith(next) ? words : words + next,
  );

/** A text with its first letter as a capital, and both of "xx-large". */
export const capitalised = (sentence: string): string =>
  sentence.replace(/^(\s*)(xx+(?=-)|\p{Ll})/u, (_, space, letter) => space + letter.toUpperCase());
