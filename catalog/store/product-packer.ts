import type { Product } from '../../schemas/product.ts';
import { ByteWriter } from './byte-writer.ts';
import { detailFits, productFits } from './fits-product.ts';
import { Numbers } from './numbers.ts';
import { ColumnsMaker, type PackedColumns, type ProductColumns } from './product-columns.ts';
import { productJson } from './product-json.ts';
import { TermCollector, type Terms } from './terms.ts';
import type { DigestKey } from './text-digest.ts';
import type { Texts } from './texts.ts';
import { TitlePacker } from './title-packer.ts';

/** Products as the store takes them in, in a form that goes from thread to thread at little cost. */
export interface PackedProducts extends PackedColumns {
  /** The products as `productJson`, one after the other, and where each ends. */
  readonly data: Uint8Array<ArrayBuffer>;
  readonly dataEnds: Uint32Array;
  /** The words of each title, parted by spaces. */
  readonly titleWords: Texts;
  readonly terms: Terms;
}

/** What is packed of a product beside its JSON, its options and its title. */
interface Packing extends ProductColumns {
  readonly services: readonly string[];
  /** Whether it has features or a description. */
  readonly hasText: boolean;
}

/** Packs products, round by round; one is kept for many rounds, since it remembers what it has worked out. */
export class ProductPacker {
  readonly #dataEnds = new Numbers();
  readonly #columns: ColumnsMaker;
  /** For whoever writes products of which there is no record: the JSON, options and title of the one that `end` ends. */
  readonly data = new ByteWriter();
  readonly terms: TermCollector;
  readonly titles: TitlePacker;

  /** Once `mostTerms` terms are remembered, all are forgotten. */
  constructor(key: DigestKey, mostTerms?: number) {
    this.#columns = new ColumnsMaker(key);
    this.terms = new TermCollector(key, mostTerms);
    this.titles = new TitlePacker(this.terms);
  }

  /** How many products there are, and so the place of the next one. */
  get count(): number {
    return this.#columns.count;
  }

  /** Adds a product if it is certain to pass its schema; of any other nothing is said. */
  addFitting(product: Product): boolean {
    if (!productFits(product) || !Object.values(product.details).every(detailFits)) return false;
    this.add(product);
    return true;
  }

  /** Adds a product that has passed its schema. */
  add(product: Product): void {
    this.data.text(productJson(product));
    const place = this.count;
    for (const [field, { options }] of Object.entries(product.details)) this.terms.noteOptions(field, options, place);
    this.titles.add(product.title, place);
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
      titleWords: this.titles.take(),
      terms: this.terms.take(),
    };
  }
}

/** What a shelf is called, by its categories. */
export const shelfOf = (category: readonly string[]): string => category.join(' > ');
