/** A figure of the paper's tables: its short name there, what it is in words, and where the paper defines it. */
interface MetricName {
  readonly short: string;
  readonly name: string;
  readonly means: string;
  readonly source: string;
}

/** The figures of a score sheet, in the order of the paper's tables. */
export const METRIC_NAMES: readonly MetricName[] = [
  {
    short: 'ASR',
    name: 'absolute success rate',
    means: 'share of tasks whose every product is fully relevant and whose constraint, if any, is met',
    source: '"Overall Metrics", Eq. 6 to 10',
  },
  {
    short: 'CAR',
    name: 'cumulative average of product relevance',
    means: 'mean share of title, price and features that the predicted products have right (r_pro)',
    source: '"Overall Metrics", Eq. 5, over r_pro of Eq. 1',
  },
  {
    short: 'r_kw',
    name: 'knowledge constraint',
    means: "share of tasks whose product's title holds the answer to the question",
    source: '"Constrain Scores", Eq. 2',
  },
  {
    short: 'r_shop',
    name: 'shop constraint',
    means: 'share of tasks answered with as many products as were asked for, all of one shop',
    source: '"Constrain Scores", Eq. 3',
  },
  {
    short: 'r_budget',
    name: 'budget constraint',
    means: 'share of tasks whose products, after the voucher, cost no more than the budget',
    source: '"Constrain Scores", Eq. 4',
  },
];
