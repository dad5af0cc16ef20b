import { type Comparison, type RunTally, shareOf } from '../../pipeline/run-tally.ts';
import { kindOf } from './intents.ts';

/** The test set by kind of task (Table 2): tasks, the shares of them with a picture and with a write, and tool calls a task. */
export const TABLE_2 = {
  Logistics: { tasks: 108, pictured: 0, writing: 53.7, calls: 6.66 },
  'Pre-sales': { tasks: 100, pictured: 70, writing: 0, calls: 6.39 },
  'After-sales': { tasks: 91, pictured: 76.9, writing: 70.3, calls: 7.37 },
} as const;
/** The same for all kinds together. */
export const TOTAL = { tasks: 299, pictured: 46.7, writing: 41.7, calls: 6.79 } as const;

/** Kinds of tasks, pictures and writes of a run beside those of the paper. */
function compare({ targets, withType }: RunTally): Comparison[] {
  const all = [...targets.values()].reduce((sum, { size }) => sum + size, 0);
  const ours = (kind: string) =>
    [...targets].reduce((sum, [intent, { size }]) => sum + (kindOf(intent) === kind ? size : 0), 0);
  const cited = 'Table 2, test set';
  return [
    {
      title: 'Kinds of tasks',
      note: 'share of the samples',
      cited,
      rows: Object.entries(TABLE_2).map(([kind, { tasks }]) => ({
        name: kind,
        ours: shareOf(ours(kind), all),
        paper: shareOf(tasks, TOTAL.tasks),
      })),
    },
    {
      title: 'What tasks hold',
      note: 'share of the samples',
      cited,
      rows: [
        { name: 'a write', ours: shareOf(withType.of('write'), all), paper: TOTAL.writing },
        { name: 'a picture', ours: shareOf(withType.of('picture'), all), paper: TOTAL.pictured },
      ],
    },
  ];
}

/** The paper's figures beside those of a run. */
export const paper = { name: 'Mix-ECom paper', compare };
