import type { Counter } from './counter.ts';
import { boundsOf, boundsText, EVERY_PRICE, isFloor, MOST_PRICES } from './price-bounds.ts';

/** Counts floors that exclude little where prices are in pesos or baht; in dollars they may be meant. */
export const boundLow: Counter = {
  code: 'bound_low',
  meaning:
    'a price only has to be more than some amount up to 10, which excludes little in pesos, and may be meant in dollars',
  unit: 'price constraints',
  isDefect: false,
  begin: () => (task) => {
    const bounds = boundsOf(task);
    const low = bounds.filter(
      (price) => isFloor(price) && (price.low as number) > EVERY_PRICE && (price.low as number) <= MOST_PRICES,
    );
    return { of: bounds.length, found: low.map(boundsText) };
  },
};
