import type { DetailNeed } from '../../shopping/intent.ts';
import { SCENARIOS, type Scenario } from './sample.ts';

/** A scenario, and what it promises of its tasks. */
export interface Intent {
  readonly name: Scenario;
  /** True where a profile holds the long-term needs. */
  readonly personalised: boolean;
  /** True where the shopper begins vaguely and tells the rest when asked. */
  readonly multiTurn: boolean;
  /** Attributes of the target that are required, those of the profile among them. */
  readonly leastAttributes: number;
  readonly mostAttributes: number;
}

/** Section 2.4 of the paper: what differs is how much is said at once, and where the long-term needs stand. */
export const INTENTS: readonly Intent[] = SCENARIOS.map((name) => ({
  name,
  personalised: name.startsWith('personalised_'),
  multiTurn: name.endsWith('multi_turn'),
  leastAttributes: 2,
  mostAttributes: 6,
}));

export function intentNamed(name: string): Intent {
  const found = INTENTS.find((intent) => intent.name === name);
  if (found === undefined) throw new RangeError(`"${name}" is not an intent of shopsimulator`);
  return found;
}

/** Details a product must state that a requirement can be about, before a task may be about it. */
export const LEAST_DETAILS = 3;

/** The least details that tasks of each intent need of their products. */
export const DETAIL_NEEDS: readonly DetailNeed[] = INTENTS.map(({ name: intent }) => ({
  intent,
  leastDetails: LEAST_DETAILS,
}));
