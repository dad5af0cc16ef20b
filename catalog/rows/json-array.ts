import type { Duplex } from 'node:stream';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import { ConfigError } from '../../schemas/errors.ts';
import { BrokenStream } from './bytes.ts';
import type { RawRow, RowBatches } from './row.ts';
import { through } from './through.ts';

/** The parser drops what it made of a piece when it finds an error in it, so a piece is kept small. */
const PIECE_BYTES = 2 * 1024;

async function* piecesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += PIECE_BYTES) yield chunk.subarray(start, start + PIECE_BYTES);
  }
}

/** The elements of one JSON array; an element's line is its position, from 1. */
export async function* jsonArray(chunks: AsyncIterable<Buffer>): RowBatches {
  const parser: Duplex = streamArray.withParserAsStream();
  let position = 0;
  try {
    for await (const batch of through<{ key: number; value: unknown }>(parser, piecesOf(chunks))) {
      position = (batch.at(-1) as { key: number }).key + 1;
      yield batch.map(({ key, value }): RawRow => ({ line: key + 1, value, text: null }));
    }
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const reason = error instanceof BrokenStream ? error.message : `is not JSON: ${(error as Error).message}`;
    const line = position + 1;
    yield [{ line, broken: `${reason}; the array was read up to its element ${position}`, text: '', last: true }];
  }
}
