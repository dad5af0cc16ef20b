import type { Product, Review } from '../../schemas/product.ts';
import { type Rubric, satisfies } from '../../shopping/kinds/index.ts';

/** What of a sample decides whether a recommendation is right. */
export interface ScoredSample {
  readonly targetId: string;
  readonly rubrics: readonly Rubric[];
}

/**
 * Whether a recommended product is right, as the published accuracy counts it: it is the target, or it satisfies every
 * rubric. In code an opinion is only known of the product whose reviews are quoted; what is unknown is no success.
 */
export function isRight(product: Product, reviews: readonly Review[], { targetId, rubrics }: ScoredSample): boolean {
  if (product.id === targetId) return true;
  return rubrics.every((rubric) => satisfies(product, rubric, reviews) === 'yes');
}
