import type { Catalog } from '../../../catalog/index.ts';
import { type Found, openProductSearch, type ProductSearch } from '../../../catalog/search/index.ts';
import type { Product } from '../../../schemas/product.ts';

/** What the tools read. */
export interface Place {
  readonly catalog: Catalog;
  readonly search: ProductSearch;
  /** The products of a store, by its exact name. */
  inStore(name: string, page: number, size: number): Found;
}

/** The index knows stores by their names where the catalog has no ids of shops; else all products are read once. */
export function openPlace(catalog: Catalog): Place {
  const search = openProductSearch(catalog);
  let stores: ReadonlyMap<string, readonly string[]> | null = null;
  return {
    catalog,
    search,
    inStore(name, page, size) {
      const found = search.search({ text: '', filters: { shop: name }, page, size });
      const [first] = found.ids;
      if (first !== undefined && catalog.productById(first)?.store === name) return found;
      stores ??= storesOf(catalog);
      const ids = stores.get(name) ?? [];
      return { total: ids.length, ids: ids.slice(page * size, (page + 1) * size) };
    },
  };
}

function storesOf(catalog: Catalog): Map<string, string[]> {
  const stores = new Map<string, string[]>();
  for (const { product } of catalog.products()) {
    if (product.store === null) continue;
    const ids = stores.get(product.store);
    if (ids === undefined) stores.set(product.store, [product.id]);
    else ids.push(product.id);
  }
  return stores;
}

export const reviewsOf = (catalog: Catalog, { id }: Product) => {
  const row = catalog.rowOf(id);
  return row === null ? [] : catalog.reviewsOf(row);
};
