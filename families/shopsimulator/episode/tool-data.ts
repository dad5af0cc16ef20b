import type { Catalog } from '../../../catalog/index.ts';
import {
  type Found,
  type OpenProductSearch,
  openProductSearch,
  type SearchMemory,
} from '../../../catalog/search/index.ts';
import type { Product, Review } from '../../../schemas/product.ts';
import { foundOrMade } from '../../../text/cache/found-or-made.ts';
import { Recent } from '../../../text/cache/recent.ts';
import { formatMoney } from '../../../text/money.ts';
import { pricePaid, skusChosen } from '../rewards/goal.ts';

/** The data that the pages show. */
export interface Place {
  readonly catalog: Catalog;
  readonly search: OpenProductSearch;
}

/** Searches that are remembered: a page of results is looked at several times before another one is opened. */
const MOST_REMEMBERED = 256;

/** Opens what the pages show; what another thread has of the search in memory is not read again. */
export function openPlace(catalog: Catalog, held: SearchMemory | null = null): Place {
  const search = openProductSearch(catalog, held);
  const recent = new Recent<string, Found>(MOST_REMEMBERED);
  return {
    catalog,
    search: {
      inMemory: () => search.inMemory(),
      search(query) {
        const key = JSON.stringify(query);
        return foundOrMade(recent, key, () => search.search(query));
      },
    },
  };
}

/** The reviews a page shows, those found most helpful first. */
export function reviewsShown(catalog: Catalog, { id }: Product, most: number): Review[] {
  const row = catalog.rowOf(id);
  if (row === null) return [];
  return catalog
    .reviewsOf(row)
    .toSorted((a, b) => b.helpfulVotes - a.helpfulVotes || (a.id < b.id ? -1 : 1))
    .slice(0, most);
}

/** The options a product can be had in: name to values, as the listing writes them, in its order. */
export function optionsOffered({ skuOptions }: Product): ReadonlyMap<string, readonly string[]> {
  const offered = new Map<string, string[]>();
  for (const { values } of skuOptions)
    for (const [name, value] of Object.entries(values)) {
      const own = offered.get(name);
      if (own === undefined) offered.set(name, [value]);
      else if (!own.includes(value)) own.push(value);
    }
  return offered;
}

/** A price as pages print it: one amount, or from the lowest to the highest of what can still be chosen. */
export function priceShown(product: Product, options: Readonly<Record<string, string>> = {}): string {
  const currency = product.currency ?? 'USD';
  const prices = skusChosen({ product, options }).flatMap(({ priceMinor }) => priceMinor ?? []);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  if (prices.length > 0 && low !== high) return `${formatMoney(low, currency)} to ${formatMoney(high, currency)}`;
  const paid = pricePaid({ product, options });
  return paid === null ? 'not stated' : formatMoney(paid, currency);
}
