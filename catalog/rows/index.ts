import { ByteSource } from './bytes.ts';
import { csvRows } from './csv.ts';
import type { Container } from './file-format.ts';
import { jsonArray, jsonObject } from './json-array.ts';
import { jsonColumns } from './json-columns.ts';
import { lineBlocks, rowsOf } from './json-lines.ts';
import type { Piece, RowBatches } from './row.ts';

export { delimiterOf } from './csv.ts';
export { EXTENSIONS } from './extensions.ts';
export { type Container, containerOf } from './file-format.ts';
export { isRawObject, type RawObject, type RawRow } from './row.ts';

/** A raw file: where it lies, and the name it goes by in every record, which has no machine's folders in it. */
export interface RawFile {
  readonly path: string;
  readonly name: string;
}

interface RawRows {
  /** Bytes, digest and encoding of the file, while and after its rows are read. */
  readonly source: RawPieces['source'];
  readonly batches: RowBatches;
}

export interface RawPieces {
  readonly source: Pick<ByteSource, 'bytes' | 'digest' | 'encoding'>;
  readonly pieces: AsyncGenerator<Piece, void, void>;
}

/** The parser is loaded where there is a feed to read. */
async function* xmlPieces(
  chunks: AsyncIterable<Buffer>,
  { rowPath, encoding }: Extract<Container, { kind: 'xml' }>,
): RowBatches {
  const { xmlRows } = await import('./xml.ts');
  yield* xmlRows(chunks, rowPath, encoding);
}

/** Streams a raw file in bounded memory, in pieces whose rows any thread can read. */
export function readPieces(file: RawFile, container: Container): RawPieces {
  const source = new ByteSource(file.path);
  switch (container.kind) {
    case 'json-lines':
      return { source, pieces: lineBlocks(source.chunks()) };
    case 'json-array':
      return { source, pieces: jsonArray(source.chunks(), container.from) };
    case 'json-object':
      return { source, pieces: jsonObject(source.chunks(), container.from) };
    case 'json-columns':
      return { source, pieces: jsonColumns(source.chunks()) };
    case 'csv':
      return { source, pieces: csvRows(source.text(), container.delimiter) };
    case 'xml':
      return { source, pieces: xmlPieces(source.chunks(), container) };
  }
}

async function* batchesOf(pieces: AsyncIterable<Piece>): RowBatches {
  for await (const piece of pieces) yield [...rowsOf(piece)];
}

/** Streams the rows of a raw file in bounded memory; a row that cannot be parsed is a row with a reason. */
export function readRows(file: RawFile, container: Container): RawRows {
  const { source, pieces } = readPieces(file, container);
  return { source, batches: batchesOf(pieces) };
}
