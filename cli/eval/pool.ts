import { Worker } from 'node:worker_threads';
import { StageError } from '../../schemas/errors.ts';
import type { EpisodeRecord } from '../../shopping/episode/record.ts';
import type { PlayerMessage, PlayerStart, Unit } from './player-message.ts';

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
  }: {
    readonly workers: number;
    readonly shared: unknown;
    readonly signal: AbortSignal;
    onRecord(record: EpisodeRecord): void;
  },
): Promise<void> {
  const batches: Unit[][] = [];
  for (let at = 0; at < units.length; at += BATCH) batches.push(units.slice(at, at + BATCH));
  let next = 0;
  const play = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: start, resourceLimits: MEMORY });
      const give = () => {
        const batch = signal.aborted ? undefined : batches[next++];
        if (batch === undefined) void worker.terminate().then(() => resolve());
        else worker.postMessage({ units: batch } satisfies PlayerMessage);
      };
      worker.on('message', (records: readonly EpisodeRecord[]) => {
        for (const record of records) onRecord(record);
        give();
      });
      worker.on('error', (error) =>
        reject(new StageError(`a thread that plays stopped: ${String(error)}`, null, { cause: error })),
      );
      worker.postMessage({ open: shared } satisfies PlayerMessage);
      give();
    });
  await Promise.all(Array.from({ length: Math.min(workers, batches.length) }, play));
}
