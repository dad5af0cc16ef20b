/** Steps of the published runs. Nobody can be asked. */
export const LIMITS = { steps: 30, questions: 1 };

/** Products to a page of results. */
export const PER_PAGE = 10;
/** Products of a search that can be paged through. */
export const MOST_FOUND = 50;
/** Products looked at for those with a service. */
export const MOST_LOOKED_AT = 1000;
/** Products that a call is about, at most. */
export const MOST_IDS = 50;
