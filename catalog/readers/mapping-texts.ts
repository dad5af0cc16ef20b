import { jsonCell, linesOf, textOf, textsOf } from '../product/values.ts';
import type { RawObject } from '../rows/row.ts';
import { isClaimed, isWholeAmount, linesOfProduct } from '../text-stated/claim.ts';
import { SaidWords } from '../text-stated/said-words.ts';
import { cell, columnsIn, columnsOfName, nameOf } from './mapping-cells.ts';
import type { ProductMapping, Stated } from './mapping-file.ts';

/** Fields of a mapping that texts state by words, and what looks for all of these at once. */
interface WordsOfMapping {
  readonly words: SaidWords;
  /** The fields that each column may say. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
  /** The fields of which a product has one value. */
  readonly single: ReadonlySet<string>;
}

const wordsOfMappings = new WeakMap<ProductMapping, WordsOfMapping>();

/** The words of a mapping, made ready to be looked for once; null where it has none. */
function wordsOf(mapping: ProductMapping): WordsOfMapping | null {
  const stated = Object.entries(mapping.details?.stated ?? {}).flatMap(([field, one]) =>
    'words' in one ? [{ field, ...one }] : [],
  );
  if (stated.length === 0) return null;
  let known = wordsOfMappings.get(mapping);
  if (known === undefined) {
    const fields = new Map<string, Set<string>>();
    for (const { field, in: columns } of stated)
      for (const column of columnsIn(columns)) fields.set(column, (fields.get(column) ?? new Set()).add(field));
    const names = stated.flatMap((one) => one.names ?? []);
    known = {
      words: new SaidWords(
        Object.fromEntries(stated.map(({ field, words }) => [field, words])),
        names,
        Object.fromEntries(stated.map(({ field, texts, behind }) => [field, { texts, behind }])),
      ),
      fields,
      single: new Set(stated.flatMap(({ field, single }) => (single === true ? field : []))),
    };
    wordsOfMappings.set(mapping, known);
  }
  return known;
}

/** Name by which a row calls its product; empty where it has no name. */
const nameIn = (row: RawObject, title: ProductMapping['title']): string =>
  columnsOfName(title)
    .map((column) => textOf(cell(row, column)))
    .find((text) => text !== '') ?? '';

/** The texts of a cell, of lists each member. */
const cellTexts = (row: RawObject, column: string) => textsOf(jsonCell(cell(row, column)));

/** Finds the values of fields whose words the columns of a row say; names of products and of kinds of them are read as such. */
export function valuesSaidIn(row: RawObject, mapping: ProductMapping, maker: string): [string, string[]][] {
  const known = wordsOf(mapping);
  if (known === null) return [];
  const names = [...columnsOfName(mapping.title), nameOf(mapping.category)];
  const found = new Map<string, Set<string>>();
  const name = nameIn(row, mapping.title);
  for (const [column, fields] of known.fields) {
    const said = names.includes(column)
      ? cellTexts(row, column).flatMap((text) => known.words.inName(text, maker))
      : linesOfProduct(linesOf(jsonCell(cell(row, column)))).flatMap((line) =>
          known.words.inSentence(line, maker, name),
        );
    for (const { field, value } of said)
      if (fields.has(field)) found.set(field, (found.get(field) ?? new Set()).add(value));
  }
  return [...found]
    .filter(([field, { size }]) => size === 1 || !known.single.has(field))
    .map(([field, values]) => [field, [...values]]);
}

/** Words of a table, and nothing an expression spans. */
const MERE_WORDS = /^[\p{L}\p{M} -]{1,40}$/u;

/** The values of which not all words stand within longer words of another: "azul-marinho" is navy, and not blue as well. */
function valuesApart(text: string, values: readonly (readonly [value: string, words: string])[]): string[] {
  const places = values.flatMap(([value, words]) =>
    [...text.matchAll(new RegExp(words, 'gu'))].map(({ index, 0: { length } }) => ({ value, index, length })),
  );
  const wordy = places.filter(({ index, length }) => MERE_WORDS.test(text.slice(index, index + length)));
  const isWithin = (one: (typeof places)[number]) =>
    wordy.some(
      (other) =>
        other.length > one.length && other.index <= one.index && other.index + other.length >= one.index + one.length,
    );
  const apart = new Set(places.filter((place) => !isWithin(place)).map(({ value }) => value));
  return values.map(([value]) => value).filter((value) => apart.has(value));
}

/** A value of a field, and the column that states it. */
interface ValueStated {
  readonly value: string | string[];
  readonly column: string;
}

/** Tells whether a column holds texts of a product that are kept as such. */
export const isOfTexts = ({ title, features, description }: ProductMapping, column: string): boolean =>
  [...columnsOfName(title), nameOf(features), nameOf(description)].includes(column);

/**
 * Finds the value of a field that the columns of a row state of the product that its name is of, by the expressions of a
 * mapping, and the column that does; null where none states anything.
 */
export function statedIn(
  row: RawObject,
  stated: Exclude<Stated, { words: unknown }>,
  title: ProductMapping['title'] = [],
): ValueStated | null {
  if ('value' in stated && stated.single === true) return onlyOneIn(row, stated, nameIn(row, title));
  for (const column of columnsIn(stated.in)) {
    const text = cellTexts(row, column).join('\n');
    if ('value' in stated) {
      const [whole, group = whole] = new RegExp(stated.value, 'u').exec(text) ?? [];
      if (group !== undefined) return { value: group, column };
      continue;
    }
    const found = Object.entries(stated.values).filter(([, words]) => new RegExp(words, 'u').test(text));
    if (found.length === 0) continue;
    return { value: found.length === 1 ? found.map(([value]) => value) : valuesApart(text, found), column };
  }
  return null;
}

/** Marks and blanks before what an expression finds, which are no part of what is said. */
const BEFORE_WORDS = /^[^\p{L}\p{N}]*/u;

/**
 * The one thing that all an expression finds in some columns says, where it is claimed of the product at least once; null where that
 * is nothing, or not one thing.
 */
function onlyOneIn(row: RawObject, stated: Extract<Stated, { value: string }>, name: string): ValueStated | null {
  const found = columnsIn(stated.in).flatMap((column) => {
    const text = linesOfProduct(linesOf(jsonCell(cell(row, column)))).join('\n');
    return [...text.matchAll(new RegExp(stated.value, 'dgu'))].map(({ 0: whole, 1: value = whole, index, indices }) => {
      const [start, end] = indices?.[1] ?? [index, index + whole.length];
      const begins = index + (BEFORE_WORDS.exec(whole)?.[0].length ?? 0);
      const isSaid =
        begins < start
          ? isWholeAmount(text, { start, end }) && isClaimed(text, { start: begins, end }, name, 'told')
          : isClaimed(text, { start, end }, name, 'quality');
      return { value, column, isSaid };
    });
  });
  const different = new Set(found.map(({ value }) => value.toLowerCase().replace(/[\s-]+/g, '')));
  return different.size === 1 ? (found.find(({ isSaid }) => isSaid) ?? null) : null;
}
