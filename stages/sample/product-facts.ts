import type { Catalog } from '../../catalog/store.ts';

/** What the catalog's index says of each product, by row. */
export interface ProductFacts {
  readonly ids: readonly string[];
  /** Detail fields with options that a requirement can be about, 255 at most. */
  readonly details: Uint8Array;
  /** 1 where there are features or a description. */
  readonly text: Uint8Array;
}

/** Reads what sampling needs of every product; `isUsed` says which detail fields count. */
export function readProductFacts(catalog: Catalog, isUsed: (field: string) => boolean): ProductFacts {
  const details = new Uint8Array(catalog.size);
  const text = new Uint8Array(catalog.size);
  for (const row of catalog.textRows()) text[row] = 1;
  // In which field a row was counted last: a product with several options of a field states it once.
  const countedIn = new Uint16Array(catalog.size);
  for (const [place, field] of catalog.fieldNames().filter(isUsed).entries()) {
    for (const { rows } of catalog.statedValues(field)) {
      for (const row of rows) {
        if (countedIn[row] === place + 1) continue;
        countedIn[row] = place + 1;
        details[row] = Math.min(255, (details[row] as number) + 1);
      }
    }
  }
  return { ids: catalog.productIds(), details, text };
}
