import type { Catalog } from '../../catalog/index.ts';
import type { Draw } from '../../schemas/draw.ts';
import type { Product } from '../../schemas/product.ts';
import type { PlannedTask } from '../../schemas/task.ts';
import type { AnswerSets } from '../../shopping/answers/answer-set.ts';
import type { CatalogView } from '../../shopping/catalog-view.ts';
import type { Feature, NumericRange } from '../../shopping/kinds/index.ts';
import type { FieldUse } from '../../shopping/learned/field-uses.ts';
import type { PhraseUse } from '../../shopping/nouns/noun-phrase.ts';
import type { StatedFact } from '../../shopping/plausibility/index.ts';
import type { QuantityField } from '../../shopping/quantities/index.ts';
import type { DroppedFact } from '../../shopping/task.ts';

/** Dependencies of the collection of facts about any target. */
export interface TargetDependencies {
  readonly catalog: Catalog;
  readonly answerSets: AnswerSets;
  /** The product of an id, null when the catalog does not hold it. */
  productOf(productId: string): Product | null;
  phraseUse(phrase: string): PhraseUse;
  drawFor(task: PlannedTask): Draw;
  fieldUse(field: string): FieldUse | undefined;
  /** Tells whether the query can say the value outright, and a clue stand for it, of a noun phrase's product or any. */
  sayable(field: string, value: string, noun?: string): { explicit: boolean; implicit: boolean };
  /** Bounds on a quantity that a clue can stand for, of a noun phrase's product or any; none where nothing hints. */
  boundsWithClues?(quantity: QuantityField, noun?: string): readonly NumericRange[];
  judgeDetails(product: Product): {
    readonly kept: readonly { field: string; option: string }[];
    readonly dropped: readonly DroppedFact[];
  };
  /** Silence of a product's shelf about a value of a field: 0 where its texts name it. */
  silenceOn(product: Product, field: string, value: string): number;
  /** Tells whether titles on its shelf leave the value out. */
  isUntitled(product: Product, field: string, value: string): boolean;
  /** Tells whether a fact of a product goes without saying of what a noun phrase names, as the catalog shows. */
  isCommonplace(product: Product, phrase: string, fact: StatedFact): boolean;
  /** Tells whether two facts say the same, as the catalog shows. */
  areOne(one: StatedFact, other: StatedFact): boolean;
  /** Why the family asks no fact of a product beside these features, or null where it may. */
  unaskable?(
    product: Product,
    features: readonly Feature[],
    fact: { readonly field: string; readonly value: string },
  ): string | null;
}

/** Makes the dependencies that a view of the catalog gives, whatever is asked of its products. */
export const catalogDependencies = ({
  catalog,
  answerSets,
  productOf,
  draws,
  judged,
  areOne,
  isCommonplace,
  silenceOn,
  isUntitled,
}: CatalogView) => ({
  ...{ catalog, answerSets, productOf, areOne, isCommonplace, silenceOn, isUntitled },
  phraseUse: (phrase: string) => answerSets.phraseUse(phrase),
  drawFor: draws('extract'),
  judgeDetails: judged,
});
