import { findMentions, sharesFact } from '../../catalog/text/mentions.ts';
import type { Rubric } from '../../schemas/rubric.ts';
import type { Gate } from './gate.ts';

const fieldOf = ({ field }: Rubric) => field.replace(/^details\./, '');

/** Values a rubric scores, as text; numbers, budgets and noun phrases are compared by field instead. */
function valuesOf(rubric: Rubric): readonly string[] {
  if (rubric.type === 'attribute_match') return [rubric.expected_value].flat();
  return rubric.type === 'negative_attribute' ? rubric.expected_value : [];
}

/** Finds a fact that two rubrics score: one field twice, one value under two fields, or a value the noun phrase already says. */
export const duplicateFact: Gate = ({ task: { locked } }) => {
  const { rubrics } = locked;
  return rubrics.flatMap((rubric, index) => {
    const earlier = rubrics.slice(0, index).find((other) => sameFact(rubric, other));
    if (earlier === undefined) return [];
    return [
      {
        code: 'duplicate_fact',
        path: `rubrics.${rubric.id}`,
        rubricId: rubric.id,
        detail: `${rubric.description}, which ${earlier.id} already scores: ${earlier.description}`,
      },
    ];
  });
};

function sameFact(a: Rubric, b: Rubric): boolean {
  if (a.type === 'review_opinion' || b.type === 'review_opinion')
    return a.type === b.type && JSON.stringify(a.expected_value) === JSON.stringify(b.expected_value);
  if (a.field === b.field) return true;
  if (a.type === 'entity_match')
    return valuesOf(b).some((value) => findMentions(a.expected_value, value, fieldOf(b)).length > 0);
  if (b.type === 'entity_match') return sameFact(b, a);
  if (a.type !== b.type) return false;
  return valuesOf(a).some((value) =>
    valuesOf(b).some((other) => sharesFact({ field: fieldOf(a), value }, { field: fieldOf(b), value: other })),
  );
}
