import type { Product } from '../../schemas/product.ts';
import { tokensOf } from '../text/normalise.ts';
import { ByteWriter } from './byte-writer.ts';
import { detailFits, productFits } from './fits-product.ts';
import { Numbers } from './numbers.ts';
import { ColumnsMaker, type PackedColumns, type ProductColumns } from './product-columns.ts';
import { TermCollector, type Terms } from './terms.ts';
import type { DigestKey } from './text-digest.ts';

/** Products as the store takes them in, in a form that goes from thread to thread at little cost. */
export interface PackedProducts extends PackedColumns {
  /** The products as JSON, one after the other, and where each ends. */
  readonly data: Uint8Array<ArrayBuffer>;
  readonly dataEnds: Uint32Array;
  readonly terms: Terms;
}

/** What is packed of a product beside its JSON and options. */
interface Packing extends ProductColumns {
  readonly title: string;
  readonly services: readonly string[];
  /** Whether it has features or a description. */
  readonly hasText: boolean;
}

/** Packs products, round by round; one is kept for many rounds, since it remembers what it has worked out. */
export class ProductPacker {
  readonly #key: DigestKey;
  readonly #dataEnds = new Numbers();
  #columns = new ColumnsMaker();
  /** For whoever writes products of which there is no record: the JSON and options of the one that `end` ends. */
  readonly data = new ByteWriter();
  readonly terms: TermCollector;

  constructor(key: DigestKey) {
    this.#key = key;
    this.terms = new TermCollector(key);
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
    this.data.text(JSON.stringify(product));
    const place = this.count;
    for (const [field, { options }] of Object.entries(product.details)) this.terms.noteOptions(field, options, place);
    const hasText = product.features.length + product.description.length > 0;
    this.end({ ...product, shelf: shelfOf(product.category), hasText });
  }

  /** Ends the product whose JSON was written, and whose options were noted. */
  end(product: Packing): void {
    const place = this.count;
    const words = tokensOf(product.title);
    this.#dataEnds.add(this.data.end);
    this.terms.noteWords(words, place);
    this.terms.noteServices(product.services, place);
    if (product.hasText) this.terms.noteText(place);
    this.#columns.add(product, words.join(' '));
  }

  /** The products since the last call. */
  take(): PackedProducts {
    const columns = this.#columns.made(this.#key);
    this.#columns = new ColumnsMaker();
    return { ...columns, data: this.data.take(), dataEnds: this.#dataEnds.take(), terms: this.terms.take() };
  }
}

/** What a shelf is called, by its categories. */
export const shelfOf = (category: readonly string[]): string => category.join(' > ');
