import { bitCount } from '../inverted-index/index.ts';
import { placeOf, type SearchIndex, textAt } from './search-index.ts';

/** Conditions products have to meet besides being searched for. */
export interface SearchFilters {
  /** The id of the shop; its name, where the catalog has no ids of shops. */
  readonly shop?: string;
  /** The name of the shop, also where it has an id. */
  readonly store?: string;
  /** The main category, a category of the path, or the path down to one, joined by ' > '. */
  readonly category?: string;
  /** Bounds in minor units, both inclusive; a product without a price is outside of any. */
  readonly minPrice?: number;
  readonly maxPrice?: number;
}

/** Tells whether a category, as the index names it, is the one that is asked for. */
function isCategory(name: string, asked: string): boolean {
  const [main, ...path] = JSON.parse(name) as [string, ...string[]];
  return main === asked || path.some((step, at) => step === asked || path.slice(0, at + 1).join(' > ') === asked);
}

/** Flags for so many places, of which one is set, or none where it is -1. */
const flagsOf = (length: number, place: number): Uint8Array => {
  const flags = new Uint8Array(length);
  if (place >= 0) flags[place] = 1;
  return flags;
};

/** Keeps of a set the products whose place in a list is flagged. A call for each product would take most of the time. */
function keepIn(matching: Uint32Array, places: Uint32Array, flags: Uint8Array): void {
  for (let word = 0; word < matching.length; word++) {
    let kept = matching[word] as number;
    for (let rest = kept; rest !== 0; rest &= rest - 1) {
      const bit = rest & -rest;
      if (flags[places[(word << 5) + 31 - Math.clz32(bit)] as number] === 0) kept ^= bit;
    }
    matching[word] = kept;
  }
}

/** Of so few products of a word each is looked at by itself. */
const FEW_OF_WORD = 8;

/** Keeps of a set the products whose number is stated and lies within bounds, all 32 of a word at once where many are in it. */
function keepBetween(matching: Uint32Array, numbers: Float64Array, least = Number.NEGATIVE_INFINITY, most = Infinity) {
  for (let word = 0; word < matching.length; word++) {
    const set = matching[word] as number;
    if (set === 0) continue;
    let within = 0;
    const first = word << 5;
    if (bitCount(set) <= FEW_OF_WORD) {
      for (let rest = set; rest !== 0; rest &= rest - 1) {
        const bit = rest & -rest;
        const number = numbers[first + 31 - Math.clz32(bit)] as number;
        if (number >= least && number <= most) within |= bit;
      }
      matching[word] = within;
      continue;
    }
    for (let bit = Math.min(31, numbers.length - 1 - first); bit >= 0; bit--) {
      const number = numbers[first + bit] as number;
      // No comparison with NaN, which stands for none, is true.
      within = (within << 1) | (Number(number >= least) & Number(number <= most));
    }
    matching[word] = set & within;
  }
}

/** Picks products out of an index by what they are besides their words. */
export class Filtering {
  readonly #index: SearchIndex;
  /** The places of categories, by the one that was asked for. */
  readonly #categories = new Map<string, Uint8Array>();

  constructor(index: SearchIndex) {
    this.#index = index;
  }

  /** Takes out of a set of products those that do not pass; the set is changed. */
  apply(matching: Uint32Array, { shop, store, category, minPrice, maxPrice }: SearchFilters): void {
    const { prices, shops, shopNames, shopNameEnds, stores, storeNames, storeNameEnds, categories } = this.#index;
    if (shop !== undefined) {
      const place = placeOf(shop, shopNames, shopNameEnds);
      keepIn(matching, shops, flagsOf(shopNameEnds.length + 1, place));
    }
    if (store !== undefined) {
      const place = placeOf(store, storeNames, storeNameEnds);
      keepIn(matching, stores, flagsOf(storeNameEnds.length + 1, place));
    }
    if (category !== undefined) keepIn(matching, categories, this.#placesOf(category));
    if (minPrice !== undefined || maxPrice !== undefined) keepBetween(matching, prices, minPrice, maxPrice);
  }

  #placesOf(category: string): Uint8Array {
    const { categoryNames, categoryNameEnds } = this.#index;
    let places = this.#categories.get(category);
    if (places === undefined) {
      places = new Uint8Array(categoryNameEnds.length);
      for (let place = 0; place < places.length; place++)
        if (isCategory(textAt(categoryNames, categoryNameEnds, place), category)) places[place] = 1;
      // Whoever asks for ever new ones makes nothing grow.
      if (this.#categories.size >= MOST_CATEGORIES) this.#categories.clear();
      this.#categories.set(category, places);
    }
    return places;
  }
}

const MOST_CATEGORIES = 256;
