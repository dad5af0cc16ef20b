import type { Catalog } from '../../catalog/index.ts';
import { saysNothing } from '../../shopping/plausibility/index.ts';

/** Facts that the catalog's index holds of each product, by row. */
export interface ProductFacts {
  readonly ids: readonly string[];
  /** Detail fields with options that a requirement can be about, 255 at most. */
  readonly details: Uint8Array;
  /** 1 where there are features or a description. */
  readonly text: Uint8Array;
}

/** Reads the facts that sampling needs of every product, each on first use; `isUsed` says which detail fields count. */
export function productFacts(catalog: Catalog, isUsed: (field: string) => boolean): ProductFacts {
  let ids: readonly string[] | null = null;
  let details: Uint8Array | null = null;
  let text: Uint8Array | null = null;
  return {
    get ids() {
      ids ??= catalog.productIds();
      return ids;
    },
    get details() {
      details ??= usedDetails(catalog, isUsed);
      return details;
    },
    get text() {
      text ??= textMarks(catalog);
      return text;
    },
  };
}

function usedDetails(catalog: Catalog, isUsed: (field: string) => boolean): Uint8Array {
  const details = new Uint8Array(catalog.size);
  // In which field a row was counted last: a product with several options of a field states it once.
  const countedIn = new Uint16Array(catalog.size);
  for (const [place, field] of catalog.fieldNames().filter(isUsed).entries()) {
    for (const { norm, rows } of catalog.statedValues(field)) {
      if (!saysNothing(field, norm)) countOnce(rows, countedIn, place + 1, details);
    }
  }
  return details;
}

/** Counts a detail of each row that does not have the mark yet. Apart from the loops around it, it is compiled once. */
function countOnce(rows: Uint32Array, marks: Uint16Array, mark: number, details: Uint8Array): void {
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    if (marks[row] === mark) continue;
    marks[row] = mark;
    details[row] = Math.min(255, (details[row] as number) + 1);
  }
}

function textMarks(catalog: Catalog): Uint8Array {
  const text = new Uint8Array(catalog.size);
  for (const row of catalog.textRows()) text[row] = 1;
  return text;
}
