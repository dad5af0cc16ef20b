import { hash } from 'node:crypto';
import type { Report } from '../../../schemas/violation.ts';
import { containsWords, normaliseText } from '../../../text/normalise.ts';
import type { ShoppingbenchSample } from '../sample.ts';
import type { Order } from './order.ts';

/** A question's id is the start of a digest of question and answer, the answer without capitals and marks. */
const questionIdOf = (question: string, answer: string) =>
  hash('sha256', JSON.stringify([question, normaliseText(answer)]), 'hex').slice(0, 12);

/** The question is asked in the query, its answer is not said there, and both are those of the question named. */
export function checkKnowledge(
  { query, Knowledge_Attribute: published, provenance }: ShoppingbenchSample,
  { targets }: Order,
  report: Report,
): void {
  const rubric = targets.flatMap(({ rubrics }) => rubrics).find(({ type }) => type === 'knowledge_match');
  if (rubric?.type !== 'knowledge_match') {
    if (published !== undefined || provenance.question !== null)
      report('knowledge_differs', 'knowledge is published or a question named, and no rubric asks for it');
    return;
  }
  const { question, answer } = rubric.expected_value;
  if (published !== answer)
    report('knowledge_differs', `Knowledge_Attribute is "${published ?? ''}", ${rubric.id} expects "${answer}"`);
  if (!query.includes(question)) report('question_unasked', `the query does not hold "${question}"`);
  if (containsWords(query, answer)) report('answer_in_query', `the query says "${answer}" itself`);
  const id = questionIdOf(question, answer);
  if (provenance.question?.id !== id)
    report('knowledge_differs', `names the question ${provenance.question?.id ?? 'of none'}, what it asks is ${id}`);
}
