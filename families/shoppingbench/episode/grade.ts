import type { Grade, Played, RubricVerdict } from '../../../pipeline/episode.ts';
import type { Product } from '../../../schemas/product.ts';
import {
  isJudgedTogether,
  type Rubric,
  satisfies,
  satisfiesTogether,
  statedBy,
} from '../../../shopping/kinds/index.ts';
import { PAPER_RULES, PUBLISHED_RULES, type ScoredTask, scoreTask } from '../scoring/index.ts';
import { LexicalSimilarity } from '../scoring/title-similarity.ts';
import type { Place } from './tool-data.ts';
import type { Memory } from './tools.ts';

/** The part of a task that only a grader knows. */
export interface Answer {
  readonly scored: ScoredTask;
  readonly rubrics: readonly Rubric[];
  /** The words of the request that tell a requirement, by rubric. */
  readonly words: Readonly<Record<string, string>>;
}

const TITLES = new LexicalSimilarity();

/** Grades a recommendation, under the paper's equations and as its published evaluator counts. */
export function gradeOrder(
  { memory: { recommended, status }, retrieved, end }: Played<Memory>,
  { scored, rubrics }: Pick<Answer, 'scored' | 'rubrics'>,
  { catalog }: Pick<Place, 'catalog'>,
): Grade {
  const predicted = recommended.map((id) => ({ id, product: catalog.productById(id) }));
  const paper = scoreTask(predicted, scored, { titles: TITLES, rules: PAPER_RULES });
  const published = scoreTask(predicted, scored, { titles: TITLES, rules: PUBLISHED_RULES });
  const products = predicted.flatMap(({ product }) => product ?? []);
  return {
    success: paper.success,
    reward: paper.success ? 1 : 0,
    recommended,
    unretrieved: recommended.filter((id) => !retrieved.has(id)),
    verdicts: verdictsOn(rubrics, products, scored.targets.length),
    scores: {
      relevance: paper.relevance,
      constraint: paper.constraint,
      success_published: Number(published.success),
      relevance_published: published.relevance,
      terminated: Number(end === 'done' && status === 'success'),
    },
    questions: { asked: 0, answered: 0, needed: 0 },
    undecided: [],
  };
}

/** Each target's requirements are held against the product that meets most of them, each product against one target. */
function verdictsOn(rubrics: readonly Rubric[], products: readonly Product[], targets: number): RubricVerdict[] {
  const ofTarget = (place: number) =>
    rubrics.filter((rubric) => !isJudgedTogether(rubric) && (rubric.target ?? 0) === place);
  const met = (product: Product, place: number) =>
    ofTarget(place).filter((rubric) => satisfies(product, rubric) === 'yes').length;
  const free = products.slice(0, targets);
  const heldAgainst = Array.from({ length: targets }, (_, place) => {
    const most = Math.max(0, ...free.map((product) => met(product, place)));
    const at = free.findIndex((product) => met(product, place) === most);
    return at < 0 ? null : (free.splice(at, 1)[0] ?? null);
  });
  return rubrics.map((rubric) => {
    const { id, info_source: source, type, description } = rubric;
    const product = heldAgainst[rubric.target ?? 0] ?? null;
    const common = { rubric: id, source, type, description };
    if (isJudgedTogether(rubric))
      return { ...common, verdict: products.length === 0 ? 'no' : satisfiesTogether(products, rubric), stated: [] };
    return product === null
      ? { ...common, verdict: 'no', stated: [] }
      : { ...common, verdict: satisfies(product, rubric), stated: statedBy(product, rubric) };
  });
}
