/** An agent that plays samples by a fixed plan; nothing in it learns or guesses words. */
export interface Agent {
  readonly name: string;
  /** `oracle`: must win everything. `blind`: looks at no sample. `withheld`: leaves out a part that samples turn on. */
  readonly kind: 'oracle' | 'blind' | 'withheld';
}

const agent = <Kind extends Agent['kind']>(name: string, kind: Kind) => ({ name, kind });

/** Looks at everything a sample offers, then recommends what is left. */
export const ORACLE = agent('oracle', 'oracle');

/** Agents that play the samples of every family without a look at them. */
export const DO_NOTHING = agent('do-nothing', 'blind');
export const RANDOM = agent('random', 'blind');
export const MOST_POPULAR = agent('most-popular', 'blind');
export const BLIND: readonly Agent[] = [DO_NOTHING, RANDOM, MOST_POPULAR];

/**
 * Agents of families that hide requirements in a profile and in answers. A family's own agents stand beside what
 * replays them.
 */
export const QUERY_ONLY = agent('query-only', 'withheld');
export const PERSONA_BLIND = agent('persona-blind', 'withheld');
export const NEVER_ASKING = agent('never-asking', 'withheld');
