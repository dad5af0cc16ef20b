import { count, Means, share } from '../../pipeline/averages.ts';
import type { Figure, GradedEpisode } from '../../pipeline/episode.ts';
import { type Comparison, type RunTally, shareOf } from '../../pipeline/run-tally.ts';
import {
  type Measurable,
  percent,
  provedText,
  rulesOf,
  type SupportFigures,
  table,
  toolsTable,
} from '../../stages/service/figures.ts';
import { SIZES } from './intents.ts';
import { locks } from './locking.ts';

/** Counts over the 53 published tasks. */
const PUBLISHED = {
  tasks: SIZES.reduce((sum, [, times]) => sum + times, 0),
  pictured: 18,
  writing: 51,
  /** Expected calls by tool; of the searches only those that were counted by name. */
  actions: {
    schedule_service: 17,
    manage_ecard: 30,
    manage_order: 27,
    manage_urgent: 12,
    manage_return: 10,
    register_cashback_by_review: 7,
    manage_exchange: 6,
    manage_invoice: 6,
  },
  searches: {
    get_installation_service_info: 18,
    get_gift_info: 13,
    get_logistics_info: 12,
    register_cashback_by_review: 7,
    manage_exchange: 7,
    get_repair_info: 6,
    get_auxiliary_materials_info: 6,
    get_discount_info: 6,
    get_product_info: 6,
    compare_products_info: 5,
  },
  actionsInAll: 115,
  searchesInAll: 100,
} as const;

/** Intents, actions, searches and pictures of a run's tasks beside those of the published ones. */
function compare({ targets, types, withType, typedFields }: RunTally): Comparison[] {
  const sizes = [...targets.values()];
  const all = sizes.reduce((sum, { size }) => sum + size, 0);
  const ours = (count: number) => sizes.reduce((sum, numbers) => sum + numbers.between(count, count), 0);
  const cited = 'the 53 published tasks';
  const tools = (role: string, published: Readonly<Record<string, number>>, inAll: number) =>
    Object.entries(published).map(([name, times]) => ({
      name,
      ours: shareOf(typedFields.of(`${role} ${name}`), types.of(role)),
      paper: shareOf(times, inAll),
    }));
  return [
    {
      title: 'Intents a task',
      note: 'share of the samples',
      cited,
      rows: SIZES.map(([count, times]) => ({
        name: `${count} intents`,
        ours: shareOf(ours(count), all),
        paper: shareOf(times, PUBLISHED.tasks),
      })),
    },
    {
      title: 'What tasks hold',
      note: 'share of the samples',
      cited,
      rows: [
        {
          name: 'a write',
          ours: shareOf(withType.of('write'), all),
          paper: shareOf(PUBLISHED.writing, PUBLISHED.tasks),
        },
        {
          name: 'a picture',
          ours: shareOf(withType.of('picture'), all),
          paper: shareOf(PUBLISHED.pictured, PUBLISHED.tasks),
        },
      ],
    },
    {
      title: 'Actions',
      note: 'share of the expected writes',
      cited,
      rows: tools('write', PUBLISHED.actions, PUBLISHED.actionsInAll),
    },
    {
      title: 'Searches',
      note: 'share of the expected searches',
      cited,
      rows: tools('search', PUBLISHED.searches, PUBLISHED.searchesInAll),
    },
  ];
}

/** The paper's figures beside those of a run. */
export const paper = { name: 'ECom-Bench paper', compare };

/** Scores that its tables have the mean of. */
const SCORES = ['database', 'search', 'key_answers', 'partial', 'violations'];

/** The figures of ECom-Bench's and tau-bench's tables, over episodes that count. */
export function figuresOf(episodes: Iterable<GradedEpisode>): Figure[] {
  const means = new Means();
  for (const { grade } of episodes) {
    const { success, scores } = grade;
    means.add('success', success);
    means.add('both', (scores.database ?? 0) * (scores.key_answers ?? 0));
    for (const score of SCORES) means.add(score, scores[score] ?? 0);
  }
  if (means.count('success') === 0) return [];
  return [
    share('Reward', means.of('success'), 'ECom-Bench: action x search x output'),
    share('Action', means.of('database'), 'ECom-Bench: the database is as the expected actions leave it'),
    share('Search', means.of('search'), 'ECom-Bench: every expected look-up was made, name and arguments'),
    share('Output', means.of('key_answers'), 'ECom-Bench: every keyword stands in what the agent said'),
    share('DB x COMMUNICATE', means.of('both'), 'tau-bench: the database, and what had to be communicated'),
    share('Partial credit', means.of('partial'), 'the share of all that is checked that holds'),
    count('Rule violations', means.of('violations'), 'calls a tool refused by a rule, an episode'),
  ];
}

/** Writes the tables of counts over composed tasks, beside the paper's figures. */
function tables(family: SupportFigures): string {
  const { tasks, sizes, roles, writing, pictured } = family;
  const mean = (count: number) => (count / tasks).toFixed(2);
  return [
    provedText(family, rulesOf('own-shop')),
    table(
      ['a task has', 'ours', 'the 53 published'],
      [
        ...SIZES.map(([count, times]) => [
          `${count} intents`,
          percent(sizes[count] ?? 0, tasks),
          percent(times, PUBLISHED.tasks),
        ]),
        ['actions, on average', mean(roles.write ?? 0), (PUBLISHED.actionsInAll / PUBLISHED.tasks).toFixed(2)],
        ['searches, on average', mean(roles.search ?? 0), (PUBLISHED.searchesInAll / PUBLISHED.tasks).toFixed(2)],
        ['an action', percent(writing, tasks), percent(PUBLISHED.writing, PUBLISHED.tasks)],
        ['a picture', percent(pictured, tasks), percent(PUBLISHED.pictured, PUBLISHED.tasks)],
      ],
    ),
    toolsTable(family, 'write', PUBLISHED.actions, PUBLISHED.actionsInAll),
    toolsTable(family, 'search', PUBLISHED.searches, PUBLISHED.searchesInAll),
  ].join('\n\n');
}

/** Figures over composed tasks, for `npm run support`. */
export const measured: Measurable = { name: 'ecombench', ...locks, kindOf: () => 'all', tables };
