import type { Figure, GradedEpisode } from '../../../pipeline/episode.ts';
import { count, Means, share } from '../../../pipeline/means.ts';
import { median } from '../../../text/numbers.ts';

const SOURCES = ['query', 'persona', 'clarification'];

/** The figures of EComAgentBench's tables, over episodes that count. */
export function figuresOf(episodes: Iterable<GradedEpisode>): Figure[] {
  const means = new Means();
  const calls: number[] = [];
  for (const { called, grade } of episodes) {
    const { success, scores, verdicts, recommended, questions } = grade;
    means.add('success', success);
    means.add('exact match', scores.exact_match);
    means.add('another product', success && scores.exact_match === 0);
    for (const { source, verdict } of verdicts)
      for (const name of ['rubrics', `rubrics, ${source}`]) means.add(name, verdict === 'yes');
    means.add('finished', recommended.length > 0);
    means.add('profile read', scores.profile_read);
    means.add('calls', called.length);
    calls.push(called.length);
    means.add('questions', questions.asked);
  }
  return [
    share('accuracy', means.of('success'), 'section 3: the target, or all rubrics satisfied'),
    share('exact match', means.of('exact match'), 'the recommended product is the target'),
    share(
      'correct, not the target',
      means.of('another product'),
      'appendix D.4: all rubrics satisfied by another product',
    ),
    share('rubric satisfaction', means.of('rubrics'), 'section 5: of all rubrics'),
    ...SOURCES.map((source) =>
      share(`rubric satisfaction, ${source}`, means.of(`rubrics, ${source}`), 'section 5, by source'),
    ),
    share('finished', means.of('finished'), 'Table 8: episodes with a recommendation'),
    share('profile read', means.of('profile read'), 'episodes that called get_user_profile'),
    count('tool calls, mean', means.of('calls'), 'appendix B'),
    count('tool calls, median', calls.length === 0 ? null : median(calls), 'appendix B'),
    count('questions, mean', means.of('questions'), 'Table 8: calls of ask_user'),
  ];
}
