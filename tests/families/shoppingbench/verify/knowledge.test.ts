import { expect, test } from 'vitest';
import type { Question } from '../../../../families/shoppingbench/questions/question.ts';
import { questionOf } from '../../../../families/shoppingbench/questions/row.ts';
import type { ShoppingbenchSample } from '../../../../families/shoppingbench/sample.ts';
import { checkKnowledge } from '../../../../families/shoppingbench/verify/knowledge.ts';
import type { Order } from '../../../../families/shoppingbench/verify/order.ts';
import { answers } from '../../../fixtures/orders.ts';
import { QUESTION } from '../../../fixtures/spoken-orders.ts';

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
