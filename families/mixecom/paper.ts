import { type Comparison, type RunTally, shareOf } from '../../pipeline/run-tally.ts';
import { kindOf } from './intents.ts';

/** Tasks of the test set by kind (Table 2). */
const TASKS = { Logistics: 108, 'Pre-sales': 100, 'After-sales': 91 } as const;
const PUBLISHED = Object.values(TASKS).reduce((sum, count) => sum + count, 0);

/** Kinds of tasks beside those of the paper. */
function compare({ targets }: RunTally): Comparison[] {
  const all = [...targets.values()].reduce((sum, { size }) => sum + size, 0);
  const ours = (kind: string) =>
    [...targets].reduce((sum, [intent, { size }]) => sum + (kindOf(intent) === kind ? size : 0), 0);
  return [
    {
      title: 'Kinds of tasks',
      note: 'share of the samples',
      cited: 'Table 2, test set',
      rows: Object.entries(TASKS).map(([kind, count]) => ({
        name: kind,
        ours: shareOf(ours(kind), all),
        paper: shareOf(count, PUBLISHED),
      })),
    },
  ];
}

/** The paper's figures beside those of a run. */
export const paper = { name: 'Mix-ECom paper', compare };
