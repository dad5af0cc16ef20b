import { join } from 'node:path';
import { familyNamed } from '../../families/index.ts';
import { openRun } from '../../pipeline/folder/run-files.ts';
import { episodeTask, openEpisodes, sourceOfRun } from '../../shopping/episode/index.ts';
import type { EpisodeRecord } from '../../shopping/episode/record.ts';
import { playTrial } from '../../shopping/episode/trial.ts';
import { digestOf, sha256Of } from '../../text/digest.ts';
import { reachedModules } from '../../text/files/source-imports.ts';
import { scriptedAgent } from './agents.ts';
import type { PlayerStart, SharedParts, Unit } from './player-message.ts';
import { samplesIn } from './tasks.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Digest of the code that plays trials, which has to be the same wherever some of one evaluation are played. */
export const trialsCodeDigest = (): string =>
  digestOf(
    'trials code',
    [...reachedModules(ROOT, ['cli/eval/trials.ts'])].sort().map((file) => [file, sha256Of(join(ROOT, file))]),
  );

/** A built-in agent with its world, away from the command that evaluates it: in a thread, or on another machine. */
export interface OpenTrials {
  play(unit: Unit): Promise<EpisodeRecord>;
  close(): void;
}

/** Opens what trials are played with; the lexicon of their tasks has to be in force. */
export async function openTrials(
  {
    family: name,
    worldPath,
    run,
    file,
    agent: agentName,
    settings,
  }: Omit<PlayerStart, 'lexicon' | 'language' | 'foreign'>,
  shared: Partial<SharedParts> = {},
): Promise<OpenTrials> {
  const family = familyNamed(name);
  const source = run === null ? { manifest: null, samples: () => samplesIn(file) } : sourceOfRun(openRun(run, 'eval'));
  const opened = family.world.open(worldPath, shared.world);
  const world = await openEpisodes(family, opened, source, shared.place);
  const agent = scriptedAgent(agentName, world.kind);
  if (agent === null) throw new Error(`${agentName} is no built-in agent`);
  return {
    play({ sample, trial }) {
      const task = episodeTask(family, sample);
      return playTrial({ task, trial, world, settings }, (state) => agent.player(state, { task, trial }));
    },
    close: () => opened.close(),
  };
}
