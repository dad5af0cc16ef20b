import type { Catalog } from '../../../catalog/index.ts';
import type { Product } from '../../../schemas/product.ts';
import { openProductSearch, type ProductSearch } from '../../../shopping/episode/search.ts';

/** What the tools read. */
export interface Place {
  readonly catalog: Catalog;
  readonly search: ProductSearch;
  /** Rows of the products of a store, by its exact name. */
  storeRows(name: string): readonly number[];
}

/** Where the store's name is not in the index all products are read once, on the first question. */
export function openPlace(catalog: Catalog): Place {
  let stores: ReadonlyMap<string, readonly number[]> | null = null;
  return {
    catalog,
    search: openProductSearch(catalog),
    storeRows(name) {
      stores ??= storesOf(catalog);
      return stores.get(name) ?? [];
    },
  };
}

function storesOf(catalog: Catalog): Map<string, number[]> {
  const stores = new Map<string, number[]>();
  for (const { row, product } of catalog.products()) {
    if (product.store === null) continue;
    const rows = stores.get(product.store);
    if (rows === undefined) stores.set(product.store, [row]);
    else rows.push(row);
  }
  return stores;
}

export const reviewsOf = (catalog: Catalog, { id }: Product) => {
  const row = catalog.rowOf(id);
  return row === null ? [] : catalog.reviewsOf(row);
};
