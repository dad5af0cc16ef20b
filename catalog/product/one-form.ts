import { union } from '../inverted-index/index.ts';
import { BASE_SPELLED, SPELLED } from './options.ts';

/** Statements of a field by products, by comparison forms. */
type Statements = Iterable<{ readonly norm: string; readonly rows: Uint32Array }>;

/** Statements of a field with all ways to write a value taken as one; by the tables alone for what a catalog keeps. */
export function* inOneForm(field: string, statements: Statements, by: 'lexicon' | 'tables'): Statements {
  const spelled = (by === 'tables' ? BASE_SPELLED : SPELLED).get(field);
  if (spelled === undefined) return yield* statements;
  const rowsOf = new Map<string, Uint32Array>();
  for (const { norm, rows } of statements) {
    const form = spelled.get(norm)?.[0] ?? norm;
    const known = rowsOf.get(form);
    rowsOf.set(form, known === undefined ? rows : union(known, rows));
  }
  for (const [norm, rows] of rowsOf) yield { norm, rows };
}
