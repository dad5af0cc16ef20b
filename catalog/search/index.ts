/**
 * Search over the products of a catalog by words, as agents and people use it: BM25 over titles, brands and values, with
 * filters, orders and pages. Equal catalogs give equal answers on every machine.
 */
export {
  type Found,
  type OpenProductSearch,
  openProductSearch,
  type ProductQuery,
  type ProductSearch,
} from './product-search.ts';
export type { SearchMemory } from './stored-index.ts';
