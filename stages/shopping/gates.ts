import type { Catalog } from '../../catalog/index.ts';
import type { Product, Review } from '../../schemas/product.ts';
import type { CatalogView } from '../../shopping/catalog-view.ts';
import type { LockedTask } from '../../shopping/task.ts';

/** Facts that the gates of every shopping family have to know of the catalog a draft is about. */
export interface CatalogFacts {
  readonly catalog: Pick<Catalog, 'rowOf'>;
  reviewsOf(productId: string): readonly Review[];
  /** Why an option of a product is no sensible value, or null where it is one. */
  reasonAgainst(product: Product, field: string, option: string): string | null;
  /** Tells whether any product of the catalog states a value of a field; absent where there is no catalog. */
  isStated?(field: string, value: string): boolean;
  /** The answers that satisfy every decidable rubric: ids of products, or of several joined by "+". */
  answersOf(task: LockedTask): readonly string[];
  readonly maxAnswers: number;
}

/** The facts of a catalog, answers as a prover counts them. */
export const catalogFacts = (
  { catalog, answerSets, reviewsOf, reasonAgainst }: CatalogView,
  { answersOf }: Pick<CatalogFacts, 'answersOf'>,
  maxAnswers: number,
): CatalogFacts => ({
  isStated: (field, value) => answerSets.stating(field, value).some(() => true),
  ...{ catalog, reviewsOf, reasonAgainst, answersOf, maxAnswers },
});
