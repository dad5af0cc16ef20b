import type { Figure, GradedEpisode } from '../../../pipeline/episode.ts';

const mean = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length === 0) return null;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

const share = (name: string, value: number | null, defined: string): Figure => ({
  name,
  value,
  unit: 'share',
  defined,
});
const count = (name: string, value: number | null, defined: string): Figure => ({
  name,
  value,
  unit: 'count',
  defined,
});

/** The figures of EComAgentBench's tables, over episodes that count. */
export function figuresOf(episodes: readonly GradedEpisode[]): Figure[] {
  const grades = episodes.map(({ grade }) => grade);
  const score = (name: string) => mean(grades.flatMap(({ scores }) => scores[name] ?? []));
  const verdicts = grades.flatMap((grade) => grade.verdicts);
  const satisfied = (of: (verdict: (typeof verdicts)[number]) => boolean) =>
    mean(verdicts.filter(of).map(({ verdict }) => Number(verdict === 'yes')));
  const steps = episodes.map(({ called }) => called.length);
  return [
    share(
      'accuracy',
      mean(grades.map(({ success }) => Number(success))),
      'section 3: the target, or all rubrics satisfied',
    ),
    share('exact match', score('exact_match'), 'the recommended product is the target'),
    share(
      'correct, not the target',
      mean(grades.map(({ success, scores }) => Number(success && scores.exact_match === 0))),
      'appendix D.4: all rubrics satisfied by another product',
    ),
    share(
      'rubric satisfaction',
      satisfied(() => true),
      'section 5: of all rubrics',
    ),
    ...['query', 'persona', 'clarification'].map((source) =>
      share(
        `rubric satisfaction, ${source}`,
        satisfied((verdict) => verdict.source === source),
        'section 5, by source',
      ),
    ),
    share(
      'finished',
      mean(grades.map(({ recommended }) => Number(recommended.length > 0))),
      'Table 8: episodes with a recommendation',
    ),
    share('profile read', score('profile_read'), 'episodes that called get_user_profile'),
    count('tool calls, mean', mean(steps), 'appendix B'),
    count('tool calls, median', median(steps), 'appendix B'),
    count('questions, mean', mean(grades.map(({ questions }) => questions.asked)), 'Table 8: calls of ask_user'),
  ];
}
