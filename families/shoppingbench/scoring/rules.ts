/** What the paper leaves to the reader, or the published evaluator counts otherwise than the paper says. */
export interface Rules {
  readonly name: 'paper' | 'published';
  /** Which predicted product is held against which target: the pairs that score most, or the first against the first. */
  readonly pairs: 'best' | 'in order';
  /** Whether products beyond the number of targets count for the shop and the budget. */
  readonly surplusCounts: boolean;
  /** Whether a task without a price range gives its point of Eq. 1 away, or leaves it out of the sum and the denominator. */
  readonly freePriceCounts: boolean;
  /** Which of the title thresholds a product of a knowledge task must reach. */
  readonly knowledgeTitles: 'similar' | 'same';
  /** Whether a knowledge task's price range and features count beside its title. */
  readonly knowledgeFeaturesCount: boolean;
  /** Where the keyword of a knowledge task may stand, and how. */
  readonly keyword: 'words of the title' | 'letters of title or description';
  /** Whether a budget can be kept by fewer products than were asked for. */
  readonly fewerKeepBudget: boolean;
}

/** The equations of the paper as they stand. */
export const PAPER_RULES: Rules = {
  name: 'paper',
  pairs: 'best',
  surplusCounts: true,
  freePriceCounts: true,
  knowledgeTitles: 'similar',
  knowledgeFeaturesCount: true,
  keyword: 'words of the title',
  fewerKeepBudget: true,
};

/** How the evaluator that was published with the paper counts, which made the figures of its tables. */
export const PUBLISHED_RULES: Rules = {
  name: 'published',
  pairs: 'in order',
  surplusCounts: false,
  freePriceCounts: false,
  knowledgeTitles: 'same',
  knowledgeFeaturesCount: false,
  keyword: 'letters of title or description',
  fewerKeepBudget: false,
};

export const RULES: Readonly<Record<Rules['name'], Rules>> = { paper: PAPER_RULES, published: PUBLISHED_RULES };
