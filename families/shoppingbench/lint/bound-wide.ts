import type { Counter } from './counter.ts';
import { boundsOf, boundsText, isRange, spreadOf } from './price-bounds.ts';

const WIDE = 5;

/** Counts price ranges so wide that they hardly narrow a search. */
export const boundWide: Counter = {
  code: 'bound_wide',
  meaning: `a price range ends at ${WIDE} times its start or more`,
  unit: 'price ranges',
  isDefect: true,
  begin: () => (task) => {
    const ranges = boundsOf(task).filter(isRange);
    return { of: ranges.length, found: ranges.filter((price) => spreadOf(price) >= WIDE).map(boundsText) };
  },
};
