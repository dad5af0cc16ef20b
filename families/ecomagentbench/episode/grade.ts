import type { Grade, OpinionVerdicts, Played, RubricVerdict, Undecided } from '../../../pipeline/episode.ts';
import type { Product, Review } from '../../../schemas/product.ts';
import { type Rubric, satisfies, statedBy } from '../../../shopping/kinds/index.ts';
import type { Memory } from './staged.ts';
import { type Place, reviewsOf } from './tool-data.ts';

/** The part of a task that only a grader knows. */
export interface Answer {
  readonly targetId: string;
  readonly title: string;
  readonly rubrics: readonly Rubric[];
  /** The words that tell a requirement, by rubric: of the query, of the profile, or of an answer. */
  readonly words: Readonly<Record<string, string>>;
}

/** A recommendation under the published accuracy: it is the target, or satisfies every rubric. */
export function gradeRecommendation(
  { memory, retrieved, said }: Played<Memory>,
  { targetId, rubrics }: Pick<Answer, 'targetId' | 'rubrics'>,
  { catalog }: Pick<Place, 'catalog'>,
  opinions: OpinionVerdicts = new Map(),
): Grade {
  const { recommended: id } = memory;
  const product = id === null ? null : catalog.productById(id);
  const reviews = product === null ? [] : reviewsOf(catalog, product);
  const verdicts = rubrics.map((rubric) => verdictOn(rubric, product, reviews, opinions));
  const exact = id === targetId;
  const satisfied = verdicts.filter(({ verdict }) => verdict === 'yes').length;
  const all = product !== null && satisfied === rubrics.length;
  return {
    success: exact || all,
    reward: exact || all ? 1 : 0,
    recommended: id === null ? [] : [id],
    unretrieved: id === null || retrieved.has(id) ? [] : [id],
    verdicts,
    scores: {
      exact_match: Number(exact),
      all_rubrics: Number(all),
      rubric_satisfaction: rubrics.length === 0 ? null : satisfied / rubrics.length,
      profile_read: Number(memory.profileRead),
    },
    questions: {
      asked: said.length,
      answered: said.filter(({ act }) => act === 'answer').length,
      needed: rubrics.filter(({ info_source }) => info_source === 'clarification').length,
    },
    undecided: product === null ? [] : undecidedOf(rubrics, verdicts, product, reviews),
  };
}

function verdictOn(
  rubric: Rubric,
  product: Product | null,
  reviews: readonly Review[],
  opinions: OpinionVerdicts,
): RubricVerdict {
  const { id, info_source: source, type, description } = rubric;
  const decided = product === null ? 'no' : satisfies(product, rubric, reviews);
  return {
    rubric: id,
    source,
    type,
    description,
    verdict: decided === 'unknown' ? (opinions.get(id) ?? 'unknown') : decided,
    stated: product === null ? [] : statedBy(product, rubric),
  };
}

/** Opinions about a product other than the one whose reviews were quoted: code knows no more than that they are unknown. */
const undecidedOf = (
  rubrics: readonly Rubric[],
  verdicts: readonly RubricVerdict[],
  product: Product,
  reviews: readonly Review[],
): Undecided[] =>
  rubrics.flatMap((rubric, at) =>
    verdicts[at]?.verdict === 'unknown' && rubric.type === 'review_opinion'
      ? [
          {
            rubric: rubric.id,
            field: rubric.field,
            statement: rubric.expected_value.opinion,
            productId: product.id,
            evidence: reviews.map(({ title, text }) => `${title}\n${text}`),
          },
        ]
      : [],
  );
