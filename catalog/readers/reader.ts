import type { Origin, Product, ProductPart, Review } from '../../schemas/product.ts';
import { found, textOf } from '../product/values.ts';
import type { RawObject } from '../rows/row.ts';
import type { Cells, ReadColumn } from './cells.ts';

/** A review before it has an id: `author` tells apart two people who wrote the same words. */
export type ReviewContent = Omit<Review, 'id'> & { readonly author: string | null };

export type Reading =
  | {
      readonly kind: 'product';
      readonly product: Product;
      /** Reviews that its row holds, each read or refused. */
      readonly reviews?: readonly (ReviewContent | Quarantined)[];
    }
  /** A row that is no product of its own but adds to one, which any row of the same file or one before may be. */
  | { readonly kind: 'part'; readonly productId: string }
  | { readonly kind: 'review'; readonly review: ReviewContent }
  | Quarantined;

export interface Refusal {
  /** Why this row, with what was found in it. */
  readonly reason: string;
  /** The same for all rows that are set aside alike. */
  readonly cause: string;
  /** Advice on what to do about it, where that can be known. */
  readonly remedy?: string | undefined;
}

export interface Quarantined extends Refusal {
  readonly kind: 'quarantine';
  /** The product of a row that the mapping sets aside, with which go the rows that add to it. */
  readonly of?: string;
}

/** A column that a mapping names, and the key of the mapping that names it. */
export interface NamedColumn {
  readonly key: string;
  readonly column: string;
  /** The file and line of the mapping that names it. */
  readonly place: string;
  /** Set where rows without it are not of this format. */
  readonly isRequired?: true;
  /** The detail field it is to state. */
  readonly field?: string;
  /** Set where every column that starts so is meant. */
  readonly isPrefix?: true;
  /** Tells whether a row has it, with a value or without. */
  isIn(row: RawObject): boolean;
}

/** The members of a row that state what a product is told by; prices are in one currency. */
export interface PlainLayout {
  readonly id: string;
  readonly title: string;
  readonly store: string;
  readonly mainCategory: string;
  readonly category: string;
  readonly price: ReadColumn;
  readonly currency: string;
  readonly averageRating: ReadColumn;
  readonly ratingCount: ReadColumn;
  readonly features: string;
  readonly description: string;
  readonly details: string;
}

/**
 * Reads one raw format, and has the cells counted that say something. A row's reading depends on the row and the reader
 * alone, and what a part adds on the product too. Rows of one product meet in one of three ways: it is read twice (`fill`), each row is a SKU that states
 * the product anew (`skus`), or the rows after the first state but what they add (`part`).
 */
export interface Reader {
  readonly name: string;
  /** The name by which `--format` chooses this reader and its siblings. */
  readonly family: string;
  /** The kind of the rows; review files are read after all product files. */
  readonly kind: 'product' | 'review';
  /** One phrase for messages that list the formats. */
  readonly describes: string;
  /** Way in which two rows of one product are merged: later rows fill gaps, or each is a SKU that adds its options. */
  readonly merges: 'fill' | 'skus';
  /** The columns that somebody named, each of which some row must have. */
  readonly columns?: readonly NamedColumn[];
  /** Prices that leave open how their decimals are written, and the key of the mapping that names them. */
  readonly prices?: {
    readonly key: string;
    /** The file and line of the mapping that names them. */
    readonly place: string;
    statedIn(row: RawObject): readonly unknown[];
    currencyOf(row: RawObject): string | null;
  };
  /** Rows with these members may be taken from their bytes, to the same effect as by `read`. */
  readonly plain?: PlainLayout;
  /** A row as everything here takes it, where that is not as it stands in its file. */
  readonly view?: ((row: RawObject) => RawObject) | undefined;
  /** Tells whether a row states a detail otherwise than in its texts; formats without it are read as they are if no row does. */
  states?(row: RawObject): boolean;
  /** Share of the sampled rows, 0 to 1, that look like this format. */
  recognises(rows: readonly RawObject[]): number;
  read(row: RawObject, origin: Origin, cells: Cells): Reading;
  /**
   * Reads what a row adds that `read` took for a part, given its product with what other parts have added. Parts are
   * merged by their key once their file has ended, in an order of their own, so that it makes no difference where they
   * stand.
   */
  part?(row: RawObject, product: Product, cells: Cells): ProductPart | Quarantined;
  /** The reason why a row is set aside that `read` took for a part, where no row is its product. */
  stray?(row: RawObject): Refusal;
}

/** Sets a row aside for a cell that does not hold what its product or review cannot be without. */
export const quarantined = (column: string, cell: unknown, expected: string, remedy?: string): Quarantined => ({
  kind: 'quarantine',
  reason: `"${column}" is ${found(cell)}, expected ${expected}`,
  cause: `"${column}" does not hold ${expected}`,
  remedy,
});

/** Tells whether some of a row's members hold anything: a list or an object with a member, or a text. */
export const holdsAny = (row: RawObject, members: readonly string[]): boolean =>
  members.some((member) => {
    const value = row[member];
    return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : textOf(value) !== '';
  });

/** The share of rows a test holds for, for `recognises`. */
export function shareOf(rows: readonly RawObject[], looksRight: (row: RawObject) => boolean): number {
  return rows.length === 0 ? 0 : rows.filter(looksRight).length / rows.length;
}
