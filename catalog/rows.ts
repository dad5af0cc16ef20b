import { ByteSource } from './rows/bytes.ts';
import type { Container } from './rows/container.ts';
import { csvRows } from './rows/csv.ts';
import { jsonArray } from './rows/json-array.ts';
import { jsonLines } from './rows/json-lines.ts';
import type { RowBatches } from './rows/row.ts';

/** A raw file: where it lies, and the name it goes by in every record, which has no machine's folders in it. */
export interface RawFile {
  readonly path: string;
  readonly name: string;
}

export interface RawRows {
  /** Bytes and digest of the file, while and after its rows are read. */
  readonly source: ByteSource;
  readonly batches: RowBatches;
}

/** Streams the rows of a raw file in bounded memory; a row that cannot be parsed is a row with a reason. */
export function readRows(file: RawFile, container: Container): RawRows {
  const source = new ByteSource(file.path);
  const chunks = source.chunks();
  switch (container.kind) {
    case 'json-lines':
      return { source, batches: jsonLines(chunks) };
    case 'json-array':
      return { source, batches: jsonArray(chunks) };
    case 'csv':
      return { source, batches: csvRows(chunks, container.delimiter) };
  }
}
