import type { Counter } from './counter.ts';
import { boundsOf, boundsText, EVERY_PRICE, isFloor } from './price-bounds.ts';

/** Counts price bounds that every price meets. */
export const boundVacuous: Counter = {
  code: 'bound_vacuous',
  meaning: 'a price only has to be more than 1, which every price is',
  unit: 'price constraints',
  isDefect: true,
  begin: () => (task) => {
    const bounds = boundsOf(task);
    const vacuous = bounds.filter((price) => isFloor(price) && (price.low as number) <= EVERY_PRICE);
    return { of: bounds.length, found: vacuous.map(boundsText) };
  },
};
