import type { Figure, GradedEpisode } from '../../../pipeline/episode.ts';
import { SCENARIOS } from '../sample.ts';

const mean = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

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
export function figuresOf(episodes: readonly GradedEpisode[]): Figure[] {
  const scoreIn = (of: readonly GradedEpisode[], score: string) =>
    mean(of.flatMap(({ grade }) => grade.scores[score] ?? []));
  const played = SCENARIOS.map((scenario) => ({
    scenario,
    episodes: episodes.filter(({ intent }) => intent === scenario),
  })).filter((one) => one.episodes.length > 0);
  const overall = (score: string) => mean(played.flatMap((one) => scoreIn(one.episodes, score) ?? []));
  const share = (name: string, value: number | null, defined: string): Figure => ({
    ...{ name, value, unit: 'share', defined },
  });
  const count = (name: string, values: readonly number[], defined: string): Figure => ({
    ...{ name, value: mean(values), unit: 'count', defined },
  });
  return [
    ...COLUMNS.map(({ name, score, defined }) => share(name, overall(score), `${defined}; mean over scenarios`)),
    ...played.flatMap((one) =>
      OF_SCENARIOS.map(({ name, score, defined }) =>
        share(`${name}, ${one.scenario}`, scoreIn(one.episodes, score), `Table 2; ${defined}`),
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
    count(
      'steps, mean',
      episodes.map(({ steps }) => steps),
      'Fig. 4 (a)',
    ),
    count(
      'questions, mean',
      episodes.map(({ grade }) => grade.questions.asked),
      'messages to the shopper',
    ),
  ];
}
