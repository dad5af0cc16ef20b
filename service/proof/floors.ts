import type { ToolCall } from '../../pipeline/episode.ts';
import { decideTurn } from '../customer/script.ts';
import type { Desk } from '../desk.ts';
import { FLOORS, goldTurns, nearMissTurns } from '../episode/agents.ts';
import { type Memory, sessionNow, type Talking, UNSERVED } from '../episode/play.ts';
import { stagedOf } from '../episode/staged.ts';
import { type SupportScores, scoreConduct } from '../scores.ts';
import { stateOf } from '../state.ts';
import type { Store } from '../store/schema.ts';
import type { Call, LockedSupport, SupportWording } from '../task.ts';

const TALKING: Talking = { say: 'say', text: 'text', end: null };

/** Stands in for a customer's words before any are written: names of intents and bare facts, as floors go by facts alone. */
const unworded = ({ intents }: LockedSupport): SupportWording => ({
  raises: Object.fromEntries(intents.map(({ id }) => [id, id])),
  replies: Object.fromEntries(
    intents.flatMap(({ id, facts }) =>
      facts.flatMap(({ name, value, when }) => (when === 'asked' ? [[`${id}.${name}`, value]] : [])),
    ),
  ),
  instead: Object.fromEntries(intents.filter(({ given_up }) => given_up !== null).map(({ id }) => [id, id])),
  yes: 'yes',
  unsure: 'unsure',
  thanks: 'thanks',
});

/**
 * Tells whether an agent that makes its turns whatever it sees wins a task; tools take its calls in the circumstances
 * that the customer has told of by then.
 */
function wins(turns: readonly ToolCall[], { desk, store, locked, succeeds }: Played): boolean {
  const staged = stagedOf(locked, unworded(locked));
  const place = { desk, storeFor: () => store };
  let memory: Memory = UNSERVED;
  for (const { tool, arguments: args } of turns) {
    if (tool === TALKING.say) {
      const message = String((args as Record<string, unknown>).text);
      const { memory: customer } = decideTurn(message, staged.customer, memory.customer);
      memory = { ...memory, customer, messages: [...memory.messages, { text: message, at: memory.customer.at }] };
      if (customer.isOver) break;
    } else {
      const call: Call = { name: tool, arguments: args as Call['arguments'] };
      const { session } = desk.run(sessionNow({ place, staged, memory }), call);
      memory = { ...memory, session, calls: [...memory.calls, call] };
    }
  }
  const state = stateOf(store, memory.session?.deltas ?? []);
  const { calls, messages } = memory;
  return succeeds(scoreConduct(locked, { calls, messages, state, violations: [] }));
}

/** A task as it is played to prove it. */
interface Played {
  readonly desk: Desk;
  readonly store: Store;
  readonly locked: LockedSupport;
  succeeds(scores: SupportScores): boolean;
}

/** The agents among them that would win a task. */
export function floorsThatWin(desk: Desk, store: Store, locked: LockedSupport, succeeds: Played['succeeds']): string[] {
  const played = { desk, store, locked, succeeds };
  return FLOORS.flatMap(({ name, turns }) => (wins(turns({ locked }, TALKING), played) ? [name] : []));
}

/** Tells whether the gold run, played in the conversation with what it has to tell, wins a task. */
export const goldWins = (desk: Desk, store: Store, locked: LockedSupport, succeeds: Played['succeeds']): boolean =>
  wins(goldTurns({ locked }, TALKING), { desk, store, locked, succeeds });

/** Tells whether the near miss wins a task all the same, so that it is none. */
export const nearMissWins = (desk: Desk, store: Store, locked: LockedSupport, succeeds: Played['succeeds']): boolean =>
  wins(nearMissTurns({ locked }, TALKING), { desk, store, locked, succeeds });
