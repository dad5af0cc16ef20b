import type { Product } from '../../schemas/product.ts';
import type { QueryWording } from '../../shopping/draft.ts';
import { detailFieldOf, factsOf, fieldNameOf, type Rubric, statedBy } from '../../shopping/kinds/index.ts';
import { defineGate } from '../gate.ts';

interface Dependencies {
  /** Why an option of a product is no sensible value, or null where it is one. */
  reasonAgainst(product: Product, field: string, option: string): string | null;
}

/** Lists what a target is to state, as its details have it. */
function wantedIn(rubric: Rubric): { field: string; value: string }[] {
  if (rubric.type === 'attribute_match')
    return [rubric.expected_value].flat().map((value) => ({ field: fieldNameOf(rubric), value }));
  return factsOf(rubric).filter(({ excluded }) => !excluded);
}

/** The options of a product that meet bounds on a quantity. */
const amountsMeant = (rubric: Rubric, product: Product): readonly string[] =>
  rubric.type === 'numeric_range' && detailFieldOf(rubric.field) !== null ? statedBy(product, rubric) : [];

/** Finds scored values that are noise: fragments, placeholders, codes, another language, contradictions. */
export const implausibleValue = defineGate<QueryWording, [Dependencies]>({
  name: 'facts: plausible',
  codes: { implausible_value: 'a scored value is noise: a fragment, a placeholder, a code, a contradiction' },
  final: true,
  scope: {
    unit: 'requirements',
    reads: [],
    of: ({ task }) =>
      task.locked.rubrics.filter(
        ({ type, field }) => type === 'attribute_match' || (type === 'numeric_range' && detailFieldOf(field) !== null),
      ).length,
  },
  check: ({ task, targets }, { reasonAgainst }) =>
    task.locked.rubrics.flatMap((rubric) => {
      const target = targets[rubric.target ?? 0];
      if (target === undefined) return [];
      const amounts = amountsMeant(rubric, target);
      const against = amounts.map((option) => reasonAgainst(target, fieldNameOf(rubric), option));
      if (amounts.length > 0 && !against.includes(null))
        return [
          {
            code: 'implausible_value',
            path: `rubrics.${rubric.id}`,
            rubricId: rubric.id,
            detail: `${fieldNameOf(rubric)} "${amounts[0]}": ${against[0]}`,
          },
        ];
      return wantedIn(rubric).flatMap(({ field, value }) => {
        const reason = reasonAgainst(target, field, value);
        return reason === null
          ? []
          : [
              {
                code: 'implausible_value',
                path: `rubrics.${rubric.id}`,
                rubricId: rubric.id,
                detail: `${field} "${value}": ${reason}`,
              },
            ];
      });
    }),
});
