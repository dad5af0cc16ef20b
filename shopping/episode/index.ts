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
export type { AgentView, EpisodeKind } from '../../pipeline/episode.ts';
export {
  agentView,
  apply,
  type EpisodeState,
  type EpisodeWorld,
  episode,
  grade,
  gradeState,
  played,
  replay,
  replayed,
  type SeenTurn,
  seenTurns,
} from './core.ts';
export { episodeKindOf, episodeTask, openEpisodes, sourceOfRun } from './open.ts';
export { describeTools } from './tool.ts';
