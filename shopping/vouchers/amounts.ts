import type { Discount, Voucher, VoucherStep } from './schema.ts';

export type Scheme = Voucher['scheme'];

/** One way of building a voucher: what its steps look like before any number is settled. */
export interface Kind {
  readonly scheme: Scheme;
  readonly name:
    | 'fixed'
    | 'capped_percentage'
    | 'plain_percentage'
    | 'fixed_tiers_reached'
    | 'fixed_tiers_out_of_reach'
    | 'percentage_tiers_reached'
    | 'percentage_tiers_out_of_reach'
    | 'two_fixed'
    | 'percentage_and_fixed';
}

/** Kinds in the weights they are drawn with, and in this order when the drawn one does not fit the price. */
export const KINDS: Readonly<Record<Scheme, readonly (readonly [Kind['name'], number])[]>> = {
  simple: [
    ['fixed', 9],
    ['capped_percentage', 8],
    ['plain_percentage', 3],
  ],
  tiered: [
    ['fixed_tiers_reached', 3],
    ['fixed_tiers_out_of_reach', 3],
    ['percentage_tiers_reached', 2],
    ['percentage_tiers_out_of_reach', 2],
  ],
  stacked: [
    ['percentage_and_fixed', 3],
    ['two_fixed', 2],
  ],
};

const RATES = [500, 800, 1000, 1200, 1500, 2000, 2500, 3000];
/** Percent of an order: none gets more off, whatever its total, and a target gets at least the second. */
export const MOST_OFF_PERCENT = 45;
export const LEAST_OFF_PERCENT = 5;
const LEAST_OFF = LEAST_OFF_PERCENT / 100;

/** The largest of 1, 5, 10, 50, 100 ... that is not above `size`, and 1 for anything below it. */
function humanStep(size: number): number {
  let ten = 1;
  while (ten * 10 <= size) ten *= 10;
  return ten * 5 <= size ? ten * 5 : ten;
}

/** Multiples of `step` from `low` to `high` inclusive, thinned evenly to at most `most`. */
function multiples(step: number, low: number, high: number, most: number): number[] {
  const first = Math.max(1, Math.ceil(low / step));
  const last = Math.floor(high / step);
  const count = last - first + 1;
  if (count <= 0) return [];
  const stride = Math.max(1, Math.ceil(count / most));
  const result: number[] = [];
  for (let at = first; at <= last; at += stride) result.push(at * step);
  return result;
}

/** Amounts people would put on a voucher for a price, in minor units. */
export class HumanAmounts {
  readonly price: number;
  readonly unit: number;
  private readonly thresholdStep: number;
  private readonly offStep: number;
  private readonly budgetStep: number;

  constructor(priceMinor: number, minorPerMajor: number) {
    this.price = priceMinor;
    this.unit = minorPerMajor;
    const major = priceMinor / minorPerMajor;
    this.thresholdStep = (major < 10 ? 1 : Math.max(5, humanStep(major / 5))) * minorPerMajor;
    this.offStep = (major < 30 ? 1 : Math.max(5, humanStep(major / 16))) * minorPerMajor;
    this.budgetStep = humanStep(major / 24) * minorPerMajor;
  }

  thresholds(low: number, high: number, most = 8): number[] {
    return multiples(this.thresholdStep, low * this.price, high * this.price, most);
  }

  /** Fixed amounts and caps between two shares of the price. */
  amounts(low: number, high: number, most = 10): number[] {
    const fives = multiples(5 * this.unit, low * this.price, high * this.price, most);
    const step = this.offStep < 5 * this.unit && fives.length >= 3 ? 5 * this.unit : this.offStep;
    return multiples(step, low * this.price, high * this.price, most);
  }

  fixed(low: number, high: number, most = 10): Discount[] {
    return this.amounts(low, high, most).map((off) => ({ kind: 'fixed', off }));
  }

  percentages(most: number): Discount[] {
    return RATES.filter((rate) => rate <= most).map((rateBasisPoints) => ({
      kind: 'percentage',
      rateBasisPoints,
      cap: null,
    }));
  }

  /** Rates with a cap that still leaves at least half of what the rate alone would take off the price. */
  cappedPercentages(): Discount[] {
    const caps = this.amounts(LEAST_OFF, 0.3);
    return RATES.filter((rate) => rate >= 1000).flatMap((rateBasisPoints) =>
      caps
        .filter((cap) => cap * 2 * 10_000 >= rateBasisPoints * this.price)
        .map((cap): Discount => ({ kind: 'percentage', rateBasisPoints, cap })),
    );
  }

  /** Whole budgets the target keeps to after the voucher and not without it, close above what it then costs. */
  budgets(after: number): number[] {
    const slack = Math.max(Math.floor(after * 0.08), 2 * this.unit);
    const most = Math.min(after + slack, this.price - 1);
    return multiples(this.budgetStep, after, most, Number.POSITIVE_INFINITY).slice(0, 4);
  }
}

type Pair = readonly [Discount, Discount];

const sizeOf = (discount: Discount) => (discount.kind === 'fixed' ? discount.off : discount.rateBasisPoints);

/** Two discounts of one kind, the second worth spending more for and yet no other league. */
function rising(discounts: readonly Discount[]): Pair[] {
  return discounts.flatMap((low) =>
    discounts
      .filter((high) => sizeOf(high) >= 1.5 * sizeOf(low) && sizeOf(high) <= 3 * sizeOf(low))
      .map((high): Pair => [low, high]),
  );
}

function tierSteps(pairs: readonly Pair[], lower: readonly number[], upper: readonly number[]): VoucherStep[][] {
  return lower.flatMap((low) =>
    upper
      .filter((high) => high > low)
      .flatMap((high) =>
        pairs.map(([small, large]): VoucherStep[] => [
          { threshold: low, discount: small },
          { threshold: high, discount: large },
        ]),
      ),
  );
}

/** Every set of steps of a kind worth considering for a price; which of them hold together is decided elsewhere. */
export function stepsOf(kind: Kind['name'], human: HumanAmounts): VoucherStep[][] {
  const reached = human.thresholds(0.4, 1);
  const simple = (discounts: readonly Discount[]) =>
    reached.flatMap((threshold) => discounts.map((discount): VoucherStep[] => [{ threshold, discount }]));

  switch (kind) {
    case 'fixed':
      return simple(human.fixed(LEAST_OFF, human.price < 10 * human.unit ? 0.4 : 0.3));
    case 'plain_percentage':
      return simple(human.percentages(3000));
    case 'capped_percentage':
      return simple(human.cappedPercentages());
    case 'fixed_tiers_reached':
      return tierSteps(rising(human.fixed(0.03, 0.4, 8)), human.thresholds(0.3, 0.85, 6), human.thresholds(0.6, 1, 5));
    case 'percentage_tiers_reached':
      return tierSteps(rising(human.percentages(3000)), human.thresholds(0.3, 0.85, 6), human.thresholds(0.6, 1, 5));
    case 'fixed_tiers_out_of_reach':
      return tierSteps(rising(human.fixed(LEAST_OFF, 0.5, 8)), human.thresholds(0.4, 1, 6), aboveOf(human));
    case 'percentage_tiers_out_of_reach':
      return tierSteps(rising(human.percentages(3000)), human.thresholds(0.4, 1, 6), aboveOf(human));
    case 'two_fixed':
      return stackSteps(human, human.fixed(LEAST_OFF, 0.25, 7), human.fixed(LEAST_OFF, 0.25, 7));
    case 'percentage_and_fixed':
      return stackSteps(human, human.percentages(2500), human.fixed(LEAST_OFF, 0.25, 7));
  }
}

const aboveOf = (human: HumanAmounts) => human.thresholds(1, 1.5, 8).filter((threshold) => threshold > human.price);

function stackSteps(human: HumanAmounts, first: readonly Discount[], second: readonly Discount[]): VoucherStep[][] {
  const thresholds = human.thresholds(0.3, 1, 4);
  return thresholds.flatMap((firstThreshold) =>
    thresholds.flatMap((secondThreshold) =>
      first.flatMap((one) =>
        second
          // Two equal coupons would read as one; the smaller threshold first keeps a pair from being listed twice.
          .filter((other) => one.kind !== other.kind || sizeOf(one) < sizeOf(other))
          .map((other): VoucherStep[] => [
            { threshold: firstThreshold, discount: one },
            { threshold: secondThreshold, discount: other },
          ]),
      ),
    ),
  );
}
