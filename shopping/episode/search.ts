import type { Catalog } from '../../catalog/index.ts';
import { tokensOf } from '../../text/normalise.ts';

/** What products are looked for by. Prices are in minor units. */
export interface ProductQuery {
  readonly text: string;
  readonly filters?: {
    readonly shop?: string;
    readonly category?: string;
    readonly minPrice?: number;
    readonly maxPrice?: number;
  };
  readonly order?: 'relevance' | 'price' | '-price' | 'sold';
  /** From 0. */
  readonly page: number;
  readonly size: number;
}

/** Finds products by their texts, always in the same order. */
export interface ProductSearch {
  search(query: ProductQuery): { readonly total: number; readonly ids: readonly string[] };
}

const MOST_WORDS = 32;

/** Looks products up by the words of their titles; rarer words weigh more. */
class TitleSearch implements ProductSearch {
  readonly #catalog: Catalog;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  search({ text, filters = {}, order = 'relevance', page, size }: ProductQuery) {
    const catalog = this.#catalog;
    const scores = new Map<number, number>();
    for (const word of [...new Set(tokensOf(text))].slice(0, MOST_WORDS)) {
      const rows = catalog.titleRows(word);
      const weight = Math.log(1 + (catalog.size - rows.length + 0.5) / (rows.length + 0.5));
      for (const row of rows) scores.set(row, (scores.get(row) ?? 0) + weight);
    }
    const { shop, category, minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = filters;
    const isPriced = filters.minPrice !== undefined || filters.maxPrice !== undefined;
    const found = [...scores.keys()].filter((row) => {
      if (shop !== undefined && catalog.shopId(row) !== shop) return false;
      if (category !== undefined && !catalog.shelfOf(row).path.split(' > ').includes(category)) return false;
      if (!isPriced) return true;
      const price = catalog.priceMinor(row);
      return price !== null && price >= minPrice && price <= maxPrice;
    });
    const price = (row: number) => catalog.priceMinor(row) ?? Number.POSITIVE_INFINITY;
    const byRelevance = (a: number, b: number) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0) || a - b;
    if (order === 'price') found.sort((a, b) => price(a) - price(b) || byRelevance(a, b));
    else if (order === '-price') found.sort((a, b) => price(b) - price(a) || byRelevance(a, b));
    else found.sort(byRelevance);
    const shown = found.slice(page * size, (page + 1) * size);
    return { total: found.length, ids: shown.map((row) => catalog.productByRow(row).id) };
  }
}

export const openProductSearch = (catalog: Catalog): ProductSearch => new TitleSearch(catalog);
