import { criteriaOf, isMatch, reducedBy } from './category-match.ts';
import { type Goal, type Purchase, pricePaid } from './goal.ts';
import { PUBLISHED, textsOf } from './matching.ts';
import { tokenSetRatio } from './token-set-ratio.ts';

const ALIKE = 85;
/** Options that WebShop compares letter by letter. */
const EXACT = new Set(['size']);

/**
 * The reward of a purchase as WebShop computes it, for figures that stand beside its own. It differs from Eq. 3 in three
 * ways: a title that hardly overlaps lowers the factor even where the category matches; every option that was chosen
 * counts which is like any that is wanted, or stands in the product's texts; and so the sum can pass 1, which is not cut.
 * Colours are not mapped to their families, and a price that is missing or a range is not drawn by chance: the price is
 * the one that is paid.
 */
export function webshopReward(purchase: Purchase | null, goal: Goal): number {
  if (purchase === null) return 0;
  const criteria = criteriaOf(purchase, goal);
  const factor = reducedBy(criteria.titleOverlap, isMatch(criteria) ? 1 : 0.5);
  const wanted = Object.values(goal.options);
  const attributes = goal.attributes.filter((attribute) => PUBLISHED.attribute(purchase, attribute)).length;
  const options = Object.entries(purchase.options).filter(([name, chosen]) => {
    const isWanted = EXACT.has(name.toLowerCase())
      ? wanted.includes(chosen)
      : wanted.some((option) => tokenSetRatio(option, chosen) > ALIKE);
    return isWanted || textsOf(purchase.product).some((text) => text.includes(chosen.toLowerCase()));
  }).length;
  const paid = pricePaid(purchase);
  const price = Number(paid !== null && paid <= goal.mostMinor);
  return (factor * (attributes + options + price)) / (goal.attributes.length + wanted.length + 1);
}
