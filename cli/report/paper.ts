import type { Numbers, RunTally, Tally } from './tally.ts';

/** Shares of something counted, in percent; ours beside those of a paper. */
export interface Comparison {
  readonly title: string;
  readonly note: string;
  /** Where the paper says it. */
  readonly cited: string;
  readonly rows: readonly { readonly name: string; readonly ours: number; readonly paper: number }[];
}

const share = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole);

/** Valid samples of the EComAgentBench release: Table 6. Table 7 counts its buckets. */
const ECOM_SAMPLES = 662;
const ECOM_GENERATED = 921;

const buckets = (
  numbers: Numbers,
  bounds: readonly (readonly [name: string, min: number, max: number, paper: number])[],
) =>
  bounds.map(([name, min, max, paper]) => ({
    name,
    ours: share(numbers.between(min, max), numbers.size),
    paper: share(paper, ECOM_SAMPLES),
  }));

const samplesWith = (name: string, type: string, paper: number, { withType, rubrics }: RunTally) => ({
  name,
  ours: share(withType.of(type), rubrics.size),
  paper: share(paper, ECOM_SAMPLES),
});

function passRate({ codes, rubrics }: RunTally): Comparison['rows'][number] {
  const accepted = rubrics.size;
  return {
    name: 'accepted',
    ours: share(accepted, accepted + codes.total),
    paper: share(ECOM_SAMPLES, ECOM_GENERATED),
  };
}

/** The EComAgentBench paper, Tables 6 and 7. */
const ecomagentbench = (tally: RunTally): Comparison[] => [
  {
    title: 'Rubrics a sample',
    note: `on average ${tally.rubrics.mean.toFixed(2)} here, 10.04 in the paper`,
    cited: 'Tables 6 and 7',
    rows: buckets(tally.rubrics, [
      ['up to 7', 0, 7, 0],
      ['8 or 9', 8, 9, 288],
      ['10', 10, 10, 174],
      ['11 or more', 11, Number.POSITIVE_INFINITY, 200],
    ]),
  },
  {
    title: 'Where requirements are revealed',
    note: 'share of all rubrics',
    cited: 'Table 6',
    rows: [
      { name: 'query', ours: sourceShare(tally.sources, 'query'), paper: 60.1 },
      { name: 'persona', ours: sourceShare(tally.sources, 'persona'), paper: 19.9 },
      { name: 'clarification', ours: sourceShare(tally.sources, 'clarification'), paper: 19.9 },
    ],
  },
  {
    title: 'Requirements the query only hints at',
    note: 'implicit rubrics a sample, share of samples',
    cited: 'Table 7',
    rows: buckets(tally.implicit, [
      ['none or 1', 0, 1, 215],
      ['2', 2, 2, 335],
      ['3 or more', 3, Number.POSITIVE_INFINITY, 112],
    ]),
  },
  {
    title: 'Samples with a review opinion, with a budget',
    note: 'share of samples',
    cited: 'Table 7',
    rows: [
      samplesWith('review opinion', 'review_opinion', 95, tally),
      samplesWith('budget', 'budget_match', 33, tally),
    ],
  },
  {
    title: 'What of the tried tasks became a sample',
    note: 'accepted of accepted and rejected; surplus tasks were not tried. The paper counts 662 of 921 generated',
    cited: 'Table 6',
    rows: [passRate(tally)],
  },
];

const sourceShare = (sources: Tally, source: string) => share(sources.of(source), sources.total);

const targetShares = (numbers: Numbers, paper: Readonly<Record<number, number>>) =>
  Object.entries(paper).map(([count, share_]) => ({
    name: count === '1' ? '1 product' : `${count} products`,
    ours: share(numbers.between(Number(count), Number(count)), numbers.size),
    paper: share_,
  }));

/** The ShoppingBench paper, Table 4: how many products the tasks of an intent are about. */
function shoppingbench({ targets }: RunTally): Comparison[] {
  const published: Readonly<Record<string, Readonly<Record<number, number>>>> = {
    multi_products_seller: { 2: 32.7, 3: 34.5, 4: 32.8 },
    coupon_budget: { 1: 8.8, 2: 30.5, 3: 31.7, 4: 29.0 },
  };
  return Object.entries(published).flatMap(([intent, paper]) => {
    const numbers = targets.get(intent);
    if (numbers === undefined) return [];
    return {
      title: `Products a task: ${intent}`,
      note: 'share of the samples of this intent',
      cited: 'Table 4',
      rows: targetShares(numbers, paper),
    };
  });
}

/** What the paper of a family counts as well, ours beside it; nothing where there is nothing of ours to compare. */
export function comparisonsWithPaper(family: string, tally: RunTally): readonly Comparison[] {
  if (tally.rubrics.size === 0) return [];
  if (family === 'ecomagentbench') return ecomagentbench(tally);
  return family === 'shoppingbench' ? shoppingbench(tally) : [];
}

/** What a family's paper is called. */
export const PAPERS: Readonly<Record<string, string>> = {
  ecomagentbench: 'EComAgentBench paper',
  shoppingbench: 'ShoppingBench paper',
};
