import { expect, test } from 'vitest';
import { askedProducts, subjectOf } from '../../../../families/shoppingbench/planning/asked-products.ts';
import type { Question } from '../../../../families/shoppingbench/questions/question.ts';
import type { Order } from '../../../../stages/sample/pool.ts';
import { storedCatalog } from '../../../fixtures/stored-catalog.ts';

const asked = (number: number, question: string, answer: string, topic: string | null = 'places'): Question => ({
  id: String(number).padStart(12, '0'),
  question,
  answer,
  topic,
  origin: { file: 'questions.csv', line: number },
});

const PRODUCTS = [
  { title: 'Kilimanjaro Hiking Backpack' },
  { title: 'Slim Wallet Kilimanjaro' },
  { title: 'Zanzibar Reed Diffuser' },
];

function pooled(questions: readonly Question[]) {
  const catalog = storedCatalog(PRODUCTS);
  const { strata, reasons, unit } = askedProducts(questions, catalog);
  const ids = [...catalog.products()].map(({ product }) => product.id);
  catalog.close();
  const pairs = strata.map(({ name, candidates }) => ({
    name,
    pairs: candidates.map((order) => {
      const { rows, subject } = order as Order;
      return [subject, ...rows.map((row) => ids[row])];
    }),
  }));
  return { pairs, reasons, unit };
}

test('a question can be asked of every product whose title holds its answer, under the topic of the question', () => {
  const { pairs, unit } = pooled([
    asked(1, 'Which mountain is the highest of Africa?', 'Kilimanjaro'),
    asked(2, 'On which island was Freddie Mercury born?', 'Zanzibar', null),
  ]);
  expect(pairs).toEqual([
    {
      name: 'places',
      pairs: [
        ['kilimanjaro', 'P0'],
        ['kilimanjaro', 'P1'],
      ],
    },
    { name: 'other', pairs: [['zanzibar', 'P2']] },
  ]);
  expect(unit?.eligible).toBe('pairs of an answer (to 2 questions) and a product');
});

test('two questions with one answer make one task of a product', () => {
  const first = asked(1, 'Which mountain is the highest of Africa?', 'Kilimanjaro');
  const second = asked(2, 'Which volcano stands on the border of Kenya?', 'KILIMANJARO');
  expect(subjectOf(first)).toBe(subjectOf(second));
  expect(pooled([first, second]).pairs).toEqual(pooled([first]).pairs);
});

test('questions without a task are counted with the reason', () => {
  const { pairs, reasons } = pooled([asked(1, 'How many legs has a spider?', '8')]);
  expect(pairs).toEqual([]);
  expect([...reasons.values()]).toEqual([1]);
});
