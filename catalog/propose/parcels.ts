import { Tally } from '../../text/tally.ts';
import { canonicalField } from '../product/fields.ts';
import { withoutUnit } from '../product/same-quantity.ts';
import { columnSaid } from '../readers/index.ts';
import { type Draft, percent } from './draft.ts';
import { fieldNamed } from './field-names.ts';
import { type Column, keyOf } from './profile.ts';

/** Rows with a weight and kinds of things, at least, and share of the rows with one of the three commonest, from which on these are of parcels. */
const LEAST_PARCELS = 100;
const LEAST_OF_KINDS = 20;
const OF_CLASSES = 0.6;

/** Leaves out weights by which a shop counts its parcels: where most things of many kinds weigh one of three amounts, none was weighed. */
export function leaveParcels(free: readonly Column[], columns: readonly Column[], draft: Draft): void {
  const category = columns.find(({ name }) => name === columnSaid(draft.section.category));
  if (category === undefined || category.distinct < LEAST_OF_KINDS) return;
  for (const column of free) {
    if (
      draft.isTaken(column) ||
      !withoutUnit(canonicalField(fieldNamed(column.name, '')))
        .toLowerCase()
        .endsWith('weight')
    )
      continue;
    const counts = new Tally();
    for (const value of column.stated) if (!/^[0.,]+(?:\s|$)/.test(keyOf(value))) counts.add(keyOf(value));
    const weighed = counts.names.map((name) => counts.of(name)).toSorted((one, other) => other - one);
    const all = weighed.reduce((sum, count) => sum + count, 0);
    const share = weighed.slice(0, 3).reduce((sum, count) => sum + count, 0) / all;
    if (all < LEAST_PARCELS || share < OF_CLASSES) continue;
    const because = `${percent(share)} of ${all} products of ${category.distinct} kinds have one of three weights, which are those of parcels`;
    draft.note(null, [column], because);
  }
}
