import { type Requirement, satisfies } from '../../catalog/satisfies.ts';
import type { Review } from '../../schemas/product.ts';
import type { Gate } from './gate.ts';

/** Finds rubrics that the target itself does not satisfy; an undecided verdict is a finding too. */
export const targetFails =
  ({ reviewsOf }: { reviewsOf(productId: string): readonly Review[] }): Gate =>
  ({ task, targets }) =>
    targets.flatMap((target) =>
      task.locked.rubrics.flatMap((rubric) => {
        const reviews = rubric.type === 'review_opinion' ? reviewsOf(target.id) : [];
        const verdict = satisfies(target, rubric as Requirement, reviews);
        if (verdict === 'yes') return [];
        return [
          {
            code: 'target_fails',
            path: `rubrics.${rubric.id}`,
            rubricId: rubric.id,
            detail: `"${target.id}" against ${rubric.description}: ${verdict}`,
          },
        ];
      }),
    );
