/** Promises of an intent about its tasks, whatever its features are. */
export interface IntentContract {
  /** The kind of requirement the intent is named for, or null where any will do. */
  readonly definingConstraint: 'rating' | 'exclusion' | 'voucher' | 'opinions' | null;
  /** Requirements the query states only by a clue. */
  readonly leastImplicit: number;
  /** Query requirements besides the noun phrase. */
  readonly leastQuery: number;
  /** Requirements of each hidden source. */
  readonly leastHidden: number;
  /** Requirements in all where they are more than those: the hidden sources hold the others. */
  readonly leastFacts?: number;
}

/** The contracts an intent's tasks may hold, largest first: a product that states little carries a smaller task. */
export type IntentContracts = readonly [IntentContract, ...IntentContract[]];

/** Fewest requirements of a task besides the noun phrase. */
export const leastFactsOf = ({ leastQuery, leastHidden, leastFacts = 0 }: IntentContract): number =>
  Math.max(leastFacts, leastQuery + 2 * leastHidden);

/** Facts a product must state before a task of an intent may be about it. */
export interface Eligibility {
  readonly leastDetails?: number;
  /** Of usable details, rating, number of ratings and price together. */
  readonly leastFacts?: number;
  readonly leastRating?: number;
  readonly leastRatingCount?: number;
  readonly needsPrice?: boolean;
  readonly needsText?: boolean;
  readonly leastReviews?: number;
}

/** Number of their product's details that the tasks of an intent need. */
export interface DetailNeed extends Pick<Eligibility, 'leastDetails' | 'leastFacts'> {
  readonly intent: string;
}

/** Promises of an intent about tasks on one product or several whose requirements the query states. */
export interface OrderContract {
  /** Numbers of products a task may have, and the share of the intent's samples each is to get. */
  readonly sizes: Readonly<Record<number, number>>;
  /** One shop has to sell all of them. */
  readonly oneShop: boolean;
  /** A voucher and a budget decide which orders will do. */
  readonly voucher: boolean;
  /** The query asks a question whose answer the title holds. */
  readonly knowledge: boolean;
  /** Requirements of each product besides its noun phrase: the least, and the most. */
  readonly leastEach: number;
  readonly mostEach: number;
}
