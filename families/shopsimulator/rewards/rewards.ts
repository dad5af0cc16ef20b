import { satisfies } from '../../../shopping/kinds/index.ts';
import { categoryMatch, criteriaOf, isMatch, reducedBy } from './category-match.ts';
import { type Goal, type Purchase, pricePaid } from './goal.ts';
import { LOCKED, type Matching, PUBLISHED, textsOf } from './matching.ts';
import { tokenSetRatio } from './token-set-ratio.ts';

/** Rewards of an episode, each from 0 to 1, with the parts they come from (section 2.3 and appendix C.3). */
interface Rewards {
  /** Eq. 3. */
  readonly loose: number;
  /** Eq. 4. */
  readonly strict: number;
  /** Section 3.1: everything that is asked for, or nothing. */
  readonly success: 0 | 1;
  /** R_finish of Fig. 4 (b). */
  readonly finished: 0 | 1;
  readonly category: number;
  /** Of the attributes, the share that is met. */
  readonly attributes: number;
  readonly options: number;
  readonly price: 0 | 1;
}

/** Rewards of an episode in which nothing was bought. */
const NOTHING_BOUGHT: Rewards = {
  loose: 0,
  strict: 0,
  success: 0,
  finished: 0,
  category: 0,
  attributes: 0,
  options: 0,
  price: 0,
};

/** A share of what is asked for; of nothing, all of it. */
const share = (met: number, asked: number) => (asked === 0 ? 1 : met / asked);

/**
 * The rewards of a purchase. The loose one is R_cat times the mean over attributes, options and price; the strict one
 * multiplies them, so that it is never above the loose one: no product of shares is above a mean of them. Success is the
 * strict reward of 1 on a product that meets everything locked, the noun phrase as well, which is the target or its equal.
 */
export function rewardsOf(purchase: Purchase | null, goal: Goal, matching: Matching = LOCKED): Rewards {
  if (purchase === null) return NOTHING_BOUGHT;
  const asked = Object.entries(goal.options);
  const attributes = goal.attributes.filter((attribute) => matching.attribute(purchase, attribute)).length;
  const options = asked.filter(([field, option]) => matching.option(purchase, field, option)).length;
  const paid = pricePaid(purchase);
  const price = paid !== null && paid <= goal.mostMinor ? 1 : 0;
  const { score: category } = categoryMatch(purchase, goal);
  const parts = { attributes: share(attributes, goal.attributes.length), options: share(options, asked.length) };
  const strict = category * parts.attributes * parts.options * price;
  const isRight = purchase.product.id === goal.targetId || meetsAll(purchase, goal);
  return {
    loose: (category * (attributes + options + price)) / (goal.attributes.length + asked.length + 1),
    strict,
    success: strict === 1 && isRight ? 1 : 0,
    finished: 1,
    category,
    ...parts,
    price,
  };
}

/** Tells whether a product meets everything locked; the price is that of what was chosen, and judged beside it. */
const meetsAll = ({ product }: Purchase, { rubrics }: Goal) =>
  rubrics.every((rubric) => rubric.field === 'price' || satisfies(product, rubric) === 'yes');

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
