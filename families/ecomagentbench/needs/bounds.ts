import { type Catalog, hasSeveralPrices } from '../../../catalog/index.ts';
import { chance, pick } from '../../../schemas/draw.ts';
import type { Product } from '../../../schemas/product.ts';
import type { IntentContract } from '../../../shopping/intent.ts';
import type { Feature } from '../../../shopping/kinds/index.ts';
import { SCARCE_FEATURES } from '../../../stages/extract/fact-collector.ts';
import type { AnyPeer, TargetContext } from '../../../stages/extract/index.ts';
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
