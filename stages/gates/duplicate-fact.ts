import { factsOf, type Rubric, type Said, saidOf } from '../../shopping/kinds/index.ts';
import { findMentions, findRangeMentions, sharesFact } from '../../text/mentions.ts';
import { defineGate, requirements } from '../gate.ts';

/** Finds a fact that two rubrics score: a field twice, a value under two fields, one the noun phrase already says. */
export const duplicateFact = defineGate({
  name: 'facts: once',
  codes: { duplicate_fact: 'two rubrics score the same fact' },
  final: true,
  scope: { unit: 'requirements', reads: [], of: requirements() },
  check: ({ task: { locked } }) => {
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
  },
});

/** Types of which a target may have several under one field, each with a value of its own. */
const SAID_MORE_THAN_ONCE: ReadonlySet<Rubric['type']> = new Set(['review_opinion', 'service_match']);

function sameFact(a: Rubric, b: Rubric): boolean {
  if (a.target !== b.target) return false;
  if (SAID_MORE_THAN_ONCE.has(a.type) || SAID_MORE_THAN_ONCE.has(b.type))
    return a.type === b.type && JSON.stringify(a.expected_value) === JSON.stringify(b.expected_value);
  if (a.field === b.field) return true;
  if (a.type === 'entity_match') {
    const isNamed = ({ field, range }: Extract<Said, { by: 'range' }>) =>
      range.nominal !== undefined && findRangeMentions(a.expected_value, field, range).length > 0;
    return saidOf(b).some(
      (said) =>
        (said.by === 'value' && findMentions(a.expected_value, said.value, said.field).length > 0) ||
        (said.by === 'range' && isNamed(said)),
    );
  }
  if (b.type === 'entity_match') return sameFact(b, a);
  if (a.type === 'negative_attribute' ? b.type !== a.type : b.type === 'negative_attribute') return false;
  return factsOf(a).some((fact) => factsOf(b).some((other) => fact.field === other.field || sharesFact(fact, other)));
}
