import type { Product } from '../../../schemas/product.ts';
import { satisfies } from '../../../shopping/kinds/index.ts';
import { constraintOf, intentNamed } from '../intents.ts';
import { sharedFeatures } from './features.ts';
import type { Rules } from './rules.ts';
import type { Target } from './task.ts';
import type { TitleSimilarity } from './title-similarity.ts';

/** A product that an agent recommended; `product` is null where nobody knows it. */
export interface PredictedProduct {
  readonly id: string;
  readonly product: Product | null;
}

export interface Judging {
  readonly titles: TitleSimilarity;
  readonly rules: Rules;
}

function priceFits(product: Product, { price }: Target): boolean {
  if (price === null) return true;
  return satisfies(product, { type: 'numeric_range', field: 'price', expected_value: price }) === 'yes';
}

/**
 * The product relevance score r_pro of a predicted product and a target ("Constrain Scores", Eq. 1): one point for a
 * title at least as similar as the threshold, one for a price within the range, one for every asked feature the product
 * has, over 2 + |F_t|.
 *
 * A task that limits no price has the range of all prices, which every product lies in. The published evaluator leaves
 * the price out of such a task's sum and denominator, so that its partial scores are lower.
 *
 * Equal ids score 1 without a look at the product, as in the published evaluator: the constraints were read off that
 * product. A product that nobody knows scores 0 otherwise, and one without a price misses every range.
 *
 * A published knowledge task asks for nothing but its title. The paper's threshold holds for it too; the published
 * evaluator asks for 0.8 there, and looks at nothing else.
 */
export function productRelevance(
  { id, product }: PredictedProduct,
  target: Target,
  intent: string,
  { titles, rules }: Judging,
): number {
  if (id === target.productId) return 1;
  if (product === null) return 0;
  const isKnowledge = constraintOf(intentNamed(intent)) === 'r_kw';
  const threshold = titles.thresholds[isKnowledge ? rules.knowledgeTitles : 'similar'];
  const similar = Number(target.titles.every((title) => titles.between(product.title, title) >= threshold));
  if (isKnowledge && !rules.knowledgeFeaturesCount) return similar;
  const priceCounts = target.price !== null || rules.freePriceCounts;
  const priced = Number(priceCounts && priceFits(product, target));
  const hits = similar + priced + sharedFeatures(target.features, product);
  return hits / (1 + Number(priceCounts) + target.features.length);
}
