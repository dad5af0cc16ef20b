import type { Store } from '../schema.ts';
import type { Invariant } from './invariant.ts';
import { ofMoney } from './money.ts';
import { ofOrders } from './orders.ts';
import { references } from './references.ts';

export type { Invariant } from './invariant.ts';

/** All that is true of every store. */
export const INVARIANTS: readonly Invariant[] = [...references, ...ofOrders, ...ofMoney];

/** The sentences that do not hold of a store, with the first places where they do not. */
export const brokenInvariants = (
  store: Store,
  invariants: readonly Invariant[] = INVARIANTS,
): { readonly name: string; readonly violations: readonly string[] }[] =>
  invariants.flatMap(({ name, violations }) => {
    const found = [...violations(store)].slice(0, 5);
    return found.length === 0 ? [] : [{ name, violations: found }];
  });
