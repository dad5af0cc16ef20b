import { expect, test } from 'vitest';
import { questionOf } from '../../../../../catalog/questions/row.ts';
import { checkKnowledge } from '../../../../../pipeline/commands/records/shoppingbench/knowledge.ts';
import type { Order } from '../../../../../pipeline/commands/records/shoppingbench/order.ts';
import type { Question } from '../../../../../schemas/question.ts';
import type { ShoppingbenchSample } from '../../../../../schemas/shoppingbench-sample.ts';
import { answers } from '../../../../fixtures/orders.ts';
import { QUESTION } from '../../../../fixtures/spoken-orders.ts';

/** What verify says of a sample that publishes this answer, where the bank writes it as "Saturn". */
function breachesFor(answer: string): string[] {
  const { id } = questionOf({ question: QUESTION, answer: 'Saturn' }, { file: 'q.csv', line: 2 }) as Question;
  const sample = {
    query: QUESTION,
    Knowledge_Attribute: answer,
    provenance: { question: { id, file: 'q.csv', line: 2 } },
  };
  const order = { targets: [{ id: 'A', phrase: {}, rubrics: [answers('r1', QUESTION, answer)] }], joint: [] };
  const found: string[] = [];
  checkKnowledge(sample as unknown as ShoppingbenchSample, order as unknown as Order, (code) => found.push(code));
  return found;
}

test.each(['Saturn', 'SATURN', 'saturn'])('the answer may be spelt as the title spells it: %s', (answer) => {
  expect(breachesFor(answer)).toEqual([]);
});

test('another answer is not that of the question named', () => {
  expect(breachesFor('Mars')).toEqual(['knowledge_differs']);
});
