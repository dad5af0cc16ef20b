import type { Figure, GradedEpisode } from '../../pipeline/episode.ts';
import { type Comparison, type RunTally, shareOf } from '../../pipeline/run-tally.ts';
import { SIZES } from './intents.ts';

const PUBLISHED = SIZES.reduce((sum, [, times]) => sum + times, 0);

/** How many of the published tasks' actions and searches are calls of so many kinds. */
const KINDS: Readonly<Record<string, number>> = {
  schedule_service: 17,
  manage_ecard: 30,
  manage_order: 27,
  manage_urgent: 12,
  manage_return: 10,
  register_cashback_by_review: 7,
  manage_exchange: 6,
  manage_invoice: 6,
};

/** Intents a task and kinds of writes, beside those counted over the published tasks. */
function compare({ targets, fields }: RunTally): Comparison[] {
  const sizes = [...targets.values()];
  const all = sizes.reduce((sum, { size }) => sum + size, 0);
  const ours = (count: number) => sizes.reduce((sum, numbers) => sum + numbers.between(count, count), 0);
  const writes = Object.keys(KINDS).reduce((sum, name) => sum + fields.of(name), 0);
  const published = Object.values(KINDS).reduce((sum, count) => sum + count, 0);
  return [
    {
      title: 'Intents a task',
      note: 'share of the samples',
      cited: 'the 53 published tasks',
      rows: SIZES.map(([count, times]) => ({
        name: `${count} intents`,
        ours: shareOf(ours(count), all),
        paper: shareOf(times, PUBLISHED),
      })),
    },
    {
      title: 'Tools that write',
      note: 'share of the expected calls of these tools',
      cited: 'the 53 published tasks',
      rows: Object.entries(KINDS).map(([name, times]) => ({
        name,
        ours: shareOf(fields.of(name), writes),
        paper: shareOf(times, published),
      })),
    },
  ];
}

/** The paper's figures beside those of a run. */
export const paper = { name: 'ECom-Bench paper', compare };

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The figures of ECom-Bench's and tau-bench's tables, over episodes that count. */
export function figuresOf(episodes: readonly GradedEpisode[]): Figure[] {
  if (episodes.length === 0) return [];
  const of = (name: string) => mean(episodes.map(({ grade }) => grade.scores[name] ?? 0));
  const share = (name: string, value: number, defined: string): Figure => ({ name, value, unit: 'share', defined });
  const both = episodes.map(({ grade: { scores } }) => (scores.database ?? 0) * (scores.key_answers ?? 0));
  return [
    share('Reward', mean(episodes.map(({ grade }) => Number(grade.success))), 'ECom-Bench: action x search x output'),
    share('Action', of('database'), 'ECom-Bench: the database is as the expected actions leave it'),
    share('Search', of('search'), 'ECom-Bench: every expected look-up was made, name and arguments'),
    share('Output', of('key_answers'), 'ECom-Bench: every keyword stands in what the agent said'),
    share('DB x COMMUNICATE', mean(both), 'tau-bench: the database, and what had to be communicated'),
    share('Partial credit', of('partial'), 'the share of all that is checked that holds'),
    {
      name: 'Rule violations',
      value: mean(episodes.map(({ grade }) => grade.scores.violations ?? 0)),
      unit: 'count',
      defined: 'calls a tool refused by a rule, an episode',
    },
  ];
}
