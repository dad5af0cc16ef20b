import type { Figure, GradedEpisode } from '../../pipeline/episode.ts';
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
