/** Choices that the paper leaves to the reader, or that the published evaluator makes otherwise than the paper says. */
export interface Rules {
  readonly name: 'paper' | 'published';
  /** Pairing of predicted products with targets: the pairs that score most, or the first against the first. */
  readonly pairs: 'best' | 'in order';
  /** True where products beyond the number of targets count for the shop and the budget. */
  readonly surplusCounts: boolean;
  /**
   * True where a task without a price range gives its point of Eq. 1 away; else it leaves it out of the sum and the
   * denominator.
   */
  readonly freePriceCounts: boolean;
  /** The one of the title thresholds that a product of a knowledge task must reach. */
  readonly knowledgeTitles: 'similar' | 'same';
  /** True where a knowledge task's price range and features count beside its title. */
  readonly knowledgeFeaturesCount: boolean;
  /** Text that the keyword of a knowledge task may stand in, as words or as letters. */
  readonly keyword: 'words of the title' | 'letters of title or description';
  /** True where a budget can be kept by fewer products than were asked for. */
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

/** Rules of the evaluator that was published with the paper, which made the figures of its tables. */
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
