import { englishWords } from '../../lexicon/index.ts';
import { statedBy, unwrapped } from '../readers/index.ts';
import { isRawObject, type RawObject } from '../rows/row.ts';
import { NAMED } from './draft.ts';
import { headerScores, headerWords } from './header.ts';
import type { Identity } from './identity.ts';
import { type Column, isObjects, isScalar, isTexts, isUrl, keyOf, MOSTLY } from './profile.ts';

/** Columns of a name and of what it names. */
interface Pair {
  readonly name: Column;
  readonly value: Column;
}

/** A header with a number in it: what stands before, the number, and what stands behind. */
const NUMBERED = /^(?<before>.*?\p{L}[\s_.:-]*)(?<number>\d{1,2})(?<after>[\s_.:-].*|\p{Lu}.*)$/u;

export interface NumberedPair extends Pair {
  /** Columns of the same number that say no more than how the pair is shown. */
  readonly beside: readonly Column[];
}

/** A header with a number at its end, which counts pairs where the words before say which part of one it is: "optionName1". */
const NUMBERED_BEHIND = /^(?<before>\p{L}.*?)[\s_.:-]*(?<number>\d{1,2})$/u;

/** The words of a header that say which part of a pair it holds: of one that ends in its number the last before that. */
const partOf = (header: string): string => {
  const before = NUMBERED.test(header) ? undefined : NUMBERED_BEHIND.exec(header)?.groups?.before;
  return before === undefined ? header : (headerWords(before).at(-1) as string);
};

/** The pair that a header is of, by its number and the words beside it, but for the one that says which part it is. */
function pairOf(header: string): string | null {
  const { before, number } = NUMBERED.exec(header)?.groups ?? {};
  if (before !== undefined) return JSON.stringify([before, number]);
  const behind = NUMBERED_BEHIND.exec(header)?.groups;
  if (behind === undefined) return null;
  const words = headerWords(behind.before as string);
  const scores = headerScores(words.slice(0, -1).join(' '));
  // What a buyer wrote, and what a picture shows, has a title and a text as well.
  const isNone = (['reviews', 'review_text', 'other'] as const).some((part) => (scores.get(part) ?? 0) >= NAMED);
  return words.length < 2 || isNone ? null : JSON.stringify([words.slice(0, -1), behind.number]);
}

/** Columns that are numbered alike and named like a name and a value: "Option1 Name", "Option1 Value"; "infoTitle1", "infoDescription1". */
export function pairsOf(columns: readonly Column[]): NumberedPair[] {
  const numbered = new Map<string, Column[]>();
  for (const column of columns) {
    const key = pairOf(column.name);
    if (key !== null) numbered.set(key, [...(numbered.get(key) ?? []), column]);
  }
  return [...numbered.values()].flatMap((group) => {
    const best = (part: 'pair_name' | 'pair_value' | 'description') => {
      const score = ({ name }: Column) => headerScores(partOf(name)).get(part) ?? 0;
      return group
        .filter((column) => score(column) > 0 && column.share(isScalar) >= MOSTLY)
        .sort((a, b) => score(b) - score(a))[0];
    };
    const [name, value] = [best('pair_name'), best('pair_value') ?? best('description')];
    return name === undefined || value === undefined || name === value
      ? []
      : [{ name, value, beside: group.filter((column) => column !== name && column !== value) }];
  });
}

/** The keys of the objects in a column that hold a name and what it names; null for a plain object, undefined for anything else. */
export function keysOfPairs(column: Column): { name: string; value: string } | null | undefined {
  const stated = column.stated.map(unwrapped);
  const items = stated.flatMap((value): RawObject[] =>
    isObjects(value) ? [...value] : isRawObject(value) ? [value] : [],
  );
  const keys = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const isText = (value: unknown) => typeof value === 'string' && !isUrl(value);
  const isName = (key: string) => items.filter((item) => isText(item[key])).length >= items.length / 2;
  const scored = (part: 'pair_name' | 'pair_value') =>
    keys
      .map((key) => ({ key, words: headerWords(key), score: headerScores(key).get(part) ?? 0 }))
      .filter(({ score }) => score > 0);
  // "attribute_name" goes with "attribute_value", whatever else has a name.
  const pairs = scored('pair_name')
    .filter(({ key }) => isName(key))
    .flatMap((name) =>
      scored('pair_value')
        .filter(({ key }) => key !== name.key)
        .map((value) => ({
          name,
          value,
          score: name.score + value.score + (name.words[0] === value.words[0] ? 1 : 0),
        })),
    );
  const [best] = pairs.sort((a, b) => b.score - a.score);
  if (best !== undefined) return { name: best.name.key, value: best.value.key };
  const ofTwo = keys.length === 2 ? pairOfTwo(items, keys.filter(isName)) : null;
  if (ofTwo !== null) return ofTwo;
  const byContent = pairByContent(stated.filter(isObjects), keys);
  if (byContent !== null) return byContent;
  return stated.some((one) => Array.isArray(one)) || !holdsValues(items) ? undefined : null;
}

/** Two members of objects of which one is called what has values, and holds the same in many: "property" and "content". */
function pairOfTwo(items: readonly RawObject[], keys: readonly string[]): { name: string; value: string } | null {
  const names = englishWords('columns: names in pairs');
  const isName = (key: string) => names.includes(headerWords(key).at(-1) ?? '');
  const [name, value] = keys.toSorted((one, other) => Number(isName(other)) - Number(isName(one)));
  if (name === undefined || value === undefined || !isName(name) || isName(value)) return null;
  if (!englishWords('columns: values in pairs').includes(headerWords(value).at(-1) ?? '')) return null;
  // What buyers wrote has a title and a text as well.
  const different = new Set(items.map((item) => keyOf(item[name]))).size;
  return different <= items.length * MOST_DIFFERENT_NAMES ? { name, value } : null;
}

/** Lists of objects, at least, that tell by what they hold which member names another one, and objects in them. */
const LEAST_LISTS = 20;
const LEAST_OBJECTS = 60;
/** Different names to all, and lists that have a name only once, for it to name what a list says; characters that one has at most. */
const MOST_DIFFERENT_NAMES = 0.2;
const ONCE_IN_LIST = 0.8;
const LONGEST_NAME = 40;
/** Share of the objects that say the same in a member, from which on it says nothing. */
const SAYS_THE_SAME = 0.9;

/**
 * The members of objects of which one names what the only other one that says anything holds, whatever they are called:
 * {"DimensionDescription": "Seat depth", "AlternativeDimensionInch": "19.5", "WidthInch": "0"}.
 */
function pairByContent(
  lists: readonly (readonly RawObject[])[],
  keys: readonly string[],
): { name: string; value: string } | null {
  const items = lists.flat();
  if (lists.length < LEAST_LISTS || items.length < LEAST_OBJECTS) return null;
  const valuesOf = (key: string) => items.map((item) => keyOf(item[key]));
  const isSame = (key: string) => {
    const counts = [...Map.groupBy(valuesOf(key), (value) => value).values()].map(({ length }) => length);
    return Math.max(...counts) >= items.length * SAYS_THE_SAME;
  };
  const [one, other, ...more] = keys.filter((key) => !isSame(key));
  if (one === undefined || other === undefined || more.length > 0) return null;
  const isName = (key: string) => {
    const isText = (value: unknown) =>
      typeof value === 'string' && /^\p{L}{2}/u.test(value.trim()) && value.length <= LONGEST_NAME && !isUrl(value);
    const once = lists.filter((list) => new Set(list.map((item) => keyOf(item[key]))).size === list.length);
    return (
      items.filter((item) => isText(item[key])).length >= items.length * ONCE_IN_LIST &&
      new Set(valuesOf(key)).size <= items.length * MOST_DIFFERENT_NAMES &&
      once.length >= lists.length * ONCE_IN_LIST
    );
  };
  const isValue = (key: string) =>
    items.every((item) => !isUrl(item[key])) &&
    items.filter((item) => isScalar(item[key])).length >= items.length * MOSTLY &&
    NO_VALUES.every((part) => (headerScores(key).get(part) ?? 0) < NAMED);
  const names = [one, other].filter(isName);
  const [name] = names;
  const value = name === one ? other : one;
  return name === undefined || names.length > 1 || !isValue(value) ? null : { name, value };
}

/** Members that are about what a list offers and not about the product: variants, votes, ways of delivery. */
const NO_VALUES = [
  'id',
  'sku',
  'price',
  'list_price',
  'sale_price',
  'other_price',
  'rating',
  'rating_count',
  'other',
] as const;

/** Tells whether members of objects mostly say something that may be a value. */
function holdsValues(items: readonly RawObject[]): boolean {
  const values = items.flatMap((item) =>
    Object.entries(item).flatMap(([name, value]) => statedBy(name, value).map(([, one]) => one)),
  );
  const isValue = (value: unknown) => value !== null && (isScalar(value) || isTexts(value)) && !isUrl(value);
  return values.length > 0 && values.filter(isValue).length >= values.length / 2;
}

/** The value that stands where there is nothing to choose: the only one its name ever has, in products of one row alone. */
export function noOption({ name, value }: Pair, { groups }: Identity): string | null {
  const several = groups.filter((rows) => rows.filter((row) => value.values[row] !== undefined).length > 1);
  const inGroups = new Set(several.flat());
  const byName = new Map<string, Set<string>>();
  const counts = new Map<string, number>();
  for (const [row, called] of name.values.entries()) {
    if (called === undefined || value.values[row] === undefined) continue;
    const stated = keyOf(value.values[row]);
    byName.set(
      keyOf(called),
      (byName.get(keyOf(called)) ?? new Set()).add(inGroups.has(row) ? '' : stated).add(stated),
    );
    counts.set(keyOf(called), (counts.get(keyOf(called)) ?? 0) + 1);
  }
  const only = [...byName].find(([called, values]) => values.size === 1 && (counts.get(called) as number) > 1);
  if (only !== undefined) return [...only[1]][0] as string;
  // A name may have other values in products with several rows.
  return value.stated.map(keyOf).find((stated) => usualNoOptions().has(stated.toLowerCase())) ?? null;
}

/** Values that shop systems write for products with nothing to choose. */
const usualNoOptions = (): ReadonlySet<string> => new Set(englishWords('columns: no options'));
