import type { Store } from '../schema.ts';

/** A sentence that is true of every store, and the places where it is not of one. */
export interface Invariant {
  readonly name: string;
  readonly holds: string;
  /**
   * `store`: tools keep it whatever they are asked. `policy`: it follows from the rules, so a tool that enforces none may
   * break it.
   */
  readonly keptBy: 'store' | 'policy';
  /** Where it does not hold, in words. */
  readonly violations: (store: Store) => Iterable<string>;
}
