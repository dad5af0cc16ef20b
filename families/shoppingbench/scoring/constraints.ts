import type { Product } from '../../../schemas/product.ts';
import { onlyShopOf, satisfies, satisfiesTogether } from '../../../shopping/kinds/index.ts';
import { publishedDiscount } from '../../../shopping/vouchers/published.ts';
import type { Voucher } from '../../../shopping/vouchers/schema.ts';
import { minorUnitsOf } from '../../../text/money.ts';
import type { PublishedVoucher } from '../published-task.ts';
import type { PredictedProduct } from './product-relevance.ts';
import type { Rules } from './rules.ts';
import type { ScoredTask } from './task.ts';

/** A constraint score: met or not. */
export type Met = 0 | 1;

const met = (holds: boolean): Met => (holds ? 1 : 0);

/**
 * The knowledge score r_kw ("Constrain Scores", Eq. 2): whether the knowledge attribute stands in the product's title,
 * here as whole words, so that "Two" is not found in "Network". The target has it, whatever is known of it.
 *
 * The published evaluator takes the keyword for any run of letters, in the title or in the description.
 */
export function knowledgeScore(
  predicted: PredictedProduct | undefined,
  { targets, query, keyword }: ScoredTask,
  { keyword: where }: Rules,
): Met {
  if (predicted === undefined || keyword === null) return 0;
  if (targets.some(({ productId }) => productId === predicted.id)) return 1;
  const { product } = predicted;
  if (product === null) return 0;
  if (where === 'letters of title or description') {
    const letters = [product.title, ...product.description].map((text) => text.toLowerCase());
    return met(letters.some((text) => text.includes(keyword.toLowerCase())));
  }
  const requirement = { question: query, answer: keyword };
  return met(satisfies(product, { type: 'knowledge_match', field: 'title', expected_value: requirement }) === 'yes');
}

const known = (predicted: readonly PredictedProduct[]): Product[] | null => {
  const products = predicted.flatMap(({ product }) => product ?? []);
  return products.length === predicted.length ? products : null;
};

const areTargets = (predicted: readonly PredictedProduct[], { targets }: ScoredTask) =>
  predicted.every(({ id }) => targets.some(({ productId }) => productId === id));

/**
 * The shop score r_shop ("Constrain Scores", Eq. 3): as many products as were asked for (n_t = n_p), all from one shop.
 * Targets are from one shop, whatever is known of them; a product without a shop is from none.
 *
 * The published evaluator leaves out products beyond the number asked for.
 */
export function shopScore(predicted: readonly PredictedProduct[], task: ScoredTask): Met {
  if (predicted.length !== task.targets.length) return 0;
  if (areTargets(predicted, task)) return 1;
  const products = known(predicted);
  return met(products !== null && onlyShopOf(products) !== null);
}

/** A published amount, in major units, in whole minor units. */
const minorOf = (amount: number, currency: string) =>
  Math.round(Number((amount * minorUnitsOf(currency)).toPrecision(15)));

function voucherIn(currency: string, published: PublishedVoucher): Voucher {
  const { voucher_type: issuer, threshold, discount_type: kind } = published;
  const minor = (amount: number) => minorOf(amount, currency);
  const step = { threshold: minor(threshold), discount: publishedDiscount(published, kind, minor) };
  return { scheme: 'simple', issuer, currency, steps: [step] };
}

/**
 * The budget score r_budget ("Constrain Scores", Eq. 4): what all predicted products cost together, after the voucher
 * where it applies, is within the budget. A voucher applies from its threshold on (inclusive), and a shop's only to
 * products of one shop. No products keep no budget, and neither does a product without a price. Where nothing but the
 * ids is known and they are the targets', the total is the one the task states.
 *
 * Eq. 4 does not ask for all products, so that fewer are within the budget more easily; their missing relevance keeps
 * the task from succeeding (Eq. 10). The published evaluator does ask for as many as there are targets, and leaves out
 * those beyond. It subtracts in floating point, where this rounds to minor units.
 */
export function budgetScore(predicted: readonly PredictedProduct[], task: ScoredTask, { fewerKeepBudget }: Rules): Met {
  const { voucher, targets } = task;
  if (voucher === null || predicted.length === 0) return 0;
  if (!fewerKeepBudget && predicted.length < targets.length) return 0;
  const products = known(predicted);
  if (products === null) {
    const isTarget = predicted.length === targets.length && areTargets(predicted, task);
    return met(isTarget && voucher.price_after_voucher <= voucher.budget);
  }
  const currency = typeof voucher.currency === 'string' ? voucher.currency : products[0]?.currency;
  if (currency === null || currency === undefined) return 0;
  const order = { budget: minorOf(voucher.budget, currency), voucher: voucherIn(currency, voucher) };
  return met(satisfiesTogether(products, { type: 'budget_match', field: 'budget', expected_value: order }) === 'yes');
}
