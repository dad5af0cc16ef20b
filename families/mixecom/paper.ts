import type { Figure, GradedEpisode } from '../../pipeline/episode.ts';
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

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The figures of the paper's Table 3, over episodes that count, in all and by the kind of task. */
export function figuresOf(episodes: readonly GradedEpisode[]): Figure[] {
  if (episodes.length === 0) return [];
  const figures = (name: string, own: readonly GradedEpisode[]): Figure[] => {
    const of = (score: string) => mean(own.map(({ grade }) => grade.scores[score] ?? 0));
    const share = (short: string, value: number, defined: string): Figure => ({
      name: `${short}, ${name}`,
      value,
      unit: 'share',
      defined,
    });
    return [
      share('KA', of('key_answers'), 'section 5.2: all key answers were told'),
      share('DB', of('database'), 'section 5.2: the database is as the ground truth'),
      share('Score', mean(own.map(({ grade }) => Number(grade.success))), 'Table 3: both'),
    ];
  };
  const kinds = Map.groupBy(episodes, ({ intent }) => kindOf(intent));
  return [
    ...figures('all', episodes),
    ...[...kinds].flatMap(([kind, own]) => figures(kind, own)),
    {
      name: 'Partial credit',
      value: mean(episodes.map(({ grade }) => grade.scores.partial ?? 0)),
      unit: 'share',
      defined: 'the share of all that is checked that holds',
    },
    {
      name: 'Rule violations',
      value: mean(episodes.map(({ grade }) => grade.scores.violations ?? 0)),
      unit: 'count',
      defined: 'calls a tool refused by a rule, an episode',
    },
  ];
}
