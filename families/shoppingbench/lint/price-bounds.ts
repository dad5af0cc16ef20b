import type { LintTask, PriceBounds } from './task.ts';
import { majorText, minor } from './task.ts';

export const boundsOf = (task: LintTask): readonly PriceBounds[] => task.products.flatMap((product) => product.bounds);

/** A price that only has to be higher than this. */
export const isFloor = ({ low, high }: PriceBounds): boolean => low !== null && high === null;

/** A price between two bounds, however the record calls it. */
export const isRange = ({ low, high }: PriceBounds): boolean => low !== null && high !== null;

/** How many times the lower bound the upper one is; infinite over a lower bound of 0. */
export const spreadOf = ({ low, high }: PriceBounds): number =>
  low === 0 ? Number.POSITIVE_INFINITY : (high as number) / (low as number);

/** As the record has it: "greater than 1", "between 2 and 591". */
export const boundsText = ({ mode, low, high }: PriceBounds): string =>
  `${mode} ${[low, high]
    .filter((amount) => amount !== null)
    .map(majorText)
    .join(' and ')}`;

/** A floor of one major unit, in whatever currency, is below every price; one of ten is in most shops. */
export const EVERY_PRICE = minor(1);
export const MOST_PRICES = minor(10);
