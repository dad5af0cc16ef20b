import { ConfigError } from '../../schemas/errors.ts';
import { bufferPool } from '../memory/buffer-pool.ts';
import type { RawPieces } from '../rows/index.ts';
import type { Piece } from '../rows/row.ts';
import { AnsweringThread } from './answering-thread.ts';
import type { CutPiece, NextPiece } from './cutting-thread.ts';

/** Little, since all that is new are small objects: the buffers they stand for are given back one by one. */
const YOUNG_MEGABYTES = 3;
/** Pieces that are cut before they are wanted. */
const AHEAD = 2;

/**
 * Cuts files of JSON lines into pieces, in a thread of its own, which knows when nobody looks at what was unzipped any more and
 * gives it back.
 */
export class LineCutter {
  readonly #thread = new AnsweringThread<NextPiece, CutPiece>(
    new URL('./cutting-thread.ts', import.meta.url),
    null,
    YOUNG_MEGABYTES,
    ({ message, more }) => ('isMendable' in more && more.isMendable ? new ConfigError(message) : new Error(message)),
  );

  /** One file at a time. */
  open(path: string): RawPieces {
    const source = { bytes: 0, digest: () => '', encoding: 'utf-8' };
    return { source, pieces: this.#pieces(path, source) };
  }

  async *#pieces(path: string, source: { bytes: number; digest: () => string }): AsyncGenerator<Piece, void, void> {
    const next = (opens: string | null) => {
      const used = bufferPool.takeAll();
      return this.#thread.ask({ opens, used }, used);
    };
    const asked = [next(path)];
    try {
      for (;;) {
        while (asked.length <= AHEAD) asked.push(next(null));
        const { piece, bytes, digest } = await (asked.shift() as Promise<CutPiece>);
        source.bytes = bytes;
        if (piece === null) {
          source.digest = () => digest as string;
          return;
        }
        yield piece;
      }
    } finally {
      // What was asked for ahead is of this file, whether it is wanted or not.
      await Promise.allSettled(asked);
    }
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
