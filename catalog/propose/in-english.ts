import { languagesOfDetails, valuesInLanguages } from '../../lexicon/columns.ts';
import { ENGLISH, languageInForce } from '../../lexicon/index.ts';
import { wordsAlone } from '../../text/words-alone.ts';
import { canonicalField } from '../product/fields.ts';
import { fieldsListing } from '../product/labelled-facts.ts';
import { textsOf } from '../product/values.ts';
import { DetailsInEnglish, isEnglishToo } from '../readers/index.ts';
import { fieldOf as fieldSaid, type NamedByRows, optionsOfRows, pairsOfRows } from './details-said.ts';
import { type Draft, percent } from './draft.ts';
import { fieldOf, unnumbered } from './field-names.ts';
import { languageOfHeaders } from './header.ts';
import { type Column, keyOf, MOSTLY } from './profile.ts';

/** A column, and the expressions that find the values of a field in its cells. */
interface ValuesIn {
  readonly in: string;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Reads columns whose cells have words of another language for values that English texts say: "weiß" is white. Those it takes
 * are details no longer, by the names of their columns.
 */
export function valuesInEnglish(
  columns: readonly Column[],
  details: Record<string, unknown>,
  draft: Draft,
): Record<string, ValuesIn> {
  const stated: Record<string, ValuesIn> = {};
  if (languageInForce() !== ENGLISH) return stated;
  const language = languageOfHeaders(columns.map(({ name }) => name));
  const words = language === null ? null : new DetailsInEnglish([language]);
  for (const column of columns) {
    const field = canonicalField(fieldOf(details[column.name]));
    const shareOf = (words: readonly string[]) => {
      const said = new RegExp(wordsAlone(words), 'u');
      return words.length === 0 ? 0 : column.share((cell) => said.test(textsOf(cell).join(' ')));
    };
    const tables = valuesInLanguages(field).map(({ table }) => ({
      table,
      share: shareOf(Object.values(table).flat()),
    }));
    const [best] = tables.toSorted((a, b) => b.share - a.share);
    if (best === undefined || best.share < MOSTLY || isInEnglish(column, field)) continue;
    // Columns that are numbered say each a value of the field.
    const base = unnumbered(column)?.base;
    if (base !== undefined && columns.some((other) => other !== column && unnumbered(other)?.base === base)) continue;
    const foreign = Object.entries(best.table).flatMap(([value, words]) =>
      words.filter((word) => !isEnglishToo(word, value, field)),
    );
    // "White Gold" and "Brushed metal" hold words that other languages have as well, and are in English.
    const ofForeign = shareOf(foreign);
    if (ofForeign < best.share * OF_FOREIGN) continue;
    // Cells that hold nothing else are read by the language, and what it has no word for stays.
    if (words !== null && column.share((cell) => hasWordsFor([field, cell], words)) >= ofForeign * MOSTLY) continue;
    delete details[column.name];
    draft.withdraw('details.columns', column);
    const first = stated[field];
    if (first !== undefined) {
      draft.note(null, [column], `says something else of the ${field} that "${first.in}" says`);
      continue;
    }
    const values = Object.entries(best.table).map(([value, words]) => [value, wordsAlone(words)]);
    stated[field] = { in: column.name, values: Object.fromEntries(values) };
    draft.note(
      `details.stated.${field}`,
      [column],
      `${percent(best.share)} of ${column.stated.length} values are words of another language for one; others are left out`,
    );
  }
  return stated;
}

/** Share of the cells with such words, from which on those with words that English has not tell the language. */
const OF_FOREIGN = 0.5;

/** Tells whether many of a column's values are English ones: "Orange" and "Beige" are in many languages. */
function isInEnglish(column: Column, field: string): boolean {
  const values = [...new Set(column.stated.map((cell) => textsOf(cell).join(' ')))].slice(0, LOOKED_AT_VALUES);
  return values.filter((value) => fieldsListing(value).includes(field)).length >= values.length * OF_ENGLISH;
}

/** Different values that are looked at, and share of them that English has too, from which on they are in English. */
const LOOKED_AT_VALUES = 50;
const OF_ENGLISH = 0.6;

/** Details that a language has to have words for which no likelier one has, as a number and as a share of all. */
const LEAST_WORDS = 10;
const LEAST_SHARE = 0.02;

/**
 * Finds the languages in which rows name details, or say values of them, that English texts have words for: of a shop of several
 * countries more than one. Names in columns are said in English by the mapping itself; values in them are of the one language that
 * headers are in.
 */
export function findLanguages(columns: readonly Column[], draft: Draft): void {
  const details = (draft.section.details ?? {}) as NamedByRows & { columns?: Record<string, unknown> };
  if (languageInForce() !== ENGLISH) return;
  const pairs = [...pairsOfRows(columns, details), ...optionsOfRows(columns, draft.section.variants)].flat();
  const least = Math.max(LEAST_WORDS, pairs.length * LEAST_SHARE);
  const found: string[] = [];
  let open = pairs;
  let rest = languagesOfDetails().map((language) => ({ language, words: new DetailsInEnglish([language]) }));
  while (rest.length > 0) {
    const left = rest.map((one) => ({ ...one, open: open.filter((pair) => !hasWordsFor(pair, one.words)) }));
    const [best] = left.toSorted((one, other) => one.open.length - other.open.length);
    if (best === undefined || open.length - best.open.length < least) break;
    found.push(best.language);
    open = best.open;
    rest = rest.filter(({ language }) => language !== best.language);
  }
  const ofRows = percent((pairs.length - open.length) / pairs.length);
  const said =
    found.length === 0 ? [] : [`${ofRows} of the details that rows name have an English name or value there`];
  const ofHeaders = languageOfHeaders(columns.map(({ name }) => name));
  const valuesIn = (language: string, least: number) =>
    valuesInLanguage(columns, details.columns ?? {}, language, least);
  const isOfHeaders = ofHeaders !== null && languagesOfDetails().includes(ofHeaders);
  const language = isOfHeaders ? ofHeaders : languageOfCells((code) => valuesIn(code, OF_CELLS));
  const values = language === null ? [] : valuesIn(language, isOfHeaders ? 0 : OF_CELLS);
  if (language !== null && values.length >= LEAST_WORDS) {
    if (!found.includes(language)) found.push(language);
    const because = isOfHeaders ? 'headers are in it, and' : 'of all languages it has words for the most values:';
    said.push(`${because} ${values.length} of the values below them have an English word there`);
  }
  if (found.length === 0) return;
  draft.section.details = { ...details, languages: found };
  draft.findings.push({ key: 'details.languages', column: found.join('", "'), because: said.join('; ') });
}

/** The cells of details for which a language has other words than English, of columns with so large a share of them. */
function valuesInLanguage(
  columns: readonly Column[],
  details: Record<string, unknown>,
  language: string,
  least: number,
): unknown[] {
  const words = new DetailsInEnglish([language]);
  return columns.flatMap((column) => {
    const field = fieldSaid(details[column.name]);
    const values = field === '' ? [] : column.stated.filter((cell) => hasWordsFor([field, cell], words));
    return values.length >= column.stated.length * least ? values : [];
  });
}

/** The language that has words for more values of columns than any other one, and for several; null where none has. */
function languageOfCells(valuesIn: (language: string) => readonly unknown[]): string | null {
  const languages = languagesOfDetails().map((language) => ({ language, values: valuesIn(language) }));
  const [best, next] = languages.toSorted((one, other) => other.values.length - one.values.length);
  if (best === undefined || best.values.length <= (next?.values.length ?? 0)) return null;
  return new Set(best.values.map(keyOf)).size >= LEAST_OF_CELLS ? best.language : null;
}

/** Share of the cells of a column with words of a language, from which on its values are in it whatever headers are in, and different ones. */
const OF_CELLS = 0.3;
const LEAST_OF_CELLS = 4;

/** Tells whether the name of a detail, or its value, is in a language: another word than in English. */
function hasWordsFor([name, value]: readonly [string, unknown], words: DetailsInEnglish): boolean {
  const field = words.nameOf(name);
  if (field !== name) return true;
  const text = (read: unknown) => textsOf(read).join('\n').toLowerCase();
  return text(words.valueOf(field, value)) !== text(value);
}
