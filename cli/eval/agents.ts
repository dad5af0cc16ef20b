import type { EpisodeKind, EpisodeTask } from '../../pipeline/episode.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { SCRIPTED, scriptedNamed, scriptedPlayer } from '../../shopping/episode/agents/scripted.ts';
import type { Player } from '../../shopping/episode/drive.ts';
import { agentView, type EpisodeState } from '../../shopping/episode/index.ts';
import { digestOf } from '../../text/digest.ts';

/** An agent that is evaluated. */
export interface EvalAgent {
  readonly name: string;
  /** Of all that decides what it does, as far as anybody can know. */
  readonly digest: string;
  /** Whether it needs nothing but the processor, so that threads play faster. */
  readonly isScripted: boolean;
  player(state: EpisodeState, given: { readonly task: EpisodeTask; readonly trial: number }): Player;
  close?(): Promise<void>;
}

/** Changes with what scripted agents do. */
const SCRIPTS = 1;

export function scriptedAgent(name: string, kind: EpisodeKind): EvalAgent | null {
  const agent = scriptedNamed(name);
  if (agent === undefined) return null;
  return {
    name,
    digest: digestOf('scripted agent', name, SCRIPTS),
    isScripted: true,
    player: (state, { task }) => scriptedPlayer(agent, { view: agentView(state), kind, task }),
  };
}

/** Every built-in agent, for `--agent all`. */
export const BUILT_IN: readonly string[] = SCRIPTED.map(({ name }) => name);

/** The names in an `--agent`: several parted by commas, or all that are built in. */
export function agentNames(given: string): string[] {
  // A command or an address may hold commas of its own.
  if (/^(?:command|module|endpoint|mcp):/.test(given)) return [given];
  const names = given.split(',').flatMap((name) => (name.trim() === 'all' ? BUILT_IN : [name.trim()]));
  if (names.some((name) => name === ''))
    throw new ConfigError(`--agent is "${given}", expected names such as oracle,nothing`);
  return [...new Set(names)];
}
