import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { EpisodeRecord } from '../../shopping/episode/record.ts';
import type { PlayerMessage, PlayerStart, SharedParts } from './player-message.ts';

/** Entry of a thread that plays: opens the world, then plays the trials it is sent, a list of records for each list. */
if (parentPort === null) throw new Error('cli/eval/thread.ts runs as a worker thread only');
const port = parentPort;
const { family: name, worldPath, run, file, lexicon, language, agent: agentName, settings } = workerData as PlayerStart;
// A thread has to be told as well, before it loads the rest.
enableCompileCache();
const { useLanguage, useLexicon } = await import('../../lexicon/index.ts');
// Tables are made when they are loaded, and made again for a lexicon.
useLexicon(lexicon);
useLanguage(language);
const { familyNamed } = await import('../../families/index.ts');
const { openRun } = await import('../../pipeline/folder/run-files.ts');
const { episodeTask, openEpisodes, sourceOfRun } = await import('../../shopping/episode/index.ts');
const { playTrial } = await import('../../shopping/episode/trial.ts');
const { scriptedAgent } = await import('./agents.ts');
const { samplesIn } = await import('./tasks.ts');

async function opened({ world: ofWorld, place }: SharedParts) {
  const family = familyNamed(name);
  const source = run === null ? { manifest: null, samples: () => samplesIn(file) } : sourceOfRun(openRun(run, 'eval'));
  const world = await openEpisodes(family, family.world.open(worldPath, ofWorld), source, place);
  const agent = scriptedAgent(agentName, world.kind);
  if (agent === null) throw new Error(`${agentName} plays in no thread`);
  return { family, world, agent };
}

let ready: ReturnType<typeof opened> | null = null;

port.on('message', async (message: PlayerMessage) => {
  if ('open' in message) {
    ready = opened(message.open);
    return;
  }
  const { family, world, agent } = await (ready as ReturnType<typeof opened>);
  const records: EpisodeRecord[] = [];
  for (const { sample, trial } of message.units) {
    const task = episodeTask(family, sample);
    records.push(await playTrial({ task, trial, world, settings }, (state) => agent.player(state, { task, trial })));
  }
  port.postMessage(records);
});
