/** The 100 steps the paper gives, and 20 questions, the first ten of which are answered, as in the paper (section 3). */
export const LIMITS = { steps: 100, questions: 20 };

/** Products to a page of results. */
export const PER_PAGE = 20;
/** Products that a call is about, at most. */
export const MOST_IDS = 10;
/** Reviews that a search of them gives, at most. */
export const MOST_REVIEWS = 5;
/** Characters of the words that are searched for, at most. */
export const LONGEST_SEARCH = 500;
