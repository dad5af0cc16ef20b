import type { Awaited, Observation, ToolCall } from '../../pipeline/episode.ts';
import { ConfigError, ModelError, StageError, UnusableReplyError } from '../../schemas/errors.ts';
import { apply, type EpisodeState } from './core.ts';
import type { Spent } from './record.ts';

export interface AgentTurn {
  readonly text?: string | undefined;
  readonly calls: readonly ToolCall[];
}

export interface Player {
  /** Its next turn, given what it sees; nothing before the first. Null where it gives up. */
  next(seen: Observation | null): AgentTurn | null | Promise<AgentTurn | null>;
  over?(seen: Observation): void | Promise<void>;
  spent?(): Spent;
  /** Tells what keeps its next turn from coming and is no doing of the agent's; null where nothing does. */
  obstacle?(): string | null;
}

/** Services of the world outside that an episode asks for; what is left out is not there. */
export interface Outside {
  /** A model's words for a turn of the shopper, null where it has none. */
  word?(
    awaited: Extract<Awaited, { kind: 'wording' }>,
    state: EpisodeState,
  ): Promise<{ text: string | null; by: string }>;
  run?(code: string): Promise<{ output: string; error: string | null }>;
  /** Is told of everything the agent is shown. */
  onSeen?(seen: Observation): void;
  /** For the whole episode; no limit where left out. */
  readonly timeoutMs?: number | undefined;
}

/** Failure of what connects agent and environment, and no agent's fault. */
export class InfrastructureError extends Error {
  override readonly name = 'InfrastructureError';
}

const TIMEOUT = Symbol('timeout');

/** Plays an episode to its end: passes turns and observations on between an agent and the core. */
export async function drive(start: EpisodeState, player: Player, outside: Outside = {}): Promise<EpisodeState> {
  const { timeoutMs } = outside;
  const { promise: timeout, resolve } = Promise.withResolvers<typeof TIMEOUT>();
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => resolve(TIMEOUT), timeoutMs);
  let state = start;
  let seen: Observation | null = null;
  const ended = (end: 'gave_up' | 'timeout' | 'agent_error' | 'infrastructure_error', detail: string) => {
    const step = apply(state, { type: 'end', end, detail });
    state = step.state;
    seen = step.observation;
    if (seen !== null) outside.onSeen?.(seen);
  };
  try {
    while (state.end === null) {
      const asked: ReturnType<Player['next']> = player.next(seen);
      const turn: AgentTurn | null | typeof TIMEOUT =
        asked instanceof Promise ? await (timer === undefined ? asked : Promise.race([asked, timeout])) : asked;
      if (turn === TIMEOUT) {
        const obstacle = player.obstacle?.() ?? null;
        const late = `no answer within ${timeoutMs} ms`;
        if (obstacle === null) ended('timeout', late);
        else ended('infrastructure_error', `${late}: ${obstacle}`);
        break;
      }
      if (turn === null) {
        ended('gave_up', 'the agent stopped');
        break;
      }
      const { text, calls } = turn;
      let step = apply(state, { type: 'turn', ...(text === undefined ? {} : { text }), calls: [...calls] });
      while (step.observation === null) step = apply(step.state, await fetched(step.state, outside));
      state = step.state;
      seen = step.observation;
      outside.onSeen?.(seen);
    }
  } catch (error) {
    // What the user can mend, and bugs, are no doing of the agent's.
    if (error instanceof ConfigError || error instanceof StageError) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    ended(isNobodysFault(error) ? 'infrastructure_error' : 'agent_error', detail);
  } finally {
    clearTimeout(timer);
  }
  if (seen !== null) await Promise.resolve(player.over?.(seen)).catch(() => {});
  return state;
}

/** Tells whether an error says nothing of the agent. */
const isNobodysFault = (error: unknown): boolean =>
  error instanceof InfrastructureError || (error instanceof ModelError && !(error instanceof UnusableReplyError));

export async function fetched(state: EpisodeState, outside: Outside) {
  const { awaits } = state;
  if (awaits?.kind === 'wording') {
    if (outside.word === undefined) return { type: 'worded', text: null, by: 'nobody' } as const;
    return { type: 'worded', ...(await outside.word(awaits, state)) } as const;
  }
  if (awaits?.kind !== 'program' || outside.run === undefined)
    throw new InfrastructureError(`nothing here can do what the episode waits for: ${awaits?.kind ?? 'nothing'}`);
  return { type: 'ran', ...(await outside.run(awaits.code)) } as const;
}
