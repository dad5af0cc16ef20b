import { Numbers } from './numbers.ts';
import { DIGEST_WORDS, type DigestKey, digestOf } from './text-digest.ts';
import { joinTexts, type Texts } from './texts.ts';

/** A text per product out of few different ones. */
export interface Labels {
  readonly labels: readonly (string | null)[];
  readonly labelOf: Uint32Array;
}

/** What has a column of its own in the store. NaN means not stated. */
export interface PackedColumns {
  readonly count: number;
  readonly ids: Texts;
  readonly idDigests: Uint32Array;
  /** The words of each title, parted by spaces. */
  readonly titleWords: Texts;
  readonly mainCategories: Labels;
  readonly shelves: Labels;
  readonly currencies: Labels;
  readonly shops: Labels;
  readonly priceMinor: Float64Array;
  readonly averageRating: Float64Array;
  readonly ratingCount: Float64Array;
}

/** The columns of one product but the words of its title. */
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

  made(): Labels {
    return { labels: [...this.#places.keys()], labelOf: this.#labelOf.take() };
  }
}

/** Gathers the columns of products. */
export class ColumnsMaker {
  readonly #ids: string[] = [];
  readonly #titleWords: string[] = [];
  readonly #mainCategories = new LabelsMaker();
  readonly #shelves = new LabelsMaker();
  readonly #currencies = new LabelsMaker();
  readonly #shops = new LabelsMaker();
  readonly #priceMinor: number[] = [];
  readonly #averageRating: number[] = [];
  readonly #ratingCount: number[] = [];

  get count(): number {
    return this.#ids.length;
  }

  add(product: ProductColumns, titleWords: string): void {
    this.#ids.push(product.id);
    this.#titleWords.push(titleWords);
    this.#mainCategories.add(product.mainCategory);
    this.#shelves.add(product.shelf);
    this.#currencies.add(product.currency);
    this.#shops.add(product.shopId);
    this.#priceMinor.push(product.priceMinor ?? Number.NaN);
    this.#averageRating.push(product.averageRating ?? Number.NaN);
    this.#ratingCount.push(product.ratingCount ?? Number.NaN);
  }

  made(key: DigestKey): PackedColumns {
    const ids = this.#ids;
    const idDigests = new Uint32Array(ids.length * DIGEST_WORDS);
    for (let place = 0; place < ids.length; place++)
      digestOf(ids[place] as string, key, idDigests, place * DIGEST_WORDS);
    return {
      count: ids.length,
      ids: joinTexts(ids),
      idDigests,
      titleWords: joinTexts(this.#titleWords),
      mainCategories: this.#mainCategories.made(),
      shelves: this.#shelves.made(),
      currencies: this.#currencies.made(),
      shops: this.#shops.made(),
      priceMinor: Float64Array.from(this.#priceMinor),
      averageRating: Float64Array.from(this.#averageRating),
      ratingCount: Float64Array.from(this.#ratingCount),
    };
  }
}
