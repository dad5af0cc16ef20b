/** What an intent promises of every task, whatever its features are. */
export interface IntentContract {
  /** The kind of requirement the intent is named for, or null where any will do. */
  readonly centre: 'rating' | 'exclusion' | 'voucher' | 'opinions' | null;
  /** Requirements the query states only by a clue. */
  readonly leastImplicit: number;
  /** Query requirements besides the noun phrase. */
  readonly leastQuery: number;
}

/** What a product must state before a task of an intent may be about it. */
export interface Eligibility {
  readonly leastDetails: number;
  readonly leastRating?: number;
  readonly leastRatingCount?: number;
  readonly needsPrice?: boolean;
  readonly needsText?: boolean;
  readonly leastReviews?: number;
}
