import type { Catalog } from '../../../catalog/index.ts';
import {
  type Found,
  type OpenProductSearch,
  openProductSearch,
  type SearchMemory,
} from '../../../catalog/search/index.ts';
import type { Product } from '../../../schemas/product.ts';

/** The data that the tools read. */
export interface Place {
  readonly catalog: Catalog;
  readonly search: OpenProductSearch;
  /** The products of a store, by its exact name. */
  inStore(name: string, page: number, size: number): Found;
}

/** Opens what the tools read; what another thread has of the search in memory is not read again. */
export function openPlace(catalog: Catalog, held: SearchMemory | null = null): Place {
  const search = openProductSearch(catalog, held);
  return {
    catalog,
    search,
    inStore: (store, page, size) => search.search({ text: '', filters: { store }, page, size }),
  };
}

export const reviewsOf = (catalog: Catalog, { id }: Product) => {
  const row = catalog.rowOf(id);
  return row === null ? [] : catalog.reviewsOf(row);
};
