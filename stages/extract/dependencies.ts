import type { Product } from '../../schemas/product.ts';
import type { CatalogView } from '../../shopping/catalog-view.ts';
import type { Feature, NumericRange } from '../../shopping/kinds/index.ts';
import type { QuantityField } from '../../shopping/quantities/index.ts';

type OfCatalog = 'catalog' | 'answerSets' | 'draws' | 'fieldUse' | 'judged' | 'oddities' | 'commonplaces' | 'shelfTalk';

/** Dependencies of the collection of facts about any target: a view of the catalog, and what a family asks of a fact. */
export interface TargetDependencies extends Pick<CatalogView, OfCatalog> {
  /** Tells whether the query can say the value outright, and a clue stand for it, of a noun phrase's product or any. */
  sayable(field: string, value: string, noun?: string): { explicit: boolean; implicit: boolean };
  /** Bounds on a quantity that a clue can stand for, of a noun phrase's product or any; none where nothing hints. */
  boundsWithClues?(quantity: QuantityField, noun?: string): readonly NumericRange[];
  /** Why the family asks no fact of a product beside these features, or null where it may. */
  unaskable?(
    product: Product,
    features: readonly Feature[],
    fact: { readonly field: string; readonly value: string },
  ): string | null;
}
