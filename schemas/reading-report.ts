/** Value of a tally's `of` where its column is a detail field. */
export const DETAIL = 'detail';

/** Cells of a raw file that were to state one thing, such as the price. */
export interface ColumnTally {
  /** The thing they state, as a mapping calls it: "product.price", "review.time"; or DETAIL. */
  readonly of: string;
  /** The column they stand in; of a detail, its field. */
  readonly column: string;
  readonly expected: string;
  /** Cells that say anything; of details only those that could not be read are counted. */
  readonly stated: number;
  /** Cells that say something nobody could read, and the first of them. */
  readonly unread: number;
  readonly example: { readonly file: string; readonly line: number; readonly text: string } | null;
}

/** Rows of a raw file that were set aside for one cause. */
export interface SetAside {
  readonly cause: string;
  readonly rows: number;
  /** The line of the first of them. */
  readonly line: number;
  /** Advice on what to do about it, where that can be known. */
  readonly remedy: string | null;
}

/** Cells of one raw file that were read or not, and its rows that were set aside. */
export interface FileReading {
  readonly file: string;
  readonly cells: readonly ColumnTally[];
  readonly setAside: readonly SetAside[];
}

/** One thing that products of a world state. */
export interface StatedColumn {
  readonly name: string;
  /** Detail fields are many and their names the catalog's; the others are the same in every world. */
  readonly isDetail: boolean;
  /** The columns of raw files it was read from, where they are known. */
  readonly from: readonly string[];
  /** Products that state it, where they are counted. */
  readonly products: number | null;
  /** Its different values, where they are counted. */
  readonly values: number | null;
  /** Cells that say something nobody could read. */
  readonly unread: number;
  /** Example of what products state, such as a range or one value; null where none does. */
  readonly example: string | null;
}

/** Report of what raw files gave a world, column by column, and what of them was left. */
export interface ReadingReport {
  /** The world's file. */
  readonly path: string;
  readonly products: number;
  readonly files: readonly Pick<FileReading, 'file' | 'setAside'>[];
  /** Columns of all files, and detail fields, with cells that could not be read. */
  readonly unread: readonly ColumnTally[];
  /** Details come last, those that most products state first. */
  readonly columns: readonly StatedColumn[];
}
