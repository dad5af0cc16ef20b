import type { Product } from '../../schemas/product.ts';
import { charactersApart, isAscii, tokensOf } from '../../text/tokens.ts';
import { TermCollector, type Terms } from '../inverted-index/index.ts';
import { ByteWriter } from '../memory/byte-writer.ts';
import { DIGEST_WORDS, type DigestKey, digestOf } from '../memory/lane-digest.ts';
import { Numbers } from '../memory/numbers.ts';
import { type Texts, TextsMaker } from '../memory/texts.ts';
import { hasOtherPrices } from '../product/price.ts';
import { productJson } from './product-json.ts';

/** Products as the store takes them in, in a form that goes from thread to thread at little cost. */
export interface PackedProducts extends PackedColumns {
  /** The products as `productJson`, one after the other, and where each ends. */
  readonly data: Uint8Array<ArrayBuffer>;
  readonly dataEnds: Uint32Array;
  /** The words of each title, parted by spaces. */
  readonly titleWords: Texts;
  /** Places of the products whose titles are not ASCII alone: `tokensOf` folds those before it cuts them into words. */
  readonly foldedTitles: Uint32Array;
  readonly terms: Terms;
}

/** The columns of a product and what it is found by, beside its JSON, its options and its title. */
interface Packing extends ProductColumns {
  readonly services: readonly string[];
  /** True if it has features or a description. */
  readonly hasText: boolean;
}

/** Packs the words of titles. */
export class TitlePacker {
  readonly #terms: TermCollector;
  /** The words of each title, also written to by whoever packs titles from bytes. */
  readonly words = new TextsMaker();
  readonly #folded = new Numbers();

  constructor(terms: TermCollector) {
    this.#terms = terms;
  }

  /** Adds the title of the product at a place. */
  add(title: string, place: number): void {
    if (!isAscii(title)) this.#folded.add(place);
    const words = tokensOf(title);
    for (const word of words) for (const part of charactersApart(word).split(' ')) this.#terms.noteWord(part, place);
    this.words.add(words.join(' '));
  }

  /** The words of the titles since the last call, and the places of those that are folded. */
  take(): Pick<PackedProducts, 'titleWords' | 'foldedTitles'> {
    return { titleWords: this.words.take(), foldedTitles: this.#folded.take() };
  }
}

/** Packs products, round by round; one is kept for many rounds, since it remembers what it has worked out. */
export class ProductPacker {
  readonly #dataEnds = new Numbers();
  readonly #columns: ColumnsMaker;
  /** The JSON of each product, also written to by whoever packs products without a record; `end` ends one. */
  readonly data = new ByteWriter();
  readonly terms: TermCollector;
  readonly titles: TitlePacker;

  /** `mostTerms`: the most terms that are remembered before all are forgotten. */
  constructor(key: DigestKey, mostTerms?: number) {
    this.#columns = new ColumnsMaker(key);
    this.terms = new TermCollector(key, mostTerms);
    this.titles = new TitlePacker(this.terms);
  }

  /** The number of products, which is the place of the next one. */
  get count(): number {
    return this.#columns.count;
  }

  /** Adds a product that has passed its schema. */
  add(product: Product): void {
    this.data.text(productJson(product));
    const place = this.count;
    for (const [field, { options }] of Object.entries(product.details)) this.terms.noteOptions(field, options, place);
    this.titles.add(product.title, place);
    if (hasOtherPrices(product)) this.terms.noteSkuPrices(place);
    const hasText = product.features.length + product.description.length > 0;
    this.end({ ...product, shelf: shelfOf(product.category), hasText });
  }

  /** Ends the product whose JSON was written, and whose options and title were noted. */
  end(product: Packing): void {
    const place = this.count;
    this.#dataEnds.add(this.data.end);
    this.terms.noteServices(product.services, place);
    if (product.hasText) this.terms.noteText(place);
    this.#columns.add(product);
  }

  /** The products since the last call. */
  take(): PackedProducts {
    return {
      ...this.#columns.take(),
      data: this.data.take(),
      dataEnds: this.#dataEnds.take(),
      ...this.titles.take(),
      terms: this.terms.take(),
    };
  }
}

/** The name of a shelf, made of its categories. */
export const shelfOf = (category: readonly string[]): string => category.join(' > ');

/** A text per product out of few different ones. */
export interface Labels {
  readonly labels: readonly (string | null)[];
  readonly labelOf: Uint32Array;
}

/** The columns of the store but the words of titles, product by product. NaN means not stated. */
interface PackedColumns {
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
interface ProductColumns {
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
class ColumnsMaker {
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
