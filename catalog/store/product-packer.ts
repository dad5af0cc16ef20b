import type { Detail, Product } from '../../schemas/product.ts';
import { SharedDetail } from '../details.ts';
import { tokensOf } from '../text/normalise.ts';
import { ByteWriter } from './byte-writer.ts';
import { detailFits, productFits } from './fits-product.ts';
import { Numbers } from './numbers.ts';
import { detailJson, jsonAfterDetails, jsonBeforeDetails, jsonMember } from './product-json.ts';
import { type Term, TermCollector, type Terms } from './terms.ts';
import { DIGEST_WORDS, type DigestKey, digestOf } from './text-digest.ts';
import { joinTexts, type Texts } from './texts.ts';

/** A text per product out of few different ones. */
export interface Labels {
  readonly labels: readonly (string | null)[];
  readonly labelOf: Uint32Array;
}

/** Products as the store takes them in, in a form that goes from thread to thread at little cost. NaN means not stated. */
export interface PackedProducts {
  readonly count: number;
  readonly ids: Texts;
  readonly idDigests: Uint32Array;
  /** The products as JSON, one after the other, and where each ends. */
  readonly data: Uint8Array<ArrayBuffer>;
  readonly dataEnds: Uint32Array;
  /** The words of each title, parted by spaces. */
  readonly titleWords: Texts;
  readonly mainCategories: Labels;
  readonly shelves: Labels;
  readonly currencies: Labels;
  readonly shops: Labels;
  readonly priceMinor: Float64Array;
  readonly averageRating: Float64Array;
  readonly ratingCount: Float64Array;
  readonly terms: Terms;
}

class LabelsMaker {
  readonly #places = new Map<string | null, number>();
  readonly #labelOf = new Numbers();

  add(label: string | null): void {
    let place = this.#places.get(label);
    if (place === undefined) {
      place = this.#places.size;
      this.#places.set(label, place);
    }
    this.#labelOf.add(place);
  }

  made(): Labels {
    return { labels: [...this.#places.keys()], labelOf: this.#labelOf.take() };
  }
}

/** What grows with every product until it is taken. */
class Columns {
  readonly ids: string[] = [];
  readonly titleWords: string[] = [];
  readonly mainCategories = new LabelsMaker();
  readonly shelves = new LabelsMaker();
  readonly currencies = new LabelsMaker();
  readonly shops = new LabelsMaker();
  readonly priceMinor: number[] = [];
  readonly averageRating: number[] = [];
  readonly ratingCount: number[] = [];
  readonly dataEnds = new Numbers();
}

/** What a shared detail comes to, whichever product states it. */
class PackedDetail {
  readonly packer: ProductPacker;
  readonly field: string;
  /** Whether it is certain to pass its schema. */
  readonly fits: boolean;
  readonly json: string;
  readonly terms: readonly Term[];

  constructor(packer: ProductPacker, field: string, detail: Detail, terms: readonly Term[]) {
    this.packer = packer;
    this.field = field;
    this.fits = detailFits(detail);
    // In one piece: joined texts are put together anew each time they are written.
    this.json = Buffer.from(jsonMember(field, detailJson(detail))).toString();
    this.terms = terms;
  }
}

/** Packs products, round by round; one is kept for many rounds, since it remembers what it has worked out. */
export class ProductPacker {
  readonly #key: DigestKey;
  readonly #terms: TermCollector;
  readonly #data = new ByteWriter();
  #columns = new Columns();
  /** The details of the product at hand, and what is known of those that are shared. */
  #fields: readonly string[] = [];
  readonly #details: Detail[] = [];
  readonly #packed: (PackedDetail | null)[] = [];

  constructor(key: DigestKey) {
    this.#key = key;
    this.#terms = new TermCollector(key);
  }

  get count(): number {
    return this.#columns.ids.length;
  }

  /** Adds a product if it is certain to pass its schema; of any other nothing is said. */
  addFitting(product: Product): boolean {
    if (!productFits(product)) return false;
    this.#lookAt(product.details);
    for (let index = 0; index < this.#details.length; index++)
      if (!(this.#packed[index]?.fits ?? detailFits(this.#details[index] as Detail))) return false;
    this.#add(product);
    return true;
  }

  /** Adds a product that has passed its schema. */
  add(product: Product): void {
    this.#lookAt(product.details);
    this.#add(product);
  }

  #add(product: Product): void {
    const columns = this.#columns;
    const place = columns.ids.length;
    const words = tokensOf(product.title);
    this.#data.text(jsonBeforeDetails(product) + this.#addDetails(place) + jsonAfterDetails(product));
    columns.dataEnds.add(this.#data.end);
    this.#terms.noteWords(words, place);
    this.#terms.noteServices(product.services, place);
    if (product.features.length + product.description.length > 0) this.#terms.noteText(place);
    columns.ids.push(product.id);
    columns.titleWords.push(words.join(' '));
    columns.mainCategories.add(product.mainCategory);
    columns.shelves.add(product.category.join(' > '));
    columns.currencies.add(product.currency);
    columns.shops.add(product.shopId);
    columns.priceMinor.push(product.priceMinor ?? Number.NaN);
    columns.averageRating.push(product.averageRating ?? Number.NaN);
    columns.ratingCount.push(product.ratingCount ?? Number.NaN);
  }

  #lookAt(details: Product['details']): void {
    this.#fields = Object.keys(details);
    this.#details.length = 0;
    this.#packed.length = 0;
    for (const field of this.#fields) {
      const detail = details[field] as Detail;
      this.#details.push(detail);
      this.#packed.push(detail instanceof SharedDetail ? this.#packedOf(field, detail) : null);
    }
  }

  /** What is known of a shared detail; null when it is met for the first time, since most are never met again. */
  #packedOf(field: string, detail: SharedDetail): PackedDetail | null {
    const known = detail.workedOut;
    if (known instanceof PackedDetail && known.packer === this && known.field === field) return known;
    if (known !== this) {
      detail.workedOut = this;
      return null;
    }
    const packed = new PackedDetail(this, field, detail, this.#terms.termsOf(field, detail.options));
    detail.workedOut = packed;
    return packed;
  }

  /** Notes what the details at hand say; returns them as JSON. */
  #addDetails(place: number): string {
    let json = '';
    for (let index = 0; index < this.#fields.length; index++) {
      if (index > 0) json += ',';
      const packed = this.#packed[index];
      if (packed === null || packed === undefined) {
        const [field, detail] = [this.#fields[index] as string, this.#details[index] as Detail];
        json += jsonMember(field, detailJson(detail));
        this.#terms.noteOptions(field, detail.options, place);
        continue;
      }
      json += packed.json;
      for (const term of packed.terms) this.#terms.note(term, place);
    }
    return json;
  }

  /** The products since the last call. */
  take(): PackedProducts {
    const columns = this.#columns;
    const count = columns.ids.length;
    const idDigests = new Uint32Array(count * DIGEST_WORDS);
    for (let place = 0; place < count; place++)
      digestOf(columns.ids[place] as string, this.#key, idDigests, place * DIGEST_WORDS);
    const packed = {
      count,
      ids: joinTexts(columns.ids),
      idDigests,
      data: this.#data.take(),
      dataEnds: columns.dataEnds.take(),
      titleWords: joinTexts(columns.titleWords),
      mainCategories: columns.mainCategories.made(),
      shelves: columns.shelves.made(),
      currencies: columns.currencies.made(),
      shops: columns.shops.made(),
      priceMinor: Float64Array.from(columns.priceMinor),
      averageRating: Float64Array.from(columns.averageRating),
      ratingCount: Float64Array.from(columns.ratingCount),
      terms: this.#terms.take(),
    };
    this.#columns = new Columns();
    return packed;
  }
}
