import { parentPort } from 'node:worker_threads';
import { ConfigError } from '../../schemas/errors.ts';
import { bufferPool, release } from '../memory/buffer-pool.ts';
import { ByteSource } from '../rows/bytes.ts';
import { lineBlocks } from '../rows/json-lines.ts';
import type { Piece } from '../rows/row.ts';
import { failureOf } from './answering-thread.ts';

/** Asks for the next piece of a file of JSON lines. */
export interface NextPiece {
  /** The path of a file to begin; null for the next piece of the one at hand. */
  readonly opens: string | null;
  /** Buffers that the thread may use for what it answers. */
  readonly used: readonly ArrayBuffer[];
}

export interface CutPiece {
  /** Null after the last one. */
  readonly piece: Piece | null;
  /** Bytes of the file read so far, as it lies on disk. */
  readonly bytes: number;
  /** Digest of the whole file, after the last piece. */
  readonly digest: string | null;
}

/** Nobody else has the chunks: what was unzipped into is given back at once, not once much of it has come together. */
const piecesOf = (bytes: ByteSource) => lineBlocks(bytes.chunks(), { release });

let source = new ByteSource('');
let pieces = piecesOf(source);

parentPort?.on('message', async ({ opens, used }: NextPiece) => {
  bufferPool.give(used);
  if (opens !== null) {
    void pieces.return();
    source = new ByteSource(opens);
    pieces = piecesOf(source);
  }
  const from = source;
  try {
    const { done, value } = await pieces.next();
    const piece = done === true ? null : value;
    const answer: CutPiece = { piece, bytes: from.bytes, digest: piece === null ? from.digest() : null };
    parentPort?.postMessage(answer, piece !== null && 'bytes' in piece ? [piece.bytes.buffer] : []);
  } catch (error) {
    parentPort?.postMessage(failureOf(error, { isMendable: error instanceof ConfigError }));
  }
});
