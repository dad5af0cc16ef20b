import { z } from 'zod';
import { commaList, readWords } from '../../lexicon/index.ts';
import { headerWords } from './header.ts';
import type { Column } from './profile.ts';

const Kind = z.strictObject({
  has: z.array(commaList).min(2),
  not: commaList.default([]),
  /** Words of which half of the names of products have one, and others that none has. */
  named: commaList.optional(),
  never_named: commaList.default([]),
});
const Kinds = z.record(z.string(), Kind);

/** Read where a table says of no row what it is: most do. */
let kinds: z.infer<typeof Kinds> | undefined;

/**
 * The kind of goods that all rows of a table are of, as its columns are those of such tables, with the columns that say so;
 * undefined where they are none of those that are known.
 */
export function kindOfColumns(columns: readonly Column[]): { kind: string; by: readonly string[] } | undefined {
  const headers = columns.map(({ name }) => ({ name, words: ` ${headerWords(name).join(' ')} ` }));
  const having = (phrases: readonly string[]) =>
    headers.find(({ words }) => phrases.some((phrase) => words.includes(` ${phrase} `)))?.name;
  kinds ??= Kinds.parse(readWords('kinds-by-columns.yaml'));
  for (const [kind, { has, not, named, never_named }] of Object.entries(kinds)) {
    const by = has.map(having);
    const isTold = by.every((name) => name !== undefined) && new Set(by).size === by.length;
    const isNamed = named === undefined || columns.some((column) => areNamed(column, named, never_named));
    if (isTold && isNamed && having(not) === undefined) return { kind, by };
  }
  return undefined;
}

/** Share of names with a word of a kind, from which on all are of it. */
const OF_KIND = 0.5;

/** Tells whether a column holds names of products of a kind, by words of models. */
function areNamed(column: Column, named: readonly string[], never: readonly string[]): boolean {
  const hasOne = (words: readonly string[]) => (value: unknown) =>
    typeof value === 'string' && words.some((word) => ` ${headerWords(value).join(' ')} `.includes(` ${word} `));
  return column.stated.length > 0 && column.share(hasOne(named)) >= OF_KIND && column.share(hasOne(never)) === 0;
}
