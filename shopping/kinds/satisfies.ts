import { canonicalField } from '../../catalog/index.ts';
import type { Detail, Product, Review } from '../../schemas/product.ts';
import { minorUnitsOf } from '../../text/money.ts';
import { containsWords, normaliseValue } from '../../text/normalise.ts';
import type { Feature } from '../task.ts';
import { withinBudget } from '../vouchers/voucher.ts';
import type { Rubric } from './index.ts';

/** `unknown` is its own answer, never a pass and never a failure. */
export type Verdict = 'yes' | 'no' | 'unknown';

/** The part of a rubric that decides; wording and source play no role. */
export type Requirement = Rubric extends infer R
  ? R extends Rubric
    ? Pick<R, 'type' | 'field' | 'expected_value'>
    : never
  : never;

/** What a feature requires once it is made into a rubric. */
export const requirementOf = ({ type, field, value }: Feature): Requirement =>
  ({ type, field, expected_value: value }) as Requirement;

const DETAIL_PREFIX = 'details.';

/** The canonical detail field a rubric field names, or null for top-level fields. */
export function detailFieldOf(field: string): string | null {
  return field.startsWith(DETAIL_PREFIX) ? field.slice(DETAIL_PREFIX.length) : null;
}

const normalisedOptions = new WeakMap<Detail, ReadonlySet<string>>();

/** The comparison forms of a product's options for a rubric field; empty where the product does not state it. */
export function optionsOf(product: Product, field: string): ReadonlySet<string> {
  const name = detailFieldOf(field);
  const detail = name !== null && Object.hasOwn(product.details, name) ? product.details[name] : undefined;
  if (detail === undefined) return new Set();
  let options = normalisedOptions.get(detail);
  if (options === undefined) {
    options = new Set(detail.options.map(normaliseValue));
    normalisedOptions.set(detail, options);
  }
  return options;
}

const verdict = (holds: boolean): Verdict => (holds ? 'yes' : 'no');

/** The number a numeric rubric is about, or null where the product does not state it. Prices are in major units. */
export function numberOf(product: Product, field: string): number | null {
  if (field === 'average_rating') return product.averageRating;
  if (field === 'rating_number') return product.ratingCount;
  if (field === 'price' && product.priceMinor !== null && product.currency !== null) {
    return product.priceMinor / minorUnitsOf(product.currency);
  }
  return null;
}

/**
 * Whether a product satisfies a requirement: the one meaning that sampling, partition, gates, answer sets, scoring and
 * verification share. A product that does not state a field fails an attribute_match or
 * numeric_range on it, and passes a negative_attribute, since none of its options is excluded.
 * review_opinion is decided by the product's own reviews, and only in its favour: without the quoted evidence it is unknown.
 * What is judged of several products together (`satisfiesTogether`) is unknown of one alone, but for a budget.
 */
export function satisfies(product: Product, requirement: Requirement, reviews: readonly Review[] = []): Verdict {
  switch (requirement.type) {
    case 'attribute_match': {
      const options = optionsOf(product, requirement.field);
      const wanted = [requirement.expected_value].flat();
      return verdict(wanted.every((value) => options.has(normaliseValue(value))));
    }
    case 'negative_attribute': {
      const options = optionsOf(product, requirement.field);
      return verdict(!requirement.expected_value.some((value) => options.has(normaliseValue(value))));
    }
    case 'numeric_range': {
      const value = numberOf(product, requirement.field);
      const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = requirement.expected_value;
      return verdict(value !== null && value >= min && value <= max);
    }
    case 'entity_match':
      return verdict(containsWords(product.title, requirement.expected_value));
    case 'sku_match':
      return verdict(product.skuOptions.some(({ values }) => skuHolds(values, requirement.expected_value)));
    case 'service_match':
      return verdict(product.services.includes(requirement.expected_value));
    case 'knowledge_match':
      return verdict(containsWords(product.title, requirement.expected_value.answer));
    case 'budget_match':
      return satisfiesTogether([product], requirement);
    case 'same_shop':
      return 'unknown';
    case 'review_opinion': {
      const { evidence } = requirement.expected_value;
      const holds = evidence.every(({ review_id, quote }) =>
        reviews.some(({ id, productId, text }) => id === review_id && productId === product.id && text.includes(quote)),
      );
      return holds ? 'yes' : 'unknown';
    }
  }
}

/** Whether one SKU has every pair; its keys are the listing's own, those wanted are canonical. */
function skuHolds(values: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>>): boolean {
  const held = Object.entries(values).map(([key, value]) => [canonicalField(key), normaliseValue(value)] as const);
  return Object.entries(wanted).every(([field, value]) =>
    held.some(([own, norm]) => own === field && norm === normaliseValue(value)),
  );
}

const JUDGED_TOGETHER: ReadonlySet<Requirement['type']> = new Set(['same_shop', 'budget_match']);

/** True for a requirement that all products of an order meet or miss as one. */
export const isJudgedTogether = ({ type }: Pick<Requirement, 'type'>): boolean => JUDGED_TOGETHER.has(type);

/** The shop that sells all of the products, or null where they come from several or one of them names none. */
export function onlyShopOf(products: readonly Pick<Product, 'shopId'>[]): string | null {
  const [first] = products;
  if (first === undefined || first.shopId === null) return null;
  return products.every(({ shopId }) => shopId === first.shopId) ? first.shopId : null;
}

/**
 * Whether an order of products satisfies a requirement of the whole order: one shop for so many products, or a total
 * within the budget. A shop's voucher takes nothing off an order from several shops.
 */
export function satisfiesTogether(
  products: readonly Pick<Product, 'shopId' | 'priceMinor' | 'currency'>[],
  requirement: Requirement,
): Verdict {
  if (requirement.type === 'same_shop') {
    return verdict(products.length === requirement.expected_value && onlyShopOf(products) !== null);
  }
  if (requirement.type !== 'budget_match') return 'unknown';
  const { budget, voucher } = requirement.expected_value;
  if (products.length === 0) return 'no';
  // Orders have shops, not one brand: a brand's voucher is for one product.
  if (voucher.issuer === 'brand' && products.length > 1) return 'unknown';
  let total = 0;
  for (const { priceMinor, currency } of products) {
    if (priceMinor === null || currency !== voucher.currency) return 'no';
    total += priceMinor;
  }
  const applies = voucher.issuer !== 'shop' || products.length === 1 || onlyShopOf(products) !== null;
  return verdict(applies ? withinBudget(total, voucher.currency, { budget, voucher }) : total <= budget);
}
