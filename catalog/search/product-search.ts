import { bitCount, inMost, noBits, setBit } from '../inverted-index/index.ts';
import type { Catalog } from '../store/catalog.ts';
import { Filtering, type SearchFilters } from './filters.ts';
import { rankedBest, rankedFew } from './rank.ts';
import { type SearchIndex, textAt } from './search-index.ts';
import { type Sought, WordFinder } from './sought.ts';
import { indexIn, openSearchIndex, type SearchMemory } from './stored-index.ts';

function countOf(set: Uint32Array): number {
  let count = 0;
  for (let word = 0; word < set.length; word++) count += bitCount(set[word] as number);
  return count;
}

/** Fills a set with all products. */
function addAll(all: Uint32Array, { products }: SearchIndex): void {
  all.fill(0xffff_ffff);
  if ((products & 31) !== 0) all[all.length - 1] = 2 ** (products & 31) - 1;
}

function addTo(set: Uint32Array, index: SearchIndex, { from, to, byProduct }: Sought): void {
  if (byProduct === null) {
    const { having } = index;
    for (let at = from; at < to; at++) setBit(set, having[at] as number);
    return;
  }
  const { bits } = byProduct;
  for (let word = 0; word < set.length; word++) set[word] = (set[word] as number) | (bits[word] as number);
}

/** Of the products that match, those that have all words; where none has, those that have as many as any has. */
function havingMost(index: SearchIndex, sought: readonly Sought[], matching: Uint32Array): Uint32Array {
  const sets = sought.map((word) => {
    if (word.byProduct !== null) return word.byProduct.bits;
    const set = noBits(index.products);
    addTo(set, index, word);
    return set;
  });
  return inMost(sets, matching);
}

/** `relevance`: BM25. `price` and `-price`: from the lowest and from the highest. `sold`: from the most often sold. */
type SearchOrder = 'relevance' | 'price' | '-price' | 'sold';

export interface ProductQuery {
  /** Words in any order; without any that counts, all products that pass the filters are found. */
  readonly text: string;
  readonly filters?: SearchFilters;
  /**
   * By default `relevance`, which finds products with any of the words. The other orders are of those that have all words,
   * or as many as any has: the cheapest product with one word of ten is nothing that was asked for. ShoppingBench's own
   * engine puts the 50 most relevant in order instead, which takes one page of 50 here.
   */
  readonly order?: SearchOrder;
  /** From 0. */
  readonly page: number;
  /** Products on a page. */
  readonly size: number;
}

export interface Found {
  /** All products that were found, on whatever page. */
  readonly total: number;
  /** Ids of the products on the page; of products that are equal the one with the lower id comes first. */
  readonly ids: string[];
}

/** Finds products by words of their titles, brands and values. */
export interface ProductSearch {
  search(query: ProductQuery): Found;
}

/** Of no more than so many products that match, each is looked up by itself. */
const FEW = 512;

class CatalogSearch implements ProductSearch {
  readonly #index: SearchIndex;
  readonly #words: WordFinder;
  readonly #filtering: Filtering;
  /** The products that match, filled anew by each query: a new set for each would be most of what is to be collected. */
  readonly #matching: Uint32Array;

  constructor(index: SearchIndex) {
    this.#index = index;
    this.#matching = noBits(index.products);
    this.#words = new WordFinder(index);
    this.#filtering = new Filtering(index);
  }

  search({ text, filters = {}, order = 'relevance', page, size }: ProductQuery): Found {
    mustBeWhole('page', page, 0);
    mustBeWhole('size', size, 1);
    const index = this.#index;
    const { sought, isEmpty } = this.#words.find(text);
    let matching = this.#matching.fill(0);
    if (isEmpty) addAll(matching, index);
    for (const word of sought) addTo(matching, index, word);
    this.#filtering.apply(matching, filters);
    const isRanked = order === 'relevance';
    if (!isRanked) matching = havingMost(index, sought, matching);
    const total = countOf(matching);
    const from = page * size;
    const to = Math.min(from + size, total);
    if (from >= to) return { total, ids: [] };
    if (!isRanked) return this.#found(total, firstOf(this.#inOrder(order), matching, from, to));
    if (sought.length === 0) return this.#found(total, firstOf(null, matching, from, to));
    const rank = total <= FEW ? rankedFew : rankedBest;
    return this.#found(total, rank(index, sought, matching, to).subarray(from));
  }

  #inOrder(order: Exclude<SearchOrder, 'relevance'>): Uint32Array {
    const { byPrice, byPriceDown, bySold } = this.#index;
    return { price: byPrice, '-price': byPriceDown, sold: bySold }[order];
  }

  #found(total: number, products: Uint32Array): Found {
    const { ids, idEnds } = this.#index;
    return { total, ids: Array.from(products, (product) => textAt(ids, idEnds, product)) };
  }
}

function mustBeWhole(name: string, number: number, least: number): void {
  if (!Number.isSafeInteger(number) || number < least)
    throw new RangeError(`${name} is ${number}, expected a whole number of ${least} or more`);
}

/** The products that match from one place of an order up to another; without an order they ascend. */
function firstOf(order: Uint32Array | null, matching: Uint32Array, from: number, to: number): Uint32Array {
  const products = new Uint32Array(to - from);
  let place = 0;
  for (let at = 0; place < to; at++) {
    const product = order === null ? at : (order[at] as number);
    if (((matching[product >>> 5] as number) & (1 << (product & 31))) === 0) continue;
    if (place >= from) products[place - from] = product;
    place++;
  }
  return products;
}

/** A search that is open. */
export interface OpenProductSearch extends ProductSearch {
  /** Returns what it has in memory, for threads that search the same catalog. */
  inMemory(): SearchMemory;
}

/** The index of one catalog in this thread, for all who search it. It keeps no catalog: whoever searches brings one. */
class SharedSearch {
  #memory: SearchMemory | null = null;
  #search: CatalogSearch | null = null;

  memory(read: () => SearchMemory): SearchMemory {
    this.#memory ??= read();
    return this.#memory;
  }

  search(read: () => SearchMemory): CatalogSearch {
    this.#search ??= new CatalogSearch(indexIn(this.memory(read)));
    return this.#search;
  }
}

/** Searches of this thread by the digest of their catalog, as long as somebody has them. */
const shared = new Map<string, WeakRef<SharedSearch>>();
const forgotten = new FinalizationRegistry((digest: string) => {
  if (shared.get(digest)?.deref() === undefined) shared.delete(digest);
});

function sharedOf(digest: string): SharedSearch {
  const known = shared.get(digest)?.deref();
  if (known !== undefined) return known;
  const search = new SharedSearch();
  shared.set(digest, new WeakRef(search));
  forgotten.register(search, digest);
  return search;
}

/**
 * Opens the search of a catalog. Its index is read with the first query, from the file beside the catalog, or built and
 * kept there. All who search equal catalogs in a thread share one; what another thread has in memory is not read again.
 */
export function openProductSearch(catalog: Catalog, held: SearchMemory | null = null): OpenProductSearch {
  const search = sharedOf(catalog.digest);
  const read = () => (held !== null && held.digest === catalog.digest ? held : openSearchIndex(catalog));
  return {
    inMemory: () => search.memory(read),
    search: (query) => search.search(read).search(query),
  };
}
