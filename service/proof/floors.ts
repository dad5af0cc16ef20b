import type { ToolCall } from '../../pipeline/episode.ts';
import type { Desk } from '../desk.ts';
import { type Answer, firstOrderTurns, obedientTurns, refusingTurns } from '../episode/agents.ts';
import type { Talking } from '../episode/play.ts';
import { type SupportScores, scoreConduct } from '../scores.ts';
import { stateOf } from '../state.ts';
import type { Store } from '../store/schema.ts';
import type { Call, LockedSupport } from '../task.ts';
import { runCalls, sessionFor } from './gold.ts';

const TALKING: Talking = { say: 'say', text: 'text', end: null };

/** Agents that solve nothing: what each does, whatever it sees. */
const FLOORS: Readonly<Record<string, (answer: Answer, talking: Talking) => readonly ToolCall[]>> = {
  'refuses-everything': refusingTurns,
  'does-everything-asked': obedientTurns,
  'first-order-only': firstOrderTurns,
};

/** The agents among them that would win a task, as far as its calls and its words decide. */
export function floorsThatWin(
  desk: Desk,
  store: Store,
  locked: LockedSupport,
  succeeds: (scores: SupportScores) => boolean,
): string[] {
  return Object.entries(FLOORS).flatMap(([name, turns]) => {
    const made = turns({ locked }, TALKING);
    const messages = made.flatMap(({ tool, arguments: args }) =>
      tool === TALKING.say ? [String((args as Record<string, unknown>).text)] : [],
    );
    const calls = made.flatMap(({ tool, arguments: args }): Call[] =>
      tool === TALKING.say ? [] : [{ name: tool, arguments: args as Call['arguments'] }],
    );
    const { session } = runCalls(desk, sessionFor(desk, store, locked), calls);
    const state = stateOf(store, session.deltas);
    return succeeds(scoreConduct(locked, { calls, messages, state, violations: [] })) ? [name] : [];
  });
}
