import { minorUnitsOf } from '../../catalog/money.ts';
import { findMentions, findRangeMentions } from '../../catalog/text/mentions.ts';
import { normaliseText } from '../../catalog/text/normalise.ts';
import type { Rubric } from '../../schemas/rubric.ts';
import type { QueryGate } from './gate.ts';

interface Dependencies {
  /** Whether a text says that a service is wanted. */
  saysService(text: string, service: string): boolean;
}

/** The parts of a rubric's value that have no trace in the words said to carry it. */
function untraced(rubric: Rubric, surface: string, { saysService }: Dependencies): string[] {
  const missing = (pairs: readonly (readonly [field: string, value: string])[]) =>
    pairs.filter(([field, value]) => findMentions(surface, value, field).length === 0).map(([, value]) => value);
  switch (rubric.type) {
    case 'attribute_match': {
      const field = rubric.field.replace(/^details\./, '');
      return missing([rubric.expected_value].flat().map((value) => [field, value]));
    }
    case 'sku_match':
      return missing(Object.entries(rubric.expected_value));
    case 'numeric_range': {
      const { min, max } = rubric.expected_value;
      const bounds = [...(min === undefined ? [] : [{ min }]), ...(max === undefined ? [] : [{ max }])];
      return bounds
        .filter((bound) => findRangeMentions(surface, rubric.field, bound).length === 0)
        .map((bound) => String(Object.values(bound)[0]));
    }
    case 'service_match':
      return saysService(surface, rubric.expected_value) ? [] : [rubric.expected_value];
    case 'knowledge_match':
      return normaliseText(surface).includes(normaliseText(rubric.expected_value.question))
        ? []
        : [rubric.expected_value.question];
    case 'budget_match': {
      const { budget, voucher } = rubric.expected_value;
      const max = budget / minorUnitsOf(voucher.currency);
      return findRangeMentions(surface, 'budget', { max }).length === 0 ? [String(max)] : [];
    }
    default:
      return [];
  }
}

/** Finds scored values of which the words that carry their rubric hold no spelling: an agent is asked to guess them. */
export const valueUntraced =
  (dependencies: Dependencies): QueryGate =>
  ({ task, wording: { surfaces } }) =>
    task.locked.rubrics.flatMap((rubric) => {
      // Hidden requirements have no words in the query, and a clue must not hold its value.
      if (rubric.info_source !== 'query' || task.locked.implicit_rubric_ids.includes(rubric.id)) return [];
      const surface = Object.hasOwn(surfaces, rubric.id) ? (surfaces[rubric.id] as string) : '';
      return untraced(rubric, surface, dependencies).map((value) => ({
        code: 'value_untraced',
        path: 'user_query',
        rubricId: rubric.id,
        detail: `${rubric.description}: "${value}" is not in "${surface}"`,
      }));
    });
