import { type Rubric, satisfies } from '../../../shopping/kinds/index.ts';
import { chosenFor, LOCKED, type Purchase } from '../rewards/index.ts';

/**
 * Tells whether a product with its options meets a requirement. Of a SKU every option has to be chosen as it is wanted;
 * without `chosen` it is enough that it can be had so and nothing else was chosen.
 */
export function isMet(
  purchase: Purchase,
  rubric: Rubric,
  { chosen }: { readonly chosen: boolean } = { chosen: true },
): boolean {
  if (rubric.type !== 'sku_match') return satisfies(purchase.product, rubric) === 'yes';
  const isChosen = ([field, option]: [string, string]) =>
    LOCKED.option(purchase, field, option) || (!chosen && chosenFor(field, purchase.options) === undefined);
  return satisfies(purchase.product, rubric) === 'yes' && Object.entries(rubric.expected_value).every(isChosen);
}
