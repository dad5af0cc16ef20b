import type { Catalog } from '../../catalog/index.ts';
import { asksAbout, fieldUsesOf } from '../../shopping/learned/field-uses.ts';
import { saysNothing } from '../../shopping/plausibility/index.ts';
import { Quantities } from '../../shopping/quantities/index.ts';
import { cluedRows } from './clues-there.ts';

/**
 * The worth of each product to tasks, by row: its details that anybody may ask for, and once more those that a clue can
 * stand for. Of 6,228 tasks on made products those of worth 14 came in one of seven cases to the paper's size with both
 * hidden sources needed, those of worth 17 in one of three, those of worth 20 to 26 in five of nine.
 */
export function productWorth(catalog: Catalog): Uint8Array {
  const worth = new Uint8Array(catalog.size);
  /** In which count a row was counted last: it may state several options of a field. */
  const countedIn = new Uint16Array(catalog.size);
  let counts = 0;
  const count = (stated: Iterable<Uint32Array>) => {
    counts++;
    for (const rows of stated) {
      for (const row of rows) {
        if (countedIn[row] === counts) continue;
        countedIn[row] = counts;
        worth[row] = Math.min(255, (worth[row] as number) + 1);
      }
    }
  };
  const quantities = new Quantities(catalog);
  const useOf = fieldUsesOf(catalog, quantities);
  for (const field of catalog.fieldNames()) {
    if (!asksAbout(catalog, field) || useOf(field)?.filler !== false) continue;
    count(tellingRows(catalog, field));
    count(cluedRows(catalog, field, quantities));
  }
  return worth;
}

/** The products that state each value of a field that says something. */
function* tellingRows(catalog: Catalog, field: string): Iterable<Uint32Array> {
  for (const { norm, rows } of catalog.statedValues(field)) if (!saysNothing(field, norm)) yield rows;
}
