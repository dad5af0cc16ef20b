import type { Figure, GradedEpisode } from '../../../pipeline/episode.ts';
import { count, Means, share } from '../../../pipeline/means.ts';
import { SCENARIOS } from '../sample.ts';

/** The columns of Table 2 and Table 3, by the score they are the mean of. */
const COLUMNS = [
  { name: 'R_loose', score: 'loose', defined: 'Eq. 3' },
  { name: 'R_strict', score: 'strict', defined: 'Eq. 4' },
  { name: 'R_succ', score: 'success', defined: 'section 3.1: everything that is asked for' },
  { name: 'R_finish', score: 'finished', defined: 'Fig. 4 (b): something was bought' },
  { name: 'R_category', score: 'category', defined: 'appendix C.3' },
  { name: 'R_attribute', score: 'attributes', defined: 'appendix C.3' },
  { name: 'R_option', score: 'options', defined: 'appendix C.3' },
  { name: 'R_price', score: 'price', defined: 'appendix C.3' },
] as const;

/** The figures that Table 2 has a column of for each scenario. */
const OF_SCENARIOS = COLUMNS.slice(0, 3);

/** The figures of ShopSimulator's tables, over episodes that count. Overall is the mean over scenarios, as in Table 2. */
export function figuresOf(episodes: Iterable<GradedEpisode>): Figure[] {
  const means = new Means();
  for (const { intent, steps, grade } of episodes) {
    for (const score in grade.scores) means.add(`${score}, ${intent}`, grade.scores[score]);
    means.add(intent, true);
    means.add('steps', steps);
    means.add('questions', grade.questions.asked);
  }
  const played = SCENARIOS.filter((scenario) => means.count(scenario) > 0);
  const overall = (score: string): number | null => {
    const known = played.flatMap((scenario) => means.of(`${score}, ${scenario}`) ?? []);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  };
  return [
    ...COLUMNS.map(({ name, score, defined }) => share(name, overall(score), `${defined}; mean over scenarios`)),
    ...played.flatMap((scenario) =>
      OF_SCENARIOS.map(({ name, score, defined }) =>
        share(`${name}, ${scenario}`, means.of(`${score}, ${scenario}`), `Table 2; ${defined}`),
      ),
    ),
    share(
      'R_loose by the published matching',
      overall('loose_published'),
      'Eq. 3 with the fuzzy matching of appendix C.3',
    ),
    share(
      'R_strict by the published matching',
      overall('strict_published'),
      'Eq. 4 with the fuzzy matching of appendix C.3',
    ),
    share("WebShop's reward", overall('webshop'), 'the formula of the WebShop release on the same purchases'),
    count('steps, mean', means.of('steps'), 'Fig. 4 (a)'),
    count('questions, mean', means.of('questions'), 'messages to the shopper'),
  ];
}
