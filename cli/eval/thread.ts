import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { EpisodeRecord } from '../../shopping/episode/record.ts';
import type { PlayerMessage, PlayerStart } from './player-message.ts';
import type { OpenTrials } from './trials.ts';

/** Entry of a thread that plays: opens the world, then plays the trials it is sent, a list of records for each list. */
if (parentPort === null) throw new Error('cli/eval/thread.ts runs as a worker thread only');
const port = parentPort;
const start = workerData as PlayerStart;
// A thread has to be told as well, before it loads the rest.
enableCompileCache();
const { useWords } = await import('../../lexicon/index.ts');
// Tables are made when they are loaded, and made again for a lexicon.
useWords(start);
const { openTrials } = await import('./trials.ts');

let ready: Promise<OpenTrials> | null = null;

port.on('message', async (message: PlayerMessage) => {
  if ('open' in message) {
    ready = openTrials(start, message.open);
    return;
  }
  const trials = await (ready as Promise<OpenTrials>);
  const records: EpisodeRecord[] = [];
  for (const unit of message.units) records.push(await trials.play(unit));
  port.postMessage(records);
});
