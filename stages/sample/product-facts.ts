import type { Catalog } from '../../catalog/store.ts';

/** What one pass over the catalog finds out about each product, by row. */
export interface ProductFacts {
  readonly ids: readonly string[];
  /** Detail fields with options that a requirement can be about, 255 at most. */
  readonly details: Uint8Array;
  /** 1 where there are features or a description. */
  readonly text: Uint8Array;
}

/** Reads what sampling needs of every product; `isUsed` says which detail fields count. */
export function readProductFacts(catalog: Catalog, isUsed: (field: string) => boolean): ProductFacts {
  const ids: string[] = [];
  const details = new Uint8Array(catalog.size);
  const text = new Uint8Array(catalog.size);
  for (const { row, product } of catalog.products()) {
    ids[row] = product.id;
    const used = Object.entries(product.details).filter(([field, { options }]) => options.length > 0 && isUsed(field));
    details[row] = Math.min(255, used.length);
    text[row] = product.features.length + product.description.length > 0 ? 1 : 0;
  }
  return { ids, details, text };
}
