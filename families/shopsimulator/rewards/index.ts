/** What a purchase is worth: the loose, the strict and the full reward of section 2.3, and WebShop's own beside them. */
export { type CategoryMatch, categoryMatch } from './category-match.ts';
export { chosenFor, type Goal, goalOf, type Purchase, pricePaid } from './goal.ts';
export { LOCKED, type Matching, PUBLISHED } from './matching.ts';
export { NOTHING_BOUGHT, type Rewards, rewardsOf } from './rewards.ts';
export { tokenSetRatio } from './token-set-ratio.ts';
export { webshopReward } from './webshop.ts';
