import { parentPort, workerData } from 'node:worker_threads';
import { useLexicon } from '../../lexicon/index.ts';
import { StageError } from '../../schemas/errors.ts';
import { bufferPool, buffersIn } from '../memory/buffer-pool.ts';
import { type Reader, readersOf } from '../readers/index.ts';
import { failureOf } from './answering-thread.ts';
import { type Answer, type Order, PieceReader, type ReadingSettings } from './read-piece.ts';

const { format, key, lexicon } = workerData as ReadingSettings;
useLexicon(lexicon);
const readers = readersOf(format);
let current: { readonly file: string; readonly pieces: PieceReader } | null = null;

parentPort?.on('message', ({ reader, file, piece, used }: Order) => {
  bufferPool.give(used);
  let answer: Answer;
  try {
    if (current?.file !== file)
      current = { file, pieces: new PieceReader(readers.find(({ name }) => name === reader) as Reader, file, key) };
    answer = { read: current.pieces.read(piece), used: 'bytes' in piece ? [piece.bytes.buffer] : [] };
  } catch (error) {
    parentPort?.postMessage(failureOf(error, { record: error instanceof StageError ? error.record : null }));
    return;
  }
  parentPort?.postMessage(answer, [...buffersIn({ ...answer.read, refused: null }), ...answer.used]);
});
