import { Worker } from 'node:worker_threads';
import { StageError } from '../../schemas/errors.ts';
import type { Reader } from '../readers/reader.ts';
import type { Piece } from '../rows/row.ts';
import { buffersIn, Spares, spares } from '../rows/spares.ts';
import type { DigestKey } from '../store/text-digest.ts';
import { PieceReader, type ReadPiece } from './read-piece.ts';

export interface ReadingSettings {
  readonly format: string | undefined;
  readonly key: DigestKey;
}

export interface Order {
  readonly reader: string;
  readonly file: string;
  readonly piece: Piece;
  /** Buffers that the thread may use for what it answers. */
  readonly used: readonly ArrayBuffer[];
}

export type Answer =
  /** With the buffers of the order, which are not needed any more. */
  | { readonly read: ReadPiece; readonly used: readonly ArrayBuffer[] }
  | { readonly failure: { readonly message: string; readonly stack: string; readonly record: unknown } };

/** Reads the pieces of a file and gives them back in their order, whoever read them; each is to be used before the next. */
export interface PieceReaders {
  read(pieces: AsyncIterable<Piece>, reader: Reader, file: string): AsyncGenerator<ReadPiece, void, void>;
  close(): Promise<void>;
}

/** Reads in this thread where there are to be no others. What is read does not depend on their number. */
export const pieceReaders = (settings: ReadingSettings, threads: number): PieceReaders =>
  threads === 0 ? inThisThread(settings) : new ThreadedReaders(settings, threads);

const inThisThread = ({ key }: ReadingSettings): PieceReaders => ({
  async *read(pieces, reader, file) {
    const reading = new PieceReader(reader, file, key);
    for await (const piece of pieces) yield reading.read(piece);
  },
  close: async () => {},
});

/** A piece more at hand for each thread, so that none idles between two. */
const PIECES_PER_THREAD = 2;
/** Nothing outlives its piece by much, so that tidying up seldom is tidying up little; the longest line takes half of this. */
const MEMORY = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 1024 };

interface Waiting {
  readonly resolve: (read: ReadPiece) => void;
  readonly reject: (error: Error) => void;
}

/** A thread answers its orders one by one. */
interface Thread {
  readonly worker: Worker;
  readonly waiting: Waiting[];
  /** Why it answers no more. */
  stopped: StageError | null;
}

/** Reads in other threads. */
class ThreadedReaders implements PieceReaders {
  readonly #threads: readonly Thread[];
  /** Of pieces that have been used. */
  readonly #used = new Spares();

  constructor(settings: ReadingSettings, threads: number) {
    this.#threads = Array.from({ length: threads }, () => {
      const worker = new Worker(new URL('./reading-thread.ts', import.meta.url), {
        workerData: settings,
        resourceLimits: MEMORY,
      });
      const thread: Thread = { worker, waiting: [], stopped: null };
      worker.on('message', (answer: Answer) => settle(thread.waiting.shift() as Waiting, answer));
      worker.on('error', (cause) => {
        const { message } = cause as Error;
        thread.stopped = new StageError(`a thread that read rows stopped: ${message}`, null, { cause });
        for (const { reject } of thread.waiting.splice(0)) reject(thread.stopped);
      });
      return thread;
    });
  }

  async *read(pieces: AsyncIterable<Piece>, reader: Reader, file: string): AsyncGenerator<ReadPiece, void, void> {
    const reading: Promise<ReadPiece>[] = [];
    for await (const piece of pieces) {
      const idlest = this.#threads.reduce((one, other) => (other.waiting.length < one.waiting.length ? other : one));
      reading.push(order(idlest, { reader: reader.name, file, piece, used: this.#used.takeAll() }));
      if (reading.length >= this.#threads.length * PIECES_PER_THREAD) yield* this.#given(reading.shift());
    }
    for (const read of reading) yield* this.#given(read);
  }

  async *#given(reading: Promise<ReadPiece> | undefined): AsyncGenerator<ReadPiece, void, void> {
    const read = (await reading) as ReadPiece;
    yield read;
    this.#used.give(buffersIn({ ...read, refused: null }));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }
}

function order({ worker, waiting, stopped }: Thread, wanted: Order): Promise<ReadPiece> {
  if (stopped !== null) throw stopped;
  const answer = new Promise<ReadPiece>((resolve, reject) => waiting.push({ resolve, reject }));
  // Whoever asked may have stopped at an earlier failure.
  answer.catch(() => {});
  worker.postMessage(wanted, [...('bytes' in wanted.piece ? [wanted.piece.bytes.buffer] : []), ...wanted.used]);
  return answer;
}

function settle({ resolve, reject }: Waiting, answer: Answer): void {
  if ('read' in answer) {
    spares.give(answer.used);
    resolve(answer.read);
    return;
  }
  const { message, stack, record } = answer.failure;
  reject(Object.assign(new StageError(message, record), { stack }));
}
