import { type Comparison, type Numbers, type RunTally, shareOf } from '../../pipeline/run-tally.ts';
import type { Tally } from '../../text/tally.ts';

/** Valid samples of the EComAgentBench release: Table 6. Table 7 counts its buckets. */
const ECOM_SAMPLES = 662;
const ECOM_GENERATED = 921;

const buckets = (
  numbers: Numbers,
  bounds: readonly (readonly [name: string, min: number, max: number, paper: number])[],
) =>
  bounds.map(([name, min, max, paper]) => ({
    name,
    ours: shareOf(numbers.between(min, max), numbers.size),
    paper: shareOf(paper, ECOM_SAMPLES),
  }));

const samplesWith = (name: string, type: string, paper: number, { withType, rubrics }: RunTally) => ({
  name,
  ours: shareOf(withType.of(type), rubrics.size),
  paper: shareOf(paper, ECOM_SAMPLES),
});

function passRate({ codes, rubrics }: RunTally): Comparison['rows'][number] {
  const accepted = rubrics.size;
  return {
    name: 'accepted',
    ours: shareOf(accepted, accepted + codes.total),
    paper: shareOf(ECOM_SAMPLES, ECOM_GENERATED),
  };
}

/** The EComAgentBench paper, Tables 6 and 7. */
const compare = (tally: RunTally): Comparison[] => [
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

const sourceShare = (sources: Tally, source: string) => shareOf(sources.of(source), sources.total);

/** The paper's figures of its release beside those of a run. */
export const paper = { name: 'EComAgentBench paper', compare };
