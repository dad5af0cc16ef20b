/** One raw row as it stands in its file: a parsed value, or text that could not be parsed and why. */
export type RawRow =
  | { readonly line: number; readonly value: unknown; readonly text: string | null }
  /** `last` says that the rest of the file could not be read. */
  | { readonly line: number; readonly broken: string; readonly text: string; readonly last?: true };

/** Rows come in batches, so that reading a row does not cost a turn of the event loop. */
export type RowBatches = AsyncGenerator<readonly RawRow[], void, void>;

export type RawObject = Readonly<Record<string, unknown>>;

export function isRawObject(value: unknown): value is RawObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
