import { findMentions } from '../../catalog/text/mentions.ts';
import type { QueryGate } from './gate.ts';

/** Finds a query that names the answer of its own question. */
export const answerInQuery: QueryGate = ({ task, wording: { query } }) =>
  task.locked.rubrics.flatMap((rubric) => {
    if (rubric.type !== 'knowledge_match') return [];
    const spans = findMentions(query, rubric.expected_value.answer);
    if (spans.length === 0) return [];
    return [
      {
        code: 'answer_in_query',
        path: 'user_query',
        rubricId: rubric.id,
        spans,
        detail: `"${rubric.expected_value.answer}" stands in it as ${spans.map(({ start, end }) => `"${query.slice(start, end)}"`).join(', ')}`,
      },
    ];
  });
