/** Rewards of a purchase: the loose, the strict and the full reward of section 2.3, and WebShop's own beside them. */
export { categoryMatch } from './category-match.ts';
export { chosenFor, type Goal, goalOf, type Purchase, pricePaid } from './goal.ts';
export { LOCKED, PUBLISHED } from './matching.ts';
export { rewardsOf, webshopReward } from './rewards.ts';
export { tokenSetRatio } from './token-set-ratio.ts';
