import { Numbers } from './numbers.ts';
import { DIGEST_WORDS, type DigestKey, digestOf } from './text-digest.ts';
import { type Texts, TextsMaker } from './texts.ts';

/** A text per product out of few different ones. */
export interface Labels {
  readonly labels: readonly (string | null)[];
  readonly labelOf: Uint32Array;
}

/** What has a column of its own in the store, but the words of titles. NaN means not stated. */
export interface PackedColumns {
  readonly count: number;
  readonly ids: Texts;
  readonly idDigests: Uint32Array;
  readonly mainCategories: Labels;
  readonly shelves: Labels;
  readonly currencies: Labels;
  readonly shops: Labels;
  readonly priceMinor: Float64Array;
  readonly averageRating: Float64Array;
  readonly ratingCount: Float64Array;
}

/** The columns of one product. */
export interface ProductColumns {
  readonly id: string;
  readonly mainCategory: string;
  readonly shelf: string;
  readonly currency: string | null;
  readonly shopId: string | null;
  readonly priceMinor: number | null;
  readonly averageRating: number | null;
  readonly ratingCount: number | null;
}

class LabelsMaker {
  readonly #places = new Map<string | null, number>();
  readonly #labelOf = new Numbers();
  /** The next label often is the one before. */
  #last: string | null | undefined;
  #lastPlace = 0;

  add(label: string | null): void {
    if (label !== this.#last) {
      this.#last = label;
      this.#lastPlace = this.#placeOf(label);
    }
    this.#labelOf.add(this.#lastPlace);
  }

  #placeOf(label: string | null): number {
    const known = this.#places.get(label);
    if (known !== undefined) return known;
    this.#places.set(label, this.#places.size);
    return this.#places.size - 1;
  }

  take(): Labels {
    const labels = [...this.#places.keys()];
    this.#places.clear();
    this.#last = undefined;
    return { labels, labelOf: this.#labelOf.take() };
  }
}

/** Gathers the columns of products. */
export class ColumnsMaker {
  readonly #key: DigestKey;
  readonly #ids = new TextsMaker();
  readonly #idDigests = new Numbers();
  readonly #digest = new Uint32Array(DIGEST_WORDS);
  readonly #mainCategories = new LabelsMaker();
  readonly #shelves = new LabelsMaker();
  readonly #currencies = new LabelsMaker();
  readonly #shops = new LabelsMaker();
  readonly #priceMinor: number[] = [];
  readonly #averageRating: number[] = [];
  readonly #ratingCount: number[] = [];

  constructor(key: DigestKey) {
    this.#key = key;
  }

  get count(): number {
    return this.#ids.count;
  }

  add(product: ProductColumns): void {
    this.#ids.add(product.id);
    digestOf(product.id, this.#key, this.#digest);
    for (let word = 0; word < DIGEST_WORDS; word++) this.#idDigests.add(this.#digest[word] as number);
    this.#mainCategories.add(product.mainCategory);
    this.#shelves.add(product.shelf);
    this.#currencies.add(product.currency);
    this.#shops.add(product.shopId);
    this.#priceMinor.push(product.priceMinor ?? Number.NaN);
    this.#averageRating.push(product.averageRating ?? Number.NaN);
    this.#ratingCount.push(product.ratingCount ?? Number.NaN);
  }

  /** The columns since the last call. */
  take(): PackedColumns {
    return {
      count: this.count,
      ids: this.#ids.take(),
      idDigests: this.#idDigests.take(),
      mainCategories: this.#mainCategories.take(),
      shelves: this.#shelves.take(),
      currencies: this.#currencies.take(),
      shops: this.#shops.take(),
      priceMinor: taken(this.#priceMinor),
      averageRating: taken(this.#averageRating),
      ratingCount: taken(this.#ratingCount),
    };
  }
}

function taken(numbers: number[]): Float64Array {
  const all = new Float64Array(numbers);
  numbers.length = 0;
  return all;
}
