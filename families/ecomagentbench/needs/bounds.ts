import { type Catalog, hasSeveralPrices } from '../../../catalog/index.ts';
import { type Bits, countInAll } from '../../../catalog/inverted-index/index.ts';
import { chance, pick } from '../../../schemas/draw.ts';
import type { Product } from '../../../schemas/product.ts';
import { MOST_REQUIREMENTS } from '../../../shopping/answers/answer-set.ts';
import type { IntentContract } from '../../../shopping/intent.ts';
import { detailFieldOf, type Feature, type NumericRange, requirementOf } from '../../../shopping/kinds/index.ts';
import type { Peers } from '../../../shopping/quantities/index.ts';
import { SCARCE_FEATURES } from '../../../stages/extract/fact-collector.ts';
import type { AnyPeer, TargetContext } from '../../../stages/extract/index.ts';
import { roundingStep } from '../../../stages/extract/price-range.ts';
import { rangesOf } from '../../../stages/extract/quantity-range.ts';
import { foundOrMade } from '../../../text/cache/found-or-made.ts';
import { minorUnitsOf } from '../../../text/money.ts';

const RATING_COUNT_STEPS = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];
const PRICE_STEPS = [5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000];

/** Adds a bound on the rating or the number of ratings, whichever is drawn of those the target can have. */
export function addRatingBound({ collected, product, anyPeer, draw, dependencies: { catalog } }: TargetContext) {
  const bounds = [ratingBound(product, anyPeer, catalog), ratingCountBound(product, anyPeer, catalog)].filter(
    (bound) => bound !== null,
  );
  const drawn = pick(draw, 'rating bound', bounds);
  if (drawn === undefined) {
    return {
      code: 'no_rating_bound',
      detail: `rating ${product.averageRating ?? 'not stated'}, ${product.ratingCount ?? 'no'} ratings; no product of its shelf falls short of it`,
    };
  }
  collected.add({ ...drawn, required: true });
  return null;
}

/** The half star below the target's rating, where a product of the category falls short of it. */
function ratingBound(product: Product, anyPeer: AnyPeer, catalog: Catalog): Feature | null {
  if (product.averageRating === null) return null;
  // Five stars on average is a matter of few ratings, not of quality.
  const min = Math.min(4.5, Math.floor(product.averageRating * 2) / 2);
  if (min < 3) return null;
  const excludes = anyPeer((peer) => (catalog.averageRating(peer) ?? 0) < min);
  return excludes ? numericFeature('average_rating', { min }) : null;
}

function ratingCountBound(product: Product, anyPeer: AnyPeer, catalog: Catalog): Feature | null {
  const count = product.ratingCount;
  if (count === null) return null;
  const min = RATING_COUNT_STEPS.findLast((step) => step <= count);
  if (min === undefined || !anyPeer((peer) => (catalog.ratingCount(peer) ?? 0) < min)) return null;
  return numericFeature('rating_number', { min });
}

function priceBound(product: Product, anyPeer: AnyPeer, catalog: Catalog): Feature | null {
  const { priceMinor, currency } = product;
  if (priceMinor === null || currency === null || hasSeveralPrices(product)) return null;
  const minorUnits = minorUnitsOf(currency);
  const price = priceMinor / minorUnits;
  const scale = price > 5000 ? 10 ** Math.floor(Math.log10(price) - 2) : 1;
  const max = (PRICE_STEPS.find((step) => step * scale >= price) ?? Math.ceil(price / (500 * scale)) * 500) * scale;
  const prices = catalog.numericColumns().priceMinor;
  // A price that is missing, NaN, is above none.
  const excludes = anyPeer((peer) => (prices[peer] as number) > max * minorUnits);
  return excludes ? numericFeature('price', { max }) : null;
}

/** Tells whether all prices of the catalog are in one currency. */
const isInOneCurrency = (catalog: Catalog) =>
  catalog.numericColumns().currencies.filter((currency) => currency !== null).length <= 1;

const numericFeature = (field: string, value: { min: number } | { max: number }): Feature => ({
  type: 'numeric_range',
  field,
  value,
  sources: ['query', 'clarification'],
  implicit: false,
  required: false,
});

/**
 * Bounds on rating, rating count and price, each only where it excludes a product of the category. Where details are
 * plenty they are drawn like the published pipeline's; a target with few facts gets all it can have.
 */
export function addNumbers(
  needs: IntentContract,
  { collected, product, anyPeer, draw, dependencies: { catalog } }: TargetContext,
): void {
  const scarce = collected.features.length < SCARCE_FEATURES;
  const use = (field: string, probability: number) => scarce || chance(draw, `use ${field}`, probability);
  const bounds: (Feature | null)[] = [];
  if (needs.definingConstraint !== 'rating') {
    if (use('average_rating', 0.5)) bounds.push(ratingBound(product, anyPeer, catalog));
    if (use('rating_number', 0.4)) bounds.push(ratingCountBound(product, anyPeer, catalog));
  }
  // A budget already says what may be spent, and amounts of different currencies do not compare.
  const oneCurrency =
    isInOneCurrency(catalog) || !anyPeer((peer) => ![null, product.currency].includes(catalog.currency(peer)));
  if (needs.definingConstraint !== 'voucher' && oneCurrency && use('price', 0.5))
    bounds.push(priceBound(product, anyPeer, catalog));
  for (const bound of bounds) if (bound !== null) collected.add(bound);
}

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
