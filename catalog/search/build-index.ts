import type { Product } from '../../schemas/product.ts';
import { Recent } from '../../text/cache/recent.ts';
import { byCodeUnit } from '../../text/order.ts';
import { bufferOf, joinTexts, type Texts } from '../memory/texts.ts';
import type { Catalog } from '../store/catalog.ts';
import { impactOf } from './bm25.ts';
import type { SearchIndex } from './search-index.ts';
import { indexedTokens, wordOf } from './words.ts';

/** The texts that a product is found by: title, brand and each value once, of details and of variants. */
export function searchedTexts({ title, brand, details, skuOptions }: Product): string[] {
  const values = new Set<string>();
  for (const field in details) for (const option of details[field]!.options) values.add(option);
  for (const { values: ofVariant } of skuOptions) for (const key in ofVariant) values.add(ofVariant[key]!);
  return brand === null ? [title, ...values] : [title, brand, ...values];
}

/** Half of the texts, and of the tokens, whose words are remembered at most: most stand in many products. */
const MOST_TEXTS = 1 << 15;
/** Longer texts are likely to be in one product alone. */
const LONGEST_REMEMBERED = 40;
/** Numbers in one piece of a list that grows. */
const PIECE = 1 << 20;
const PIECE_BITS = 20;
/** A word that is there more often has as much impact. */
const MOST_TIMES = 255;

/** A list that grows without being copied. */
class Pieces<List extends Uint32Array | Uint8Array> {
  readonly pieces: List[] = [];
  readonly #make: () => List;
  length = 0;

  constructor(make: () => List) {
    this.#make = make;
  }

  add(value: number): void {
    const place = this.length++ & (PIECE - 1);
    if (place === 0) this.pieces.push(this.#make());
    this.pieces[this.pieces.length - 1]![place] = value;
  }

  at(place: number): number {
    return this.pieces[place >>> PIECE_BITS]![place & (PIECE - 1)] as number;
  }
}

/** The words of all products, in the order in which they were added. */
class ProductWords {
  /** The number of each word, in the order in which they were met. */
  readonly numbers = new Map<string, number>();
  readonly #ofText = new Recent<string, readonly number[]>(MOST_TEXTS);
  readonly #ofToken = new Recent<string, number>(MOST_TEXTS);
  /** Words of each product, each once, with how many times it is there. */
  readonly words = new Pieces(() => new Uint32Array(PIECE));
  readonly times = new Pieces(() => new Uint8Array(PIECE));
  /** End of each product's words in `words` and `times`. */
  readonly ends: number[] = [];
  /** Number of words of each product, all counted. */
  readonly counts: number[] = [];
  /** By word: the product it was met in last, plus one, and how many times there. */
  readonly #metIn: number[] = [];
  readonly #timesMet: number[] = [];

  add(texts: readonly string[]): void {
    const product = this.ends.length + 1;
    const met: number[] = [];
    let count = 0;
    for (const text of texts) {
      const numbers = this.#numbersOf(text);
      count += numbers.length;
      for (const number of numbers) {
        if (this.#metIn[number] === product) this.#timesMet[number]!++;
        else {
          this.#metIn[number] = product;
          this.#timesMet[number] = 1;
          met.push(number);
        }
      }
    }
    for (const number of met) {
      this.words.add(number);
      this.times.add(Math.min(this.#timesMet[number] as number, MOST_TIMES));
    }
    this.ends.push(this.words.length);
    this.counts.push(count);
  }

  #numbersOf(text: string): readonly number[] {
    const known = this.#ofText.get(text);
    if (known !== undefined) return known;
    const numbers = indexedTokens(text).map((token) => this.#numberOf(token));
    if (text.length <= LONGEST_REMEMBERED) this.#ofText.set(text, numbers);
    return numbers;
  }

  #numberOf(token: string): number {
    let number = this.#ofToken.get(token);
    if (number === undefined) {
      number = this.#numberOfWord(wordOf(token));
      this.#ofToken.set(token, number);
    }
    return number;
  }

  #numberOfWord(word: string): number {
    let number = this.numbers.get(word);
    if (number === undefined) {
      number = this.numbers.size;
      this.numbers.set(word, number);
      this.#metIn.push(0);
      this.#timesMet.push(0);
    }
    return number;
  }
}

/** Gives every different text a number, and in the end its place among all in ascending order. */
class Labels {
  readonly #numbers = new Map<string, number>();
  readonly #of: number[] = [];

  /** `label` is null where there is none. */
  add(label: string | null): void {
    if (label === null) {
      this.#of.push(-1);
      return;
    }
    const number = this.#numbers.get(label) ?? this.#numbers.size;
    this.#numbers.set(label, number);
    this.#of.push(number);
  }

  /** The texts in ascending order, and the place of that of each product, the products in the order of `rows`. */
  sorted(rows: Uint32Array): { readonly texts: Texts; readonly of: Uint32Array } {
    const texts = [...this.#numbers.keys()].sort(byCodeUnit);
    const places = new Uint32Array(texts.length);
    for (const [place, text] of texts.entries()) places[this.#numbers.get(text) as number] = place;
    const placeOf = (row: number) => {
      const number = this.#of[row] as number;
      return number < 0 ? texts.length : (places[number] as number);
    };
    return { texts: joinTexts(texts), of: Uint32Array.from(rows, placeOf) };
  }
}

/** The main category and the path of a product, from which its categories are read again. */
const categoryOf = ({ mainCategory, category }: Product) => JSON.stringify([mainCategory, ...category]);

/** The products in the order of a number that each may state, then of their own; those that state none come last. */
function inOrderOf(numbers: Float64Array, direction: 1 | -1): Uint32Array {
  const keys = numbers.map((number) => (Number.isNaN(number) ? Number.POSITIVE_INFINITY : direction * number));
  return Uint32Array.from(keys.keys()).sort((a, b) => {
    const [one, other] = [keys[a] as number, keys[b] as number];
    return one < other ? -1 : one > other ? 1 : a - b;
  });
}

/** Reads what products are searched by out of a catalog, once through all of it. */
export function buildSearchIndex(catalog: Catalog): SearchIndex {
  const ids = catalog.productIds();
  // By number, that is in the order of ids.
  const rows = Uint32Array.from(ids.keys()).sort((a, b) => byCodeUnit(ids[a] as string, ids[b] as string));
  const words = new ProductWords();
  const [shops, stores, categories] = [new Labels(), new Labels(), new Labels()];
  const [priceOf, soldOf] = [new Float64Array(ids.length), new Float64Array(ids.length)];
  for (const { row, product } of catalog.products()) {
    words.add(searchedTexts(product));
    shops.add(product.shopId ?? product.store);
    stores.add(product.store);
    categories.add(categoryOf(product));
    priceOf[row] = product.priceMinor ?? Number.NaN;
    soldOf[row] = product.soldCount ?? Number.NaN;
  }
  const prices = Float64Array.from(rows, (row) => priceOf[row] as number);
  const sold = Float64Array.from(rows, (row) => soldOf[row] as number);
  const [ofShops, ofStores, ofCategories] = [shops.sorted(rows), stores.sorted(rows), categories.sorted(rows)];
  const { bytes, ends } = joinTexts(Array.from(rows, (row) => ids[row] as string));
  return {
    products: ids.length,
    ids: bytes,
    idEnds: ends,
    ...postingsOf(words, rows),
    prices,
    shops: ofShops.of,
    shopNames: ofShops.texts.bytes,
    shopNameEnds: ofShops.texts.ends,
    stores: ofStores.of,
    storeNames: ofStores.texts.bytes,
    storeNameEnds: ofStores.texts.ends,
    categories: ofCategories.of,
    categoryNames: ofCategories.texts.bytes,
    categoryNameEnds: ofCategories.texts.ends,
    byPrice: inOrderOf(prices, 1),
    byPriceDown: inOrderOf(prices, -1),
    bySold: inOrderOf(sold, -1),
  };
}

type Postings = Pick<SearchIndex, 'words' | 'wordEnds' | 'starts' | 'having' | 'impacts' | 'mostImpacts'>;

/** The products of each word with its impact on them, words and products in ascending order. */
function postingsOf({ numbers, words, times, ends, counts }: ProductWords, rows: Uint32Array): Postings {
  const texts = [...numbers.keys()].sort(byCodeUnit);
  const places = new Uint32Array(texts.length);
  for (const [place, text] of texts.entries()) places[numbers.get(text) as number] = place;
  numbers.clear();
  const starts = new Uint32Array(texts.length + 1);
  for (let at = 0; at < words.length; at++) starts[(places[words.at(at)] as number) + 1]!++;
  for (let place = 1; place < starts.length; place++) starts[place]! += starts[place - 1] as number;

  const next = starts.slice();
  const having = new Uint32Array(words.length);
  const impacts = new Uint8Array(words.length);
  const mostImpacts = new Uint8Array(texts.length);
  const averageWords = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  for (let product = 0; product < rows.length; product++) {
    const row = rows[product] as number;
    const count = counts[row] as number;
    for (let at = row === 0 ? 0 : (ends[row - 1] as number); at < (ends[row] as number); at++) {
      const place = places[words.at(at)] as number;
      const to = next[place]!++;
      const impact = impactOf(times.at(at), count, averageWords);
      having[to] = product;
      impacts[to] = impact;
      if (impact > (mostImpacts[place] as number)) mostImpacts[place] = impact;
    }
  }
  const { bytes, ends: wordEnds } = joinTexts(texts);
  return { words: bufferOf({ bytes, ends: wordEnds }), wordEnds, starts, having, impacts, mostImpacts };
}
