/**
 * Episodes of shopping benchmarks as a library. `openEpisodes` opens a family's tools on a world and `episodeTask` reads a
 * sample; `episode` begins, `apply` takes each event and gives the next state and what the agent sees, `grade` judges the
 * journal of events. Nothing here waits, draws or writes: who drives an episode (a loop, a terminal, a page, a server)
 * keeps its state, sends it events and passes observations on.
 *
 * ```ts
 * const world = await openEpisodes(family, catalog, source);
 * const task = episodeTask(family, sample);
 * let state = episode(task, world, { seed: 42, user: 'script' });
 * agentView(state);                                    // all that the agent may see at first
 * const step = apply(state, { type: 'turn', calls: [{ tool: 'search_products', arguments: { query: 'tent' } }] });
 * state = step.state;                                  // step.observation goes to the agent
 * if (state.awaits !== null) …                         // only with a model's words or with programs: see `drive`
 * if (state.end !== null) gradeState(state, task);     // or, later, grade(start, state.journal, task)
 * ```
 */

import { z } from 'zod';
import { agentIdOf } from '../../pipeline/agent-view.ts';
import type { EpisodeKind, EpisodeSource, EpisodeTask } from '../../pipeline/episode.ts';
import type { Family } from '../../pipeline/family.ts';
import { type FinishedRun, issueOf, readLines } from '../../pipeline/folder/run-files.ts';
import type { World } from '../../pipeline/world.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { digestOf } from '../../text/digest.ts';
import type { EpisodeWorld } from './core.ts';

export type { AgentView, EpisodeKind } from '../../pipeline/episode.ts';
export {
  agentView,
  apply,
  type EpisodeState,
  type EpisodeWorld,
  episode,
  gradeState,
  played,
  replay,
  replayed,
  type SeenTurn,
  seenTurns,
} from './core.ts';
export { describeTools } from './tool.ts';

type Playable = Pick<Family, 'name' | 'episode'>;

/** Returns a family's kind of episode; a ConfigError where its tasks are not played. */
export function episodeKindOf({ name, episode }: Playable): EpisodeKind {
  if (episode === undefined) throw new ConfigError(`tasks of the family "${name}" cannot be played yet`);
  return episode;
}

/** Opens a family's tools on a world; once for all of its episodes, for it may read much. */
export async function openEpisodes(
  family: Playable,
  world: World,
  source: EpisodeSource,
  shared?: unknown,
): Promise<EpisodeWorld> {
  const kind = episodeKindOf(family);
  return { kind, place: await kind.open(world, source, shared), digest: world.digest };
}

/** A published sample as a task to play, its parts kept apart; a ConfigError says what keeps it from being one. */
export function episodeTask(family: Playable, sample: unknown): EpisodeTask {
  return {
    ...readBy(family, sample),
    digest: digestOf('episode task', sample),
    agentId: agentIdOf(sample),
  };
}

function readBy(family: Playable, sample: unknown): ReturnType<EpisodeKind['read']> {
  try {
    return episodeKindOf(family).read(sample);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new ConfigError(`is no sample of ${family.name}: ${issueOf(error)}`, { cause: error });
  }
}

export const sourceOfRun = (run: FinishedRun): EpisodeSource => ({
  manifest: run.written,
  *samples() {
    for (const read of readLines(run.file(run.layout.accepted.path), z.unknown()))
      if ('value' in read) yield read.value;
  },
});
