/** One raw row as it stands in its file: a parsed value, or text that could not be parsed and why. */
export type RawRow =
  | { readonly line: number; readonly value: unknown; readonly text: string | null }
  | {
      readonly line: number;
      readonly broken: string;
      /** The same for all rows that are broken alike, where there may be many. */
      readonly cause?: string;
      readonly text: string;
      /** The rest of the file could not be read. */
      readonly last?: true;
      /** Set beside that where the file ends before its document is closed. */
      readonly isCut?: true;
    };

/** Whole lines of a file of JSON lines, not parsed yet; the bytes have a buffer of their own. */
export interface LineBlock {
  readonly firstLine: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Takes rows from their bytes, if it can. */
export interface LineTaker {
  /** The line from `from` to `to`; false where it is to be read as any other. */
  take(bytes: Buffer, from: number, to: number, line: number): boolean;
}

/** A part of a file that can be handed to another thread. */
export type Piece = LineBlock | readonly RawRow[];

/** Rows come in batches, so that reading a row does not cost a turn of the event loop. */
export type RowBatches = AsyncGenerator<readonly RawRow[], void, void>;

export type RawObject = Readonly<Record<string, unknown>>;

export function isRawObject(value: unknown): value is RawObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
