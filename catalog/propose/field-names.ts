import { englishDetails } from '../../lexicon/columns.ts';
import { ENGLISH, englishWords, FIELDS, languageInForce } from '../../lexicon/index.ts';
import { tokensOf } from '../../text/tokens.ts';
import { UNIT_OF } from '../../text/units.ts';
import { unitBehindWord } from '../../text/units-in-names.ts';
import { canonicalField, foldKey, KNOWN_FIELDS } from '../product/fields.ts';
import { textsOf } from '../product/values.ts';
import { NAMED } from './draft.ts';
import { headerScores, headerWords, membersOf, spelledOut, withoutForm } from './header.ts';
import { type Column, isFlag, MOSTLY } from './profile.ts';

const known = new Set<string>(KNOWN_FIELDS);

const namedForUnits = (): ReadonlyMap<string, string> =>
  new Map(englishWords('columns: units').map((pair) => pair.split(' = ') as [string, string]));

/** The English name of a detail that is named in another language, where texts are English: "Color" of "Farbe". */
export function inEnglish(field: string): string | undefined {
  if (languageInForce() !== ENGLISH) return undefined;
  const name = field
    .normalize('NFC')
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
    .trim();
  return englishDetails().get(name);
}

const standardKeys = (): ReadonlyMap<string, string> =>
  new Map(englishWords('columns: standard keys').map((pair) => pair.split(' = ') as [string, string]));

/** Short forms in headers, with the words that they stand for: "Min." and "No of". */
const shortForms = (): readonly (readonly [RegExp, string])[] =>
  englishWords('columns: short forms').map((pair) => {
    const [short = '', long = ''] = pair.split(' = ');
    return [
      new RegExp(`^${short.replaceAll(' ', '[\\s_]+')}(?:\\.\\s*|[\\s_]+)(?=\\p{L}(?:\\p{L}|\\s\\p{L}))`, 'iu'),
      `${long} `,
    ];
  });

const JOINED = /(?<=\p{Ll})(?=\p{Lu})/gu;

/** A field with its short forms written out, those in names of one word too: "MinAge" is a minimum age. */
function writtenOut(field: string): string {
  const parted = field.replace(JOINED, ' ');
  const written = spelledOut(shortForms().reduce((text, [short, long]) => text.replace(short, long), parted));
  return written === parted ? field : written;
}

/** The detail field a column is named after: without the path of a program and without what says that it is a detail. */
export function fieldNamed(header: string, prefix: string): string {
  const ofUnit = namedForUnits().get(header.trim().toLowerCase());
  if (ofUnit !== undefined) return ofUnit;
  const [, shown = withoutForm(header), path = ''] = /^(.*\S)\s*\(([\w-]+(?:\.[\w-]+)+)\)$/.exec(header) ?? [];
  const key = path.split('.').at(-1) as string;
  const ofKey = standardKeys().get(key);
  if (ofKey !== undefined && !known.has(canonicalField(shown))) return ofKey;
  const rest = shown.startsWith(prefix) && shown.length > prefix.length ? shown.slice(prefix.length) : shown;
  const field = (membersOf(rest).at(-1) as string).replace(/^[a-z]{1,3}:(?=\S)/i, '') || header;
  const isListed = (name: string) => known.has(canonicalField(name));
  const names = [field, field.replace(/s$/i, ''), writtenOut(field)];
  return names.find(isListed) ?? inEnglish(field) ?? withoutName(writtenOut(field));
}

const UNIT_BEHIND = /^(?<name>.*\p{L}.*?)(?:[_ ]+|(?<=\p{Ll})(?=\p{Lu}))(?<unit>[\p{Lu}%°]?[\p{Ll}%°]*|\p{L}+)$/u;

/** The name of a field of numbers with the unit that programs write behind it in brackets, as people do: "drop_mm", "unitWeightLbs". */
export function withUnit(field: string, header: string): string {
  const { name = '', unit = '' } = UNIT_BEHIND.exec(membersOf(header).at(-1) as string)?.groups ?? {};
  const words = headerWords(name);
  const isPer = words.includes('per');
  // The least of a thing, where it is no time: "agerange_min".
  const isLeast = /^min$/i.test(unit) && !englishWords('columns: times').includes(words.at(-1) ?? '');
  if (isLeast) return `Minimum ${name.replaceAll('_', ' ')}`;
  // A number of days is counted, and no "number of" is measured in days.
  const isCount = words.at(-1) === 'of' || words[0] === 'number' || UNIT_OF.get(unit.toLowerCase()) === 'count';
  if (isCount) return field;
  if (field.endsWith(')') || !UNIT_OF.has(unit.toLowerCase()) || isPer || known.has(canonicalField(field)))
    return ofProduct(field);
  // "size_m" is a size and "check_in" no check in inches: a unit that is also something else stands behind what is measured.
  if (!mayMeasure(words, unit)) return field;
  // "Lbs" has its capital from the words before it, and "GB" its own.
  const measured = name.replace(/[_ ]+in$/i, '');
  return `${canonicalField(writtenOut(ofProduct(measured)))} (${/^\p{Lu}\p{Ll}+$/u.test(unit) ? unit.toLowerCase() : unit})`;
}

const isMeasure = (words: readonly string[]) => englishWords('columns: measured').includes(words.at(-1) ?? '');

/** Tells whether a letter behind what is measured says which kind of it is meant, and to nobody else what: "width_a". */
export function saysWhichByLetter(header: string): boolean {
  const words = headerWords(header);
  return (
    words.at(-1)?.length === 1 &&
    isMeasure(words.slice(0, -1)) &&
    !mayMeasure(words.slice(0, -1), words.at(-1) as string)
  );
}

/** Tells whether what a name measures may be in a unit: "width_a" is a width of some kind, and none in amperes. */
function mayMeasure(words: readonly string[], unit: string): boolean {
  const spelling = unit.toLowerCase();
  // The least of a thing is told apart before.
  return unitBehindWord(words.at(-1) ?? '', spelling, spelling === 'min') !== null;
}

/** A name of what is measured, without the word that says no more than that a product has it: "productWidth" is a width. */
function ofProduct(field: string): string {
  const words = headerWords(field);
  const [first = '', ...rest] = words;
  const isOfIt = rest.length > 0 && isMeasure(rest) && englishWords('columns: of a product').includes(first);
  return isOfIt && !known.has(canonicalField(field)) ? rest.join(' ') : field;
}

/** The name of a yes or no without the verb that programs begin it with: "isPolarized". */
export function withoutVerb(field: string, column: Column, named: ReadonlySet<string>): string {
  if (column.share(isFlag) < MOSTLY) return field;
  const name = field.replace(/^is(?:[\s_]+|(?=\p{Lu}))(?=\p{L}{3})/u, '');
  // Beside a column of that name it is another field.
  return named.has(canonicalField(name)) ? field : name;
}

/** Fields that names of columns may mean as well as the one they are listed for, by such names. */
const otherFields = (): ReadonlyMap<string, string> =>
  new Map(englishWords('columns: of people or uses').map((pair) => pair.split(' = ') as [string, string]));

/** A field, or the other one that its name may mean where no value of the column is of people: "Ideal for" of day hikes. */
export function ofPeopleOrUses(field: string, column: Column): string {
  const other = otherFields().get(foldKey(field));
  if (other === undefined || column.stated.length === 0) return field;
  const people = new Set(FIELDS.get('Department')?.vocabulary?.words);
  const isOfPeople = (value: unknown) =>
    tokensOf(textsOf(value).join(' ').replace(/['’]/g, '')).some((word) => people.has(word));
  return column.share(isOfPeople) >= LEAST_OF_PEOPLE ? field : other;
}

/** Share of values that say whom a thing is for, from which on its column does. */
const LEAST_OF_PEOPLE = 0.1;

/** The beginning that columns share and that says that they are details: "attr_", "Meta: ". */
export function prefixOf({ name }: Column): string {
  const [, prefix = ''] = /^(.{1,40}?[:_\s-]+)\S/u.exec(name) ?? [];
  const says = headerScores(prefix).get('before_detail') ?? 0;
  return prefix.includes(':') || says > NAMED ? prefix : '';
}

/** A field without the word that tables end names of what has a name with: the "TypeName" of a type. */
const withoutName = (field: string): string => field.replace(/(?<=\p{Ll})(?:[\s_]name|Name)$/u, '');

export const isKnown = (header: string) => known.has(canonicalField(fieldNamed(header, '')));

/** The field that a mapping says a column is of. */
export const fieldOf = (said: unknown) =>
  typeof said === 'string' ? said : ((said as { field?: string } | undefined)?.field ?? '');

/** The name of a numbered column without its number, and what it says a number of: "variation_0_color" of a color; null of any other. */
export function unnumbered({ name }: Column): { readonly base: string; readonly what: string } | null {
  const { behind } = /^(?<behind>.*\p{L})[\s_-]*\d{1,2}$/u.exec(name)?.groups ?? {};
  if (behind !== undefined) return { base: behind, what: behind };
  const { before = '', what } = /^(?<before>.*\p{L})[\s_-]*\d{1,2}[\s_-]+(?<what>\p{L}.*)$/u.exec(name)?.groups ?? {};
  return what === undefined ? null : { base: `${before}\n${what}`, what: isKnown(what) ? what : `${before} ${what}` };
}
