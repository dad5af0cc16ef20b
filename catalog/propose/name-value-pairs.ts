import { englishWords } from '../../lexicon/index.ts';
import { unwrapped } from '../readers/index.ts';
import { isRawObject, type RawObject } from '../rows/row.ts';
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

/** Columns that are numbered alike and named like a name and a value: "Option1 Name", "Option1 Value". */
export function pairsOf(columns: readonly Column[]): NumberedPair[] {
  const numbered = new Map<string, Column[]>();
  for (const column of columns) {
    const { before, number } = NUMBERED.exec(column.name)?.groups ?? {};
    if (before === undefined) continue;
    const key = JSON.stringify([before, number]);
    numbered.set(key, [...(numbered.get(key) ?? []), column]);
  }
  return [...numbered.values()].flatMap((group) => {
    const best = (part: 'pair_name' | 'pair_value') =>
      group
        .filter((column) => column.named(part) > 0 && column.share(isScalar) >= MOSTLY)
        .sort((a, b) => b.named(part) - a.named(part))[0];
    const [name, value] = [best('pair_name'), best('pair_value')];
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
  return stated.some((one) => Array.isArray(one)) || !holdsValues(items) ? undefined : null;
}

/** Tells whether members of objects mostly say something that may be a value. */
function holdsValues(items: readonly RawObject[]): boolean {
  const values = items.flatMap((item) => Object.values(item));
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
