import { defect, perTask, sign } from '../../../pipeline/foreign-lint.ts';
import { tokensOf } from '../../../text/normalise.ts';
import { type LintTask, majorText, minor, type PriceBounds } from './task.ts';

const NUMBER = /^\d+(?:\.\d+)?$/;

/** Every number of a text as an amount in minor units, whatever stands beside it: "1,250" is 125000. */
export const amountsSaid = (text: string): ReadonlySet<number> =>
  new Set(
    tokensOf(text)
      .filter((token) => NUMBER.test(token))
      .map((token) => minor(Number(token))),
  );

export const boundsOf = (task: LintTask): readonly PriceBounds[] => task.products.flatMap((product) => product.bounds);

/** A price that only has to be higher than this. */
export const isFloor = ({ low, high }: PriceBounds): boolean => low !== null && high === null;

/** A price between two bounds, however the record calls it. */
export const isRange = ({ low, high }: PriceBounds): boolean => low !== null && high !== null;

/** Returns the ratio of the upper bound to the lower one; infinite over a lower bound of 0. */
export const spreadOf = ({ low, high }: PriceBounds): number =>
  low === 0 ? Number.POSITIVE_INFINITY : (high as number) / (low as number);

/** As the record has it: "greater than 1", "between 2 and 591". */
const boundsText = ({ mode, low, high }: PriceBounds): string =>
  `${mode} ${[low, high]
    .filter((amount) => amount !== null)
    .map(majorText)
    .join(' and ')}`;

/** A floor of one major unit, in whatever currency, is below every price; one of ten is in most shops. */
const EVERY_PRICE = minor(1);
const MOST_PRICES = minor(10);

/** Counts price bounds that every price meets. */
export const boundVacuous = perTask<LintTask>(
  defect('bound_vacuous', 'a price only has to be more than 1, which every price is', 'price constraints'),
  (task) => {
    const bounds = boundsOf(task);
    const vacuous = bounds.filter((price) => isFloor(price) && (price.low as number) <= EVERY_PRICE);
    return { of: bounds.length, found: vacuous.map(boundsText) };
  },
);

/** Counts floors that exclude little where prices are in pesos or baht; in dollars they may be meant. */
export const boundLow = perTask<LintTask>(
  sign(
    'bound_low',
    'a price only has to be more than some amount up to 10, which excludes little in pesos, and may be meant in dollars',
    'price constraints',
  ),
  (task) => {
    const bounds = boundsOf(task);
    const low = bounds.filter(
      (price) => isFloor(price) && (price.low as number) > EVERY_PRICE && (price.low as number) <= MOST_PRICES,
    );
    return { of: bounds.length, found: low.map(boundsText) };
  },
);

const WIDE = 5;

/** Counts price ranges so wide that they hardly narrow a search. */
export const boundWide = perTask<LintTask>(
  defect('bound_wide', `a price range ends at ${WIDE} times its start or more`, 'price ranges'),
  (task) => {
    const ranges = boundsOf(task).filter(isRange);
    return { of: ranges.length, found: ranges.filter((price) => spreadOf(price) >= WIDE).map(boundsText) };
  },
);

/** Counts price bounds whose number the query does not give. */
export const priceUntraced = perTask<LintTask>(
  defect('price_untraced', 'a scored price bound does not stand in the query', 'price bounds'),
  (task) => {
    const said = amountsSaid(task.written);
    const bounds = boundsOf(task).flatMap(({ mode, low, high }) =>
      [low, high].filter((amount) => amount !== null).map((amount) => ({ mode, amount })),
    );
    const unsaid = bounds.filter(({ amount }) => !said.has(amount));
    return { of: bounds.length, found: unsaid.map(({ mode, amount }) => `${mode} ${majorText(amount)}`) };
  },
);
