/** Steps of the published runs: 30 where nobody is asked, 40 where somebody is (section 3.1). Talk is limited by them alone. */
export const SINGLE_TURN_STEPS = 30;
const MULTI_TURN_STEPS = 40;
export const LIMITS = { steps: MULTI_TURN_STEPS, questions: MULTI_TURN_STEPS };

/** Products turned down for what the agent could know before the shopper has no patience with another one. */
export const MOST_TURNED_DOWN = 3;

/** Products on a page of results, and the most a search shows (Fig. 12). */
export const PER_PAGE = 20;
export const MOST_RESULTS = 150;
/** Reviews that a page of them shows, at most. */
export const MOST_REVIEWS = 5;
/** Characters of the words that are searched for, or clicked on, at most. */
export const LONGEST_SEARCH = 500;
