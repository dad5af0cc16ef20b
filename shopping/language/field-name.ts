import { englishDetails, foreignDetailNames } from '../../lexicon/columns.ts';
import { isInKnownWords } from '../../lexicon/english-words.ts';
import { englishExpression, englishWords, FIELDS, isForeignShop } from '../../lexicon/index.ts';
import { flagOf } from '../../text/flags.ts';
import { tokensOf } from '../../text/normalise.ts';
import { UNIT_OF } from '../../text/units.ts';
import { wordsAlone } from '../../text/words-alone.ts';
import { isNoun } from '../nouns/noun-words.ts';
import { unitBehind } from '../quantities/amount.ts';
import { isWrittenInCapitals } from './speech.ts';

/** Words of a field's name that say nothing about it. */
const EMPTY_NAME_WORDS = new Set(englishWords('field name: empty name words'));

/** Words that join a noun to one behind it in languages that name the thing first: "pays de fabrication". */
const JOINING = new Set(englishWords('field name: joining words'));

/** Tells whether the thing that a name is of stands first in it. */
const namesThingFirst = (core: string): boolean =>
  core
    .split(' ')
    .slice(1, -1)
    .some((word) => JOINING.has(word));

let foreign: ReadonlySet<string> | undefined;
function foreignNames(): ReadonlySet<string> {
  foreign ??= new Set(foreignDetailNames().map((name) => tokensOf(name).join(' ')));
  return foreign;
}

/** Words that English has with their accents. */
const LOANED = new Set(englishWords('field name: loaned words'));

const FUNCTION_WORD = englishExpression('field name: function word', '');

/** The name of a field that the lexicon gives it, or of a foreign shop the tables of its language. */
export function nameGiven(field: string): string | undefined {
  const { name } = FIELDS.get(field) ?? {};
  if (name !== undefined || FIELDS.has(field) || !isForeignShop()) return name;
  return englishDetails()
    .get(
      field
        .normalize('NFC')
        .toLowerCase()
        .replace(/[_\s]+/g, ' ')
        .trim()
        // The first of several columns: "uva1".
        .replace(/(?<=\p{L}{2}) ?\d$/u, ''),
    )
    ?.toLowerCase();
}

/** Letters that no English word has, but for those that stand for units. */
const FOREIGN_LETTER = /[^\P{L}A-Za-zμω]/u;

/**
 * Tells whether the lexicon has no words for a field and its name is none that an English sentence can use: in other
 * letters, known from another language, or in a shop that is not English of no word that is known to be.
 */
export function isForeignName(field: string): boolean {
  if (nameGiven(field) !== undefined || FIELDS.get(field)?.say !== undefined) return false;
  const bare = withoutBrackets(field).replaceAll('_', ' ');
  const tokens = tokensOf(/\p{L}/u.test(bare) ? bare : field);
  const name = tokens.join(' ');
  return (
    tokens.some((token) => FOREIGN_LETTER.test(token) && !LOANED.has(token)) ||
    foreignNames().has(name) ||
    namesThingFirst(name) ||
    (isForeignShop() && (!isInKnownWords(bare) || tokens.every((token) => FUNCTION_WORD.test(token))))
  );
}

/**
 * Tells whether a value of a field that the lexicon has no words for is none that an English sentence can use. Names are in
 * any language.
 */
export const isForeignValue = (field: string, value: string): boolean =>
  isInForeignLetters(value) || (isForeignShop() && !holdsNames(field) && !isInKnownWords(value.replace(SIGN, '')));

/** A word with a capital inside, which is a sign or a name in any language: "RoHS", "iPhone". */
const SIGN = /(?<!\p{L})\p{L}*(?:\p{Ll}\p{Lu}|\p{Lu}\p{Ll}+\p{Lu})\p{L}*/gu;

/** Tells whether a text has letters that no English word has. */
export const isInForeignLetters = (text: string): boolean =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      // A sign of one or two letters is none of a language: "Ø 20 cm", "5 µm".
      .match(/[\p{L}\p{M}]{3,}/gu) ?? []
  ).some((word) => FOREIGN_LETTER.test(word) && !LOANED.has(word));

const UNASKED_ENDS = new Set(englishWords('field name: nobody asks by'));

/**
 * Tells whether nobody shops by a field, with a unit behind its name or not: the lexicon says so, or knows nothing of it and its
 * name says so ("quality score").
 */
export function isUnasked(field: string): boolean {
  const entry = FIELDS.get(field) ?? FIELDS.get(withoutBrackets(field).trim());
  return entry === undefined
    ? UNASKED_ENDS.has(tokensOf(withoutBrackets(field).replaceAll('_', ' ')).at(-1) ?? '')
    : entry.asked === false;
}

const ENDS_OF_NAMES = new Set(englishWords('field name: holds names'));

/** Tells whether the values of a field are proper names by its name: a collection, a series. */
export const holdsNames = (field: string): boolean =>
  ENDS_OF_NAMES.has(tokensOf(withoutBrackets(field).replaceAll('_', ' ')).at(-1) ?? '');

const CODED_ENDS = new Set(englishWords('field name: coded'));

/** Tells whether bare numbers of a field are codes for words by its name: a furniture type of 3. */
export const isCoded = (field: string): boolean =>
  CODED_ENDS.has(tokensOf(withoutBrackets(field).replaceAll('_', ' ')).at(-1) ?? '');

const SIZE_ENDS = new Set(englishWords('field name: sizes'));

/** Tells whether bare numbers of a field are sizes, which name and measure nothing, by its name: a shoe size of 42. */
export const holdsSizes = (field: string): boolean =>
  SIZE_ENDS.has(tokensOf(withoutBrackets(field).replaceAll('_', ' ')).at(-1) ?? '');

const MEASURE_ENDS: ReadonlyMap<string, string> = new Map(
  englishWords('field name: measure').map((text) => text.split(' = ') as [end: string, unit: string]),
);
const COUNTED = new Set(englishWords('field name: counted'));

/** The unit that bare numbers of a field may be in, by its name: a length of 250 is of some unit, but no seating capacity; else null. */
export function unitLacking(field: string): string | null {
  const words = tokensOf(withoutBrackets(field).replaceAll('_', ' '));
  return words.some((word) => COUNTED.has(word)) ? null : (MEASURE_ENDS.get(words.at(-1) ?? '') ?? null);
}

/** A field's name without what stands in brackets: its unit, or what values it takes. */
const withoutBrackets = (name: string) => name.replace(/[([][^)\]]*[)\]]/g, ' ');

/** A field's name in words, without what stands in brackets and without the unit behind a name that no lexicon has: "weight_kg" is a weight. */
function withoutUnit(field: string): string {
  const bare = withoutBrackets(field).replaceAll('_', ' ');
  return FIELDS.has(field) || unitBehind(bare) === null ? bare : bare.trim().replace(/\s+\S+$/, '');
}

/** The words of a field's name that carry it: "cooling" of Cooling Method; the whole name where nothing else is left. */
export function coreOf(field: string): string {
  const name = nameGiven(field);
  if (name !== undefined) return tokensOf(name).join(' ');
  const bare = withoutUnit(field);
  const tokens = tokensOf(/[\p{L}\p{N}]/u.test(bare) ? bare : field);
  const core = tokens.filter((token) => !EMPTY_NAME_WORDS.has(token));
  const [words, last] = [core.length === 0 ? tokens : core, -2];
  return words.slice(JOINING.has(words.at(last) ?? '') ? last - 1 : last).join(' ');
}

/** Words that say what a value is, not what it is of: "brand" of Chipset Brand, "material" of Handle Material. */
const CLASSING = new Set(englishWords('field name: classing heads'));
const NO_THINGS = new Set(englishWords('field name: no things'));

/**
 * The thing a field is of, in the words of its name: "chipset" of Chipset Brand, "drive" of Hard Drive Interface; the name
 * where it says no thing ("outer material").
 */
export function thingOf(field: string): string {
  const words = coreOf(field).split(' ');
  const isClassed = words.length > 1 && CLASSING.has(words.at(-1) as string);
  return (isClassed && !NO_THINGS.has(words.at(-2) as string) ? words.slice(0, -1) : words).join(' ');
}

/** Words of a flag's name that say only that it is one, at its start and at its end. */
const FLAG_START = englishExpression('field name: flag start', '');
const FLAG_END = englishExpression('field name: flag end', '');

/**
 * The subject of a flag, in a shopper's words: "microphone" of "Has Microphone (Yes/No)"; empty where its name says
 * nothing.
 */
export function flagNameOf(field: string): string {
  const name = nameGiven(field) ?? field;
  // A name in two parts is of a table, and no words of a shopper: "Supported App - Hotstar".
  if (PARTED.test(name)) return '';
  const tokens = tokensOf(withoutBrackets(name).replaceAll('_', ' '));
  while (FLAG_START.test(tokens[0] ?? '')) tokens.shift();
  while (FLAG_END.test(tokens.at(-1) ?? '')) tokens.pop();
  return tokens.every((token) => FUNCTION_WORD.test(token)) ? '' : tokens.join(' ').replace(STANDARD, inCapitals);
}

const PARTED = /\S\s+[-–—|:]\s+\S/;

/** Names of standards that are a number and a letter: "5G", "4K", "3D". */
const STANDARD = /(?<![\p{L}\d])(\d{1,2}) ?([gkd])(?![\p{L}\d])/gu;
const inCapitals = (_: string, number: string, letter: string) => number + letter.toUpperCase();

/** Words that are spelt out wherever they stand: "cpu". */
const ACRONYMS = new Set(englishWords('file names: capitals'));

/** A word with capitals behind its first letter, which stand as a person wrote them: "RoHS". */
const WRITTEN_SIGN = /(?<![\p{L}\p{N}])\p{L}+\p{Lu}\p{L}*/gu;

/** A word that is spelt out letter by letter: its header writes it so, or it has no vowel ("pwm"). */
const SPELT_OUT = /^[b-df-hj-np-tv-xz]{2,5}$/;

/**
 * Words of a field's name with the capitals of those that are spelt out: "LCD", "PWM control". A header of several words that
 * are all in capitals says of none that it is: there the lexicon does. Units have their own signs.
 */
export function asWritten(words: string, field: string): string {
  const isShouted = field.includes(' ') && field === field.toUpperCase();
  const capitals = new Set(isShouted ? [] : field.match(/(?<![\p{L}\p{N}])\p{Lu}{2,5}(?![\p{L}\p{N}])/gu));
  const isLong = (word: string) => field === field.toUpperCase() && word.length > 3;
  const isSpelt = (word: string) =>
    ACRONYMS.has(word) ||
    (SPELT_OUT.test(word) && !UNIT_OF.has(word)) ||
    (isShouted ? isWrittenInCapitals(word) : capitals.has(word.toUpperCase()));
  const signs = new Map((nameGiven(field) ?? '').match(WRITTEN_SIGN)?.map((word) => [word.toLowerCase(), word]));
  return words
    .split(' ')
    .map((word) => signs.get(word) ?? (isSpelt(word) && !isLong(word) ? word.toUpperCase() : word))
    .join(' ')
    .replace(WORDS_JOINED, (apart) => JOINED.get(apart) as string);
}

/** Words that people join or write in letters of their own, by what they are in small ones apart: "wi fi". */
const JOINED = new Map(
  englishWords('field name: joined words').map((pair) => pair.split(' = ') as [apart: string, joined: string]),
);
const WORDS_JOINED = new RegExp(wordsAlone([...JOINED.keys()]), 'gu');

const ADJECTIVE = englishExpression('field policy: adjective', 'u');
const ADJECTIVES = new Set(englishWords('field policy: adjectives'));
const GOES_WITH = englishExpression('field policy: goes with', '');
const VALUES_GO_WITH = englishExpression('field policy: goes with values', 'u');
const VERB_GOES_WITH = englishExpression('field policy: verb that goes with values', '');
const CLAUSE_OF_FLAG = englishExpression('field policy: flag clause', '');
const SAYS_IS = englishExpression('field name: says what it is', '');

/** A field's name as it is written, in small letters, without brackets. */
const plainName = (field: string): string =>
  tokensOf(withoutBrackets(nameGiven(field) ?? field).replaceAll('_', ' ')).join(' ');

/** Tells whether words end in an adjective or a participle: "organic", "dishwasher safe", and not "cable". */
export function isAdjective(words: string): boolean {
  const all = words.split(' ');
  const last = all.at(-1) as string;
  if (ADJECTIVES.has(last) || ADJECTIVES.has(all.slice(-2).join(' '))) return true;
  return ADJECTIVE.test(words) && !isNoun(last);
}

/** Sorts of things that a flag says of a product that has it. */
type FlagSort = 'quality' | 'quality_with' | 'deed' | 'thing';

/**
 * The sort of what a flag says by its name: a quality ("Organic"), one that goes with something ("Suitable for espresso"),
 * what the product does ("Works with Alexa"), or a thing it has ("Lid").
 */
export function flagSortOf(field: string): FlagSort {
  const plain = plainName(field);
  if (CLAUSE_OF_FLAG.test(plain)) return 'deed';
  const words = flagNameOf(field).split(' ');
  const at = words.findIndex((word, place) => place > 0 && GOES_WITH.test(word));
  if (at > 0 && isAdjective(words.slice(0, at).join(' '))) return 'quality_with';
  if (isAdjective(words.join(' '))) return 'quality';
  return SAYS_IS.test(plain) && !isNoun(words.at(-1) as string) ? 'quality' : 'thing';
}

/** The deed of a product that a flag is named for, with its verb in the base form: "work with alexa". */
export const deedOf = (field: string): string => inBase(plainName(field));

/** Words that begin with a verb of the third person, with it in the base form. */
const inBase = (words: string): string => words.replace(/^(\p{L}+?)(?:(?<=o)es|s)(?!\p{L})/u, '$1');

/** Words that stand before a field's values where its name says that the product goes with them. */
export interface GoesWith {
  /** "suitable for"; of a verb its base form, "work with". */
  readonly words: string;
  /** The name as it is: "works with". */
  readonly name: string;
  readonly isVerb: boolean;
}

/** Reads a field's name for words by which the product goes with its values, "Suitable for"; null of any other name. */
export function goesWith(field: string): GoesWith | null {
  const plain = plainName(field);
  if (VERB_GOES_WITH.test(plain)) return { words: inBase(plain), name: plain, isVerb: true };
  const words = VALUES_GO_WITH.exec(plain)?.[1];
  if (words === undefined || !isAdjective(words.split(' ').slice(0, -1).join(' '))) return null;
  return { words, name: words, isVerb: false };
}

const UNWANTED = new Set(englishWords('flags: unwanted'));

const BURDENS = new Set(englishWords('flags: burdens'));
const DENIED = new Set(englishWords('flags: burdens denied'));

/** Tells whether the name of a flag says that it is a burden, which nobody asks for: "Assembly Required". */
export function isBurden(field: string): boolean {
  const tokens = tokensOf(field.replaceAll('_', ' '));
  return tokens.some((token) => BURDENS.has(token)) && !tokens.some((token) => DENIED.has(token));
}

/**
 * Tells whether people wish that a product has not what a flag names: the lexicon has words for its no, or lets it be
 * excluded, or its name says that it is a burden ("Assembly Required").
 */
export function isLackWished(field: string): boolean {
  const { values = {}, ask } = FIELDS.get(field) ?? {};
  const hasWords = Object.entries(values).some(
    ([value, { say, clues }]) => flagOf(value) === false && (say !== undefined || clues !== undefined),
  );
  return hasWords || ask?.exclude === true || tokensOf(field.replaceAll('_', ' ')).some((token) => UNWANTED.has(token));
}

/**
 * Words a text has to hold to state a value of a field: the value, or of a flag what it says the product has or lacks.
 */
export function statedAs(field: string, value: string): string {
  const name = flagOf(value) === null ? '' : flagNameOf(field);
  return name === '' ? value : name;
}
