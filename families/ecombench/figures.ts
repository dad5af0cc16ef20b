import type { Figure, GradedEpisode } from '../../pipeline/episode.ts';

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
