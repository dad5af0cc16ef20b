import type { Product } from '../../schemas/product.ts';
import { detailFieldOf, type Rubric, satisfies } from '../../shopping/kinds/index.ts';
import { shelfPath } from '../../shopping/plausibility/shelf.ts';
import { ownValue } from '../../text/own-value.ts';

/** Finds where products of a brand are sold, by the whole path of their category. */
export type SellingOf = (brand: Rubric) => ReadonlySet<string>;

/** Tells whether a need is about the brand, which can be held to where the brand is sold alone. */
export const isOfBrand = ({ field }: Pick<Rubric, 'field'>): boolean => detailFieldOf(field) === 'Brand';

/**
 * Returns the options by which a purchase speaks against a long-term need: those of its field, none of which meets it;
 * null where it does not.
 */
export function statedAgainst(product: Product, need: Rubric, sellingOf: SellingOf): readonly string[] | null {
  const field = detailFieldOf(need.field);
  const options = field === null ? [] : (ownValue(product.details, field)?.options ?? []);
  if (options.length === 0 || satisfies(product, need) === 'yes') return null;
  return isOfBrand(need) && !sellingOf(need).has(shelfPath(product)) ? null : options;
}
