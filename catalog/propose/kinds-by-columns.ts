import { z } from 'zod';
import { commaList, readWords } from '../../lexicon/index.ts';
import { headerWords } from './header.ts';
import type { Column } from './profile.ts';

const Kinds = z.record(z.string(), z.strictObject({ has: z.array(commaList).min(2), not: commaList.default([]) }));

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
  for (const [kind, { has, not }] of Object.entries(kinds)) {
    const by = has.map(having);
    const isTold = by.every((name) => name !== undefined) && new Set(by).size === by.length;
    if (isTold && having(not) === undefined) return { kind, by };
  }
  return undefined;
}
