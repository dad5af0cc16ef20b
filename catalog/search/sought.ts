import { RecentBytes } from '../../text/cache/recent-bytes.ts';
import { noBits, setBit } from '../inverted-index/index.ts';
import { weightOf } from './bm25.ts';
import { placeOf, type SearchIndex } from './search-index.ts';
import { soughtWords } from './words.ts';

/** The words of a query that count: a longer one is searched by its beginning. */
const MOST_WORDS = 128;

/** A word that at least one product in so many has is also held product by product. */
const FREQUENT = 16;
/** Bytes for the words held so. */
const ROOM = 96 << 20;

/** A word by product: whether each has it, and its impact on each. */
interface ByProduct {
  readonly bits: Uint32Array;
  readonly impacts: Uint8Array;
  readonly byteLength: number;
}

/** A word of a query that some products have. */
export interface Sought {
  /** Its products stand from `from` to `to` in the index. */
  readonly from: number;
  readonly to: number;
  /** Score that an impact of 1 adds. */
  readonly weight: number;
  /** The most it adds to any score. */
  readonly most: number;
  /** Null where few products have the word. */
  readonly byProduct: ByProduct | null;
}

/** Finds the words of queries in an index. */
export class WordFinder {
  readonly #index: SearchIndex;
  readonly #frequent = new RecentBytes<ByProduct>(ROOM);

  constructor(index: SearchIndex) {
    this.#index = index;
  }

  /** The words of a text, each once; `isEmpty` where it has none, known to the index or not. */
  find(text: string): { readonly sought: Sought[]; readonly isEmpty: boolean } {
    const times = new Map<string, number>();
    for (const word of soughtWords(text).slice(0, MOST_WORDS)) times.set(word, (times.get(word) ?? 0) + 1);
    const sought = [...times].flatMap(([word, count]) => this.#soughtOf(word, count) ?? []);
    return { sought, isEmpty: times.size === 0 };
  }

  #soughtOf(word: string, times: number): Sought | null {
    const { words, wordEnds, starts, mostImpacts, products } = this.#index;
    const place = placeOf(word, words, wordEnds);
    if (place < 0) return null;
    const [from, to] = [starts[place] as number, starts[place + 1] as number];
    const weight = weightOf(to - from, products) * times;
    const isFrequent = (to - from) * FREQUENT >= products;
    const byProduct = isFrequent ? this.#frequent.of(word, () => this.#byProduct(from, to)) : null;
    return { from, to, weight, most: weight * (mostImpacts[place] as number), byProduct };
  }

  #byProduct(from: number, to: number): ByProduct {
    const { having, impacts: listed, products } = this.#index;
    const bits = noBits(products);
    const impacts = new Uint8Array(products);
    for (let at = from; at < to; at++) {
      const product = having[at] as number;
      setBit(bits, product);
      impacts[product] = listed[at] as number;
    }
    return { bits, impacts, byteLength: bits.byteLength + impacts.byteLength };
  }
}
