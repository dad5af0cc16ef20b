import type { Draft } from './draft.ts';
import type { Identity } from './identity.ts';
import { type Column, MOSTLY } from './profile.ts';
import { isMeasured } from './texts-for-none.ts';

/**
 * Tells whether a column that variants differ in says something of products too: in rows of those without variants, and of others by
 * what is measured of them where all their variants weigh the same.
 */
export const saysOfProducts = (column: Column, { kind, isFirst }: Identity, isOption: boolean) =>
  kind === 'parent' &&
  ((isOption && isMeasured(column)) || column.values.some((value, row) => value !== undefined && isFirst(row)));

/**
 * Leaves out options that are measured and that others bring along: who chooses a color and a size chooses no weight, and who has
 * but weights to choose from does.
 */
export function leaveConsequences(
  columns: readonly Column[],
  { groups }: Identity,
  { options, stated }: { readonly options: unknown[]; readonly stated: Readonly<Record<string, unknown>> },
  draft: Draft,
): void {
  const columnOf = (option: unknown) => columns.find(({ name }) => name === (option as { value?: string }).value);
  for (const option of [...options]) {
    const column = columnOf(option);
    if (column === undefined || !isMeasured(column)) continue;
    const others = options.flatMap((other) => (other === option ? [] : (columnOf(other) ?? [])));
    const saidIn = (row: number) => JSON.stringify(others.map(({ values }) => values[row] ?? null));
    const several = groups.filter((rows) => rows.length > 1);
    const told = several.filter((rows) => new Set(rows.map(saidIn)).size === rows.length);
    if (others.length === 0 || told.length < several.length * MOSTLY) continue;
    options.splice(options.indexOf(option), 1);
    draft.withdraw('variants.options', column);
    if (Object.hasOwn(stated, column.name)) continue;
    draft.note(
      null,
      [column],
      `differs with what variants are told apart by: ${others.map(({ name }) => `"${name}"`).join(', ')}`,
    );
  }
}
