import { normaliseValue } from '../../catalog/text/normalise.ts';
import type { Product } from '../../schemas/product.ts';
import type { Gate } from './gate.ts';

interface Dependencies {
  /** Why an option of a product is no sensible value, or null where it is one. */
  reasonAgainst(product: Product, field: string, option: string): string | null;
}

/** Finds scored values that are noise: fragments, placeholders, codes, another language, contradictions. */
export const implausibleValue =
  ({ reasonAgainst }: Dependencies): Gate =>
  ({ task, targets: [target] }) =>
    task.locked.rubrics.flatMap((rubric) => {
      if (rubric.type !== 'attribute_match' || target === undefined) return [];
      const field = rubric.field.replace(/^details\./, '');
      return [rubric.expected_value].flat().flatMap((value) => {
        const option =
          target.details[field]?.options.find((candidate) => normaliseValue(candidate) === normaliseValue(value)) ??
          value;
        const reason = reasonAgainst(target, field, option);
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
    });
