import { listingStates } from '../../lexicon/columns.ts';
import { flagOf } from '../../text/flags.ts';
import { numberOf, textOf } from '../product/values.ts';
import { type Draft, percent } from './draft.ts';
import type { Identity } from './identity.ts';
import { type Column, isFlag } from './profile.ts';

/** Score of a name that says nothing else than whether a product is published. */
const CLEARLY = 0.85;
/** Share of products that are left at least: where fewer are, a column means something else. */
const LEAST_LEFT = 0.1;

const lower = (value: unknown) => textOf(value).toLowerCase();

/** Numbers by which shop systems say that a product is published and that it is not, the published one first. */
const NUMBERED = [
  [1, 0, -1],
  [1, 2],
];

/** The texts of a column that say of a product that its shop does not show it; none where it may hold anything else. */
function unlistedIn(column: Column): readonly unknown[] {
  const values = [...new Map(column.stated.map((value) => [lower(value), value])).values()];
  const { listed, unlisted } = listingStates();
  if (values.every((value) => listed.has(lower(value)) || unlisted.has(lower(value))))
    return values.filter((value) => unlisted.has(lower(value)));
  if (values.every(isFlag)) return values.filter((value) => flagOf(textOf(value)) === false);
  const numbers = NUMBERED.find((all) => values.every((value) => all.includes(numberOf(value) ?? Number.NaN)));
  const [published, ...others] = numbers ?? [];
  return values.some((value) => numberOf(value) === published && values.length > 1) ? others : [];
}

/** Finds columns by which rows are drafts, archived or not published, and sets such rows aside. */
export function findSetAside(columns: readonly Column[], identity: Identity, draft: Draft): void {
  const said: Record<string, string[]> = {};
  const used: Column[] = [];
  const left = new Set<number>();
  for (const column of columns) {
    if (draft.isTaken(column) || column.named('published') < CLEARLY || !column.isMostly('published', 'other'))
      continue;
    const texts = unlistedIn(column).map(lower);
    const rows = column.values.flatMap((value, row) =>
      identity.isFirst(row) && value !== undefined && texts.includes(lower(value)) ? [row] : [],
    );
    const products = column.values.filter((_, row) => identity.isFirst(row)).length;
    if (rows.length === 0 || products - new Set([...left, ...rows]).size < products * LEAST_LEFT) continue;
    for (const row of rows) left.add(row);
    said[column.name] = texts;
    used.push(column);
  }
  if (used.length === 0) return;
  const products = (columns[0]?.values ?? []).filter((_, row) => identity.isFirst(row)).length;
  draft.put(
    'set_aside',
    said,
    used,
    `what is a draft, archived or not published: ${left.size} of ${products} products, ${percent(left.size / products)}`,
  );
}
