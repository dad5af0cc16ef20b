import type { SearchSection } from './sections.ts';

/**
 * Index that products are searched by, where threads can share it. Products are numbered by their ids in ascending
 * order, so that of two equal ones the first is the one with the lower number, whatever file they came from.
 */
export interface SearchIndex {
  readonly products: number;
  /** Ids, one after the other in UTF-8, and where each ends. */
  readonly ids: Uint8Array;
  readonly idEnds: Uint32Array;
  /** Words in ascending order. */
  readonly words: Uint8Array;
  readonly wordEnds: Uint32Array;
  /** Start of the products of each word in `having`, and the end of the last ones. */
  readonly starts: Uint32Array;
  /** Products that have a word, ascending. */
  readonly having: Uint32Array;
  /** The impact of the word on each of them. */
  readonly impacts: Uint8Array;
  /** The largest impact of each word. */
  readonly mostImpacts: Uint8Array;
  /** Minor units by product; NaN means not stated. */
  readonly prices: Float64Array;
  /** The place of each product's shop in `shopNames`; one more than there are means none. */
  readonly shops: Uint32Array;
  readonly shopNames: Uint8Array;
  readonly shopNameEnds: Uint32Array;
  /** The same by the names of shops, which those with ids have as well. */
  readonly stores: Uint32Array;
  readonly storeNames: Uint8Array;
  readonly storeNameEnds: Uint32Array;
  /** The place of each product's category in `categoryNames`. */
  readonly categories: Uint32Array;
  /** Main category and path, as JSON. */
  readonly categoryNames: Uint8Array;
  readonly categoryNameEnds: Uint32Array;
  /** Products by price, by price from the highest, and by sold count from the highest; those that state none come last. */
  readonly byPrice: Uint32Array;
  readonly byPriceDown: Uint32Array;
  readonly bySold: Uint32Array;
}

/** The parts of an index, in the order in which they are stored. */
export const SECTIONS = {
  ids: 'bytes',
  idEnds: 'numbers',
  words: 'bytes',
  wordEnds: 'numbers',
  starts: 'numbers',
  having: 'numbers',
  impacts: 'bytes',
  mostImpacts: 'bytes',
  prices: 'floats',
  shops: 'numbers',
  shopNames: 'bytes',
  shopNameEnds: 'numbers',
  stores: 'numbers',
  storeNames: 'bytes',
  storeNameEnds: 'numbers',
  categories: 'numbers',
  categoryNames: 'bytes',
  categoryNameEnds: 'numbers',
  byPrice: 'numbers',
  byPriceDown: 'numbers',
  bySold: 'numbers',
} as const satisfies Record<Exclude<keyof SearchIndex, 'products'>, SearchSection>;

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** The text at a place of texts that stand one after the other. */
export const textAt = (bytes: Uint8Array, ends: Uint32Array, place: number): string =>
  bufferOf(bytes).toString('utf8', place === 0 ? 0 : ends[place - 1], ends[place]);

/** The place of a text among texts in ascending order; -1 where it is none of them. */
export function placeOf(text: string, bytes: Uint8Array, ends: Uint32Array): number {
  let [low, high] = [0, ends.length - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = textAt(bytes, ends, middle);
    if (found === text) return middle;
    if (found < text) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
