import { defineGate } from '../../../stages/gate.ts';
import { findMentions } from '../../../text/mentions.ts';
import { containsWords } from '../../../text/normalise.ts';

/** Finds a query that names the answer of its own question. */
export const answerInQuery = defineGate({
  name: 'leak: answer',
  codes: { answer_in_query: 'the query names the answer of its own question' },
  check: ({ task, wording: { query } }) =>
    task.locked.rubrics.flatMap((rubric) => {
      if (rubric.type !== 'knowledge_match') return [];
      const { answer } = rubric.expected_value;
      const spans = findMentions(query, answer);
      // "Two" in "a two-tooth clip" is no mention of the number, but it is the word a title is searched for.
      if (spans.length === 0 && !containsWords(query, answer)) return [];
      const words = spans.map(({ start, end }) => ` as "${query.slice(start, end)}"`).join(',');
      return [
        {
          code: 'answer_in_query',
          path: 'user_query',
          rubricId: rubric.id,
          spans,
          detail: `"${answer}" stands in it${words}`,
        },
      ];
    }),
});
