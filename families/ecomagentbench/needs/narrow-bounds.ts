import { type Bits, countInAll } from '../../../catalog/inverted-index/index.ts';
import { MOST_REQUIREMENTS } from '../../../shopping/answers/answer-set.ts';
import { detailFieldOf, type Feature, type NumericRange, requirementOf } from '../../../shopping/kinds/index.ts';
import type { Peers } from '../../../shopping/quantities/index.ts';
import type { TargetContext } from '../../../stages/extract/index.ts';
import { roundingStep } from '../../../stages/extract/price-range.ts';
import { rangesOf } from '../../../stages/extract/quantity-range.ts';
import { foundOrMade } from '../../../text/cache/found-or-made.ts';
import { minorUnitsOf } from '../../../text/money.ts';

/**
 * The most by which the lower end of a band lies below a price, as shares of it; the upper one is rounded up from it.
 */
const BANDS = [0.25, 0.1, 0.05];

type Bound = Extract<Feature, { type: 'numeric_range' }>;

interface Limits {
  readonly maxAnswers: number;
  /** Facts with a clue that the task needs: a bound that is one of so few stays as it is hinted at. */
  readonly leastImplicit: number;
}

/**
 * Draws bounds on price and quantities closer, in round numbers, as long as all facts together fit several products and
 * fewer with it: "between $60 and $75" tells near-identical products apart that a most does not.
 */
export function narrowBounds(context: TargetContext, { maxAnswers, leastImplicit }: Limits): void {
  const { features, entity } = context.collected;
  const { answerSets } = context.dependencies;
  const { length } = answerSets.holding(entity.phrase);
  const holders = answerSets.holders(entity.phrase);
  const known = new Map<Feature, Bits | null>();
  const holdersOf = (feature: Feature) => foundOrMade(known, feature, () => holders(requirementOf(feature))) ?? [];
  const fitting = (all: readonly Feature[]) => countInAll(all.slice(0, MOST_REQUIREMENTS).flatMap(holdersOf), length);
  let left = fitting(features);
  while (left > maxAnswers) {
    const hinted = features.filter(({ implicit }) => implicit).length;
    let best: { at: number; bound: Bound } | null = null;
    for (const [at, bound] of features.entries()) {
      if (bound.type !== 'numeric_range' || (bound.implicit && hinted <= leastImplicit)) continue;
      for (const value of narrowerThan(bound, context)) {
        const narrow = { ...bound, value, implicit: false };
        const others = fitting(features.with(at, narrow));
        if (others >= left) continue;
        left = others;
        best = { at, bound: narrow };
      }
    }
    if (best === null) return;
    features[best.at] = best.bound;
  }
}

/** Bounds that could stand in the place of one. */
function narrowerThan({ field, value }: Bound, { collected, product, dependencies }: TargetContext): NumericRange[] {
  if (field === 'price') return bandsAround(value, product.priceMinor, product.currency);
  const quantity = dependencies.answerSets.quantities.of(detailFieldOf(field) ?? '');
  const own = quantity === null ? undefined : collected.amountOf(quantity.field);
  if (quantity === null || own === undefined || value.nominal !== undefined) return [];
  const shelf = collected.peersBy(quantity).at(-1) as () => Peers;
  return rangesOf(quantity, own, shelf);
}

function bandsAround({ max }: NumericRange, priceMinor: number | null, currency: string | null): NumericRange[] {
  if (priceMinor === null || currency === null) return [];
  const price = priceMinor / minorUnitsOf(currency);
  const step = roundingStep(price);
  const above = Math.ceil(price / step) * step;
  return BANDS.flatMap((band) => {
    const min = Math.floor((price * (1 - band)) / step) * step;
    return min < step
      ? []
      : [...new Set([max ?? above, above])].filter((high) => high > min).map((high) => ({ min, max: high }));
  });
}
