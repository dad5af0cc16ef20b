import { count, Means, share } from '../../pipeline/averages.ts';
import type { Figure, GradedEpisode } from '../../pipeline/episode.ts';
import { type Comparison, type RunTally, shareOf } from '../../pipeline/run-tally.ts';
import {
  type Measurable,
  percent,
  provedText,
  rulesOf,
  type SupportFigures,
  sum,
  table,
} from '../../stages/service/figures.ts';
import { kindOf } from './intents.ts';
import { locks } from './locking.ts';

/** The test set by kind of task (Table 2): tasks, the shares of them with a picture and with a write, and tool calls a task. */
const TABLE_2 = {
  Logistics: { tasks: 108, pictured: 0, writing: 53.7, calls: 6.66 },
  'Pre-sales': { tasks: 100, pictured: 70, writing: 0, calls: 6.39 },
  'After-sales': { tasks: 91, pictured: 76.9, writing: 70.3, calls: 7.37 },
} as const;
/** The same for all kinds together. */
const TOTAL = { tasks: 299, pictured: 46.7, writing: 41.7, calls: 6.79 } as const;

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

/** Scores that its tables have the mean of. */
const SCORES = ['key_answers', 'database'];

/** Figures of the module that picks rules. */
const RULE_FILTER = [
  {
    name: 'Rule filter, precision',
    score: 'rule_precision',
    defined: 'section 4: of the rules that were picked, those that matter',
  },
  {
    name: 'Rule filter, recall',
    score: 'rule_recall',
    defined: 'section 4: of the rules that matter, those that were picked',
  },
] as const;

/** The figures of the paper's Table 3, over episodes that count, in all and by the kind of task. */
export function figuresOf(episodes: Iterable<GradedEpisode>): Figure[] {
  const means = new Means();
  const kinds = new Set(['all']);
  for (const { intent, grade } of episodes) {
    const { success, scores } = grade;
    const kind = kindOf(intent);
    kinds.add(kind);
    for (const name of ['all', kind]) {
      means.add(`success, ${name}`, success);
      for (const score of SCORES) means.add(`${score}, ${name}`, scores[score] ?? 0);
    }
    for (const score of ['partial', 'violations']) means.add(score, scores[score] ?? 0);
    for (const { score } of RULE_FILTER) means.add(score, scores[score]);
  }
  if (kinds.size === 1) return [];
  return [
    ...[...kinds].flatMap((kind) => [
      share(`KA, ${kind}`, means.of(`key_answers, ${kind}`), 'section 5.2: all key answers were told'),
      share(`DB, ${kind}`, means.of(`database, ${kind}`), 'section 5.2: the database is as the ground truth'),
      share(`Score, ${kind}`, means.of(`success, ${kind}`), 'Table 3: both'),
    ]),
    share('Partial credit', means.of('partial'), 'the share of all that is checked that holds'),
    count('Rule violations', means.of('violations'), 'calls a tool refused by a rule, an episode'),
    // Only of agents that pick the rules that matter before they go on.
    ...RULE_FILTER.flatMap(({ name, score, defined }) =>
      means.of(score) === null ? [] : [share(name, means.of(score), defined)],
    ),
  ];
}

/** Writes the tables of counts over composed tasks, beside the paper's figures. */
function tables(family: SupportFigures): string {
  const row = (
    name: string,
    own: Pick<SupportFigures, 'tasks' | 'writing' | 'pictured' | 'calls'>,
    theirs: { readonly calls: number; readonly writing: number; readonly pictured: number },
  ) => [
    name,
    `${(own.calls / own.tasks).toFixed(2)} (${theirs.calls})`,
    `${percent(own.writing, own.tasks)} (${theirs.writing.toFixed(1)} %)`,
    `${percent(own.pictured, own.tasks)} (${theirs.pictured.toFixed(1)} %)`,
  ];
  const dialogues = sum(family.dialogues);
  return [
    provedText(family, rulesOf('marketplace')),
    table(
      ['ours, and in brackets the paper (Table 2)', 'tool calls a task', 'write', 'with a picture'],
      [
        ...Object.entries(TABLE_2).flatMap(([kind, theirs]) => {
          const own = family.byKind[kind];
          return own === undefined ? [] : [row(kind, own, theirs)];
        }),
        row('all', family, TOTAL),
      ],
    ),
    table(
      ['type of dialogue', 'share of the intents'],
      Object.entries(family.dialogues)
        .toSorted(([, a], [, b]) => b - a)
        .map(([name, times]) => [name, percent(times, dialogues)]),
    ),
  ].join('\n\n');
}

/** Figures over composed tasks, for `npm run support`. */
export const measured: Measurable = { name: 'mixecom', ...locks, kindOf, tables };
