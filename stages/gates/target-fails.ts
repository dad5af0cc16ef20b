import type { Finding } from '../../schemas/finding.ts';
import type { Product, Review } from '../../schemas/product.ts';
import type { QueryWording } from '../../shopping/draft.ts';
import { isJudgedTogether, type Rubric, satisfies, satisfiesTogether } from '../../shopping/kinds/index.ts';
import { areOfOneVariant } from '../../shopping/kinds/one-variant.ts';
import { defineGate, requirements } from '../gate.ts';

type ReviewsOf = (productId: string) => readonly Review[];

/**
 * Finds rubrics that the target they are about does not satisfy, and those that none of its variants satisfies together; an
 * undecided verdict is a finding too.
 */
export const targetFails = defineGate<QueryWording, [{ reviewsOf: ReviewsOf }]>({
  name: 'target',
  codes: { target_fails: 'the target does not satisfy a rubric' },
  final: true,
  scope: { unit: 'requirements', reads: ['target product'], of: requirements() },
  check({ task: { locked }, targets }, { reviewsOf }) {
    const failed = locked.rubrics.flatMap((rubric) => failureOf(rubric, targets, reviewsOf));
    return failed.length > 0 ? failed : targets.flatMap((target, place) => unsoldOf(target, place, locked.rubrics));
  },
});

function failureOf(rubric: Rubric, targets: readonly Product[], reviewsOf: ReviewsOf): Finding[] {
  const place = rubric.target ?? 0;
  const judged = isJudgedTogether(rubric) ? targets : targets.slice(place, place + 1);
  const found = (detail: string): Finding[] => [
    { code: 'target_fails', path: `rubrics.${rubric.id}`, rubricId: rubric.id, detail },
  ];
  if (judged.length === 0) return found(`${rubric.description}: it is about product ${place + 1} of ${targets.length}`);
  const verdict = verdictOn(rubric, judged, reviewsOf);
  return verdict === 'yes'
    ? []
    : found(`"${judged.map(({ id }) => id).join('", "')}" against ${rubric.description}: ${verdict}`);
}

/** Finds the rubric with which no variant of a target satisfies those before it. */
function unsoldOf(target: Product, place: number, rubrics: readonly Rubric[]): Finding[] {
  const own = rubrics.filter((rubric) => !isJudgedTogether(rubric) && (rubric.target ?? 0) === place);
  const rubric = own.find((_, at) => !areOfOneVariant(target, own.slice(0, at + 1)));
  if (rubric === undefined) return [];
  const detail = `"${target.id}" has no variant with ${rubric.description} and what is asked besides`;
  return [{ code: 'target_fails', path: `rubrics.${rubric.id}`, rubricId: rubric.id, detail }];
}

function verdictOn(rubric: Rubric, judged: readonly Product[], reviewsOf: ReviewsOf): ReturnType<typeof satisfies> {
  if (isJudgedTogether(rubric)) return satisfiesTogether(judged, rubric);
  const [target] = judged as [Product];
  return satisfies(target, rubric, rubric.type === 'review_opinion' ? reviewsOf(target.id) : []);
}
