import { StageError } from '../../schemas/errors.ts';
import { BufferPool, bufferPool, buffersIn, release } from '../memory/buffer-pool.ts';
import { holdYoungGenerations } from '../memory/young-generations.ts';
import type { Reader } from '../readers/index.ts';
import type { Container } from '../rows/file-format.ts';
import { type RawFile, type RawPieces, readPieces } from '../rows/index.ts';
import type { Piece } from '../rows/row.ts';
import { AnsweringThread, type Failure } from './answering-thread.ts';
import { LineCutter } from './line-cutter.ts';
import { type Answer, type Order, PieceReader, type ReadingSettings, type ReadPiece } from './read-piece.ts';

export interface PieceReaders {
  /** The pieces of a file, one file at a time. */
  open(file: RawFile, container: Container): RawPieces;
  /** Reads the pieces of a file and gives them back in their order, whoever read them; each is to be used before the next. */
  read(pieces: AsyncIterable<Piece>, reader: Reader, file: string): AsyncGenerator<ReadPiece, void, void>;
  close(): Promise<void>;
}

/** Reads in this thread where there are to be no others. What is read does not depend on their number. */
export const pieceReaders = (settings: ReadingSettings, threads: number): PieceReaders =>
  threads === 0 ? inThisThread(settings) : new ThreadedReaders(settings, threads);

const inThisThread = ({ key }: ReadingSettings): PieceReaders => ({
  open: readPieces,
  async *read(pieces, reader, file) {
    const reading = new PieceReader(reader, file, key);
    for await (const piece of pieces) yield reading.read(piece);
  },
  close: async () => {},
});

/** Young generation of a thread: little outlives its piece, so that a large one is collected seldom and fast. */
const YOUNG_MEGABYTES = 24;
/** Pieces under way for each thread: one more than it reads, so that it does not idle between two. */
const PIECES_PER_THREAD = 2;

function stageErrorOf({ message, more }: Failure['failure']): StageError {
  return new StageError(message, (more as { record: unknown }).record);
}

/** Reads in other threads. */
class ThreadedReaders implements PieceReaders {
  readonly #threads: readonly AnsweringThread<Order, Answer>[];
  readonly #cutter = new LineCutter();
  /** Buffers of pieces that have been used. */
  readonly #used = new BufferPool();

  constructor(settings: ReadingSettings, threads: number) {
    const url = new URL('./reading-thread.ts', import.meta.url);
    this.#threads = Array.from(
      { length: threads },
      () => new AnsweringThread(url, settings, YOUNG_MEGABYTES, stageErrorOf),
    );
  }

  open(file: RawFile, container: Container): RawPieces {
    return container.kind === 'json-lines' ? this.#cutter.open(file.path) : readPieces(file, container);
  }

  async *read(pieces: AsyncIterable<Piece>, reader: Reader, file: string): AsyncGenerator<ReadPiece, void, void> {
    const reading: Promise<Answer>[] = [];
    for await (const piece of pieces) {
      const idlest = this.#threads.reduce((one, other) => (other.waiting < one.waiting ? other : one));
      const used = this.#used.takeAll();
      const transferred = 'bytes' in piece ? [piece.bytes.buffer, ...used] : used;
      reading.push(idlest.ask({ reader: reader.name, file, piece, used }, transferred));
      if (reading.length >= this.#threads.length * PIECES_PER_THREAD) yield* this.#given(reading.shift());
    }
    for (const read of reading) yield* this.#given(read);
  }

  async *#given(reading: Promise<Answer> | undefined): AsyncGenerator<ReadPiece, void, void> {
    const { read, used } = (await reading) as Answer;
    // The threads that read have loaded their code by now, and grown as they may.
    holdYoungGenerations(true);
    bufferPool.give(used);
    yield read;
    this.#used.give(buffersIn({ ...read, refused: null }));
  }

  /** Ends the threads, and gives back the buffers that were to be handed to them. */
  async close(): Promise<void> {
    holdYoungGenerations(false);
    await Promise.all([this.#cutter, ...this.#threads].map((thread) => thread.close()));
    for (const pool of [this.#used, bufferPool]) for (const buffer of pool.takeAll()) release(buffer);
  }
}
