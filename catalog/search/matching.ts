import { bitCount, inMost, noBits, setBit } from '../inverted-index/index.ts';
import type { SearchIndex } from './search-index.ts';
import type { Sought } from './sought.ts';

export function countOf(set: Uint32Array): number {
  let count = 0;
  for (let word = 0; word < set.length; word++) count += bitCount(set[word] as number);
  return count;
}

/** All products. */
export function allProducts({ products }: SearchIndex): Uint32Array {
  const all = noBits(products).fill(0xffff_ffff);
  if ((products & 31) !== 0) all[all.length - 1] = 2 ** (products & 31) - 1;
  return all;
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

/** The products that have any of the words. */
export function havingAny(index: SearchIndex, sought: readonly Sought[]): Uint32Array {
  const any = noBits(index.products);
  for (const word of sought) addTo(any, index, word);
  return any;
}

/** Of the products that match, those that have all words; where none has, those that have as many as any has. */
export function havingMost(index: SearchIndex, sought: readonly Sought[], matching: Uint32Array): Uint32Array {
  const sets = sought.map((word) => {
    if (word.byProduct !== null) return word.byProduct.bits;
    const set = noBits(index.products);
    addTo(set, index, word);
    return set;
  });
  return inMost(sets, matching);
}
