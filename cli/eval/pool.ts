import { Worker } from 'node:worker_threads';
import { StageError } from '../../schemas/errors.ts';
import type { EpisodeRecord } from '../../shopping/episode/record.ts';
import type { PlayerMessage, PlayerStart, SharedParts, Unit } from './player-message.ts';

/** Trials sent at once: enough to keep a thread busy. */
const BATCH = 16;
const MEMORY = { maxYoungGenerationSizeMb: 96, maxOldGenerationSizeMb: 2048 };

/** Plays trials in threads, in no order; each record is passed on as it comes. */
export async function playInThreads(
  start: PlayerStart,
  units: readonly Unit[],
  {
    workers,
    shared,
    signal,
    onRecord,
    thread = new URL('./thread.ts', import.meta.url),
  }: {
    readonly workers: number;
    readonly shared: SharedParts;
    readonly signal: AbortSignal;
    onRecord(record: EpisodeRecord): void;
    readonly thread?: URL;
  },
): Promise<void> {
  let next = 0;
  /** Set once a thread has failed: all others are ended. */
  let failure: StageError | null = null;
  const open = new Set<Worker>();
  const failed = (cause: unknown) => {
    failure ??= new StageError(`a thread that plays stopped: ${String(cause)}`, null, { cause });
    for (const worker of open) void worker.terminate();
  };
  const play = () =>
    new Promise<void>((resolve) => {
      const worker = new Worker(thread, { workerData: start, resourceLimits: MEMORY });
      open.add(worker);
      const give = () => {
        const isOver = signal.aborted || failure !== null || next >= units.length;
        if (!isOver) {
          const batch = units.slice(next, next + BATCH).map(({ sample, trial }) => ({ sample, trial }));
          next += BATCH;
          worker.postMessage({ units: batch } satisfies PlayerMessage);
        } else {
          open.delete(worker);
          void worker.terminate();
        }
      };
      worker.on('message', (records: readonly EpisodeRecord[]) => {
        try {
          for (const record of records) onRecord(record);
          give();
        } catch (error) {
          failed(error);
        }
      });
      worker.on('error', failed);
      worker.on('exit', (code) => {
        // One that was not told to end has played less than it was given.
        if (open.delete(worker)) failed(`it ended with ${code}`);
        resolve();
      });
      worker.postMessage({ open: shared } satisfies PlayerMessage);
      give();
    });
  await Promise.all(Array.from({ length: Math.min(workers, Math.ceil(units.length / BATCH)) }, play));
  if (failure !== null) throw failure;
}
