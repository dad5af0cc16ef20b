import type { Product, Review } from '../../schemas/product.ts';
import type { QueryWording } from '../../shopping/draft.ts';
import { isJudgedTogether, type Rubric, satisfies, satisfiesTogether } from '../../shopping/kinds/index.ts';
import { defineGate, requirements } from '../gate.ts';

/** Finds rubrics that the target they are about does not satisfy; an undecided verdict is a finding too. */
export const targetFails = defineGate<QueryWording, [{ reviewsOf(productId: string): readonly Review[] }]>({
  name: 'target',
  codes: { target_fails: 'the target does not satisfy a rubric' },
  final: true,
  scope: { unit: 'requirements', reads: ['target product'], of: requirements() },
  check: ({ task, targets }, { reviewsOf }) =>
    task.locked.rubrics.flatMap((rubric) => {
      const judged = isJudgedTogether(rubric) ? targets : targets.slice(rubric.target ?? 0, (rubric.target ?? 0) + 1);
      if (judged.length === 0) {
        const detail = `${rubric.description}: it is about product ${(rubric.target ?? 0) + 1} of ${targets.length}`;
        return [{ code: 'target_fails', path: `rubrics.${rubric.id}`, rubricId: rubric.id, detail }];
      }
      const verdict = verdictOn(rubric, judged, reviewsOf);
      if (verdict === 'yes') return [];
      return [
        {
          code: 'target_fails',
          path: `rubrics.${rubric.id}`,
          rubricId: rubric.id,
          detail: `"${judged.map(({ id }) => id).join('", "')}" against ${rubric.description}: ${verdict}`,
        },
      ];
    }),
});

function verdictOn(
  rubric: Rubric,
  judged: readonly Product[],
  reviewsOf: (productId: string) => readonly Review[],
): ReturnType<typeof satisfies> {
  if (isJudgedTogether(rubric)) return satisfiesTogether(judged, rubric);
  const [target] = judged as [Product];
  return satisfies(target, rubric, rubric.type === 'review_opinion' ? reviewsOf(target.id) : []);
}
