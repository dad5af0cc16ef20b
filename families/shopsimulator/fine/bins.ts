import type { StatedTerms } from './stated-terms.ts';

/** Products that are compared with each other at most: comparing takes the square of their number. */
const MOST_COMPARED = 4096;

/**
 * Parts the products of a sub-category into bins small enough to compare: by the value of the field that most of them
 * state, those that state none by themselves, and again by further fields where a bin is still too large. What no field
 * parts is cut in the order given.
 */
export function bins(rows: readonly number[], terms: StatedTerms, most = MOST_COMPARED): number[][] {
  return parted(rows, terms, most, new Set());
}

function parted(rows: readonly number[], terms: StatedTerms, most: number, used: ReadonlySet<number>): number[][] {
  if (rows.length <= most) return rows.length === 0 ? [] : [[...rows]];
  const field = widestField(rows, terms, used);
  if (field === null) {
    const cut: number[][] = [];
    for (let from = 0; from < rows.length; from += most) cut.push(rows.slice(from, from + most));
    return cut;
  }
  const byValue = new Map<number, number[]>();
  for (const row of rows) {
    const value = terms.of(row).find((term) => terms.fieldOf[term] === field) ?? -1;
    const list = byValue.get(value);
    if (list === undefined) byValue.set(value, [row]);
    else list.push(row);
  }
  const further = new Set([...used, field]);
  return joined([...byValue.values()], most).flatMap((part) => parted(part, terms, most, further));
}

/** The field stated by most of the products whose values differ; null where no field parts them. */
function widestField(rows: readonly number[], terms: StatedTerms, used: ReadonlySet<number>): number | null {
  const stating = new Map<number, number>();
  const first = new Map<number, number>();
  const differs = new Set<number>();
  for (const row of rows) {
    let last = -1;
    for (const term of terms.of(row)) {
      const field = terms.fieldOf[term] as number;
      if (field === last || used.has(field)) continue;
      last = field;
      stating.set(field, (stating.get(field) ?? 0) + 1);
      const known = first.get(field);
      if (known === undefined) first.set(field, term);
      else if (known !== term) differs.add(field);
    }
  }
  let widest: number | null = null;
  for (const field of [...differs].sort((a, b) => a - b))
    if (widest === null || (stating.get(field) as number) > (stating.get(widest) as number)) widest = field;
  return widest;
}

/** Small groups are put together as far as they fit: what is rare alone is no shelf, and may be one with others. */
function joined(groups: readonly number[][], most: number): number[][] {
  const result: number[][] = [];
  let open: number[] = [];
  for (const group of groups.toSorted((a, b) => b.length - a.length)) {
    if (group.length > most / 2) result.push(group);
    else if (open.length + group.length > most) {
      result.push(open);
      open = group;
    } else open = [...open, ...group];
  }
  if (open.length > 0) result.push(open);
  return result;
}
