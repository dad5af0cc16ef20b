import { canonicalJson } from '../schemas/canonical-json.ts';
import { digestOf } from '../text/digest.ts';
import { amountsIn } from './answers/figures.ts';
import type { Delta, Store } from './store/schema.ts';

/** Nets changes: one entry for each row, from the first state to the last; rows that are as before are none. */
export function netChanges(deltas: readonly Delta[]): Delta[] {
  const rows = new Map<string, Delta>();
  for (const { table, id, before, after } of deltas) {
    const key = `${table} ${id}`;
    rows.set(key, { table, id, before: rows.get(key)?.before ?? before, after });
  }
  return [...rows.values()].filter(({ before, after }) => canonicalJson(before) !== canonicalJson(after));
}

/**
 * Digest of what a conversation changed in a store. Two conversations come to the same state where they changed the same
 * rows to the same values; the ids of rows they added, and the wording of notes beyond the names and figures in them, do
 * not count.
 */
export function stateOf(store: Store, deltas: readonly Delta[]): { readonly digest: string; readonly changes: number } {
  const changes = netChanges(deltas);
  const added = new Map(changes.filter(({ before }) => before === null).map(({ table, id }) => [id, `new ${table}`]));
  const names = [...store.carriers.rows()].map(({ name }) => name);
  const plain = (value: unknown): unknown => {
    if (typeof value === 'string') return added.get(value) ?? value;
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
  };
  const rows = changes.map(({ table, id, after }) => {
    const row = { ...(plain(after) as Record<string, unknown>) };
    delete row.id;
    if (table === 'handOvers') delete row.reason;
    if (table === 'orders') row.remarks = (row.remarks as Remark[]).map((remark) => noted(remark, names));
    return canonicalJson([table, added.get(id) ?? id, row]);
  });
  return { digest: digestOf('state', rows.sort()), changes: changes.length };
}

interface Remark {
  readonly kind: string;
  readonly text: string;
}

/** A note as far as it counts: its kind, and the couriers and figures it names. */
const noted = ({ kind, text }: Remark, names: readonly string[]) => ({
  kind,
  names: names.filter((name) => text.includes(name)),
  figures: amountsIn(text).sort((a, b) => a - b),
});
