import { expect, test } from 'vitest';
import { drawFor } from '../../../pipeline/seed.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { queryQuestion } from '../../../shopping/language/query-question.ts';
import { readFences } from '../../fixtures/fences.ts';
import { asksFor, names } from '../../fixtures/leak-inputs.ts';
import { lockedTask, pays } from '../../fixtures/tasks.ts';

const questionOn = (rubrics: Rubric[], { attempt = 0, id = 'a task' } = {}) =>
  queryQuestion(lockedTask(rubrics, { id }), [], {
    family: 'shoppingbench',
    currency: 'USD',
    draw: drawFor(42, id, 'query', attempt),
  });
const lengthOf = (...rubrics: Rubric[]) => (questionOn(rubrics).blanks.length?.match(/\d+/g) ?? []).map(Number);

test('the length grows with what is to be said, and a voucher takes sentences of its own', () => {
  const [least, most] = lengthOf(asksFor('r1', 'query', 'Color', 'Black')) as [number, number];
  const [leastOfTwo, mostOfTwo] = lengthOf(asksFor('r1', 'query', 'Color', 'Black'), names('r2', 'bag')) as [
    number,
    number,
  ];
  const [leastPaid, mostPaid] = lengthOf(asksFor('r1', 'query', 'Color', 'Black'), pays('r2', 1500)) as [
    number,
    number,
  ];
  expect(least).toBeLessThan(most);
  expect([leastOfTwo > least, mostOfTwo > most]).toEqual([true, true]);
  expect([leastPaid > leastOfTwo, mostPaid > mostOfTwo]).toEqual([true, true]);
});

test('requirements that other texts tell are not in the plan', () => {
  const { blanks } = questionOn([
    asksFor('r1', 'query', 'Color', 'Black'),
    asksFor('r2', 'persona', 'Material', 'Hemp'),
  ]);
  const { requirements } = JSON.parse(readFences(blanks.plan ?? '')[0]?.text ?? '');
  expect(requirements.map(({ id }: { id: string }) => id)).toEqual(['r1']);
});

test('tasks and attempts differ in their voices', () => {
  const voices = Array.from({ length: 40 }, (_, at) => questionOn([], { id: `task ${at}` }).blanks.voice);
  expect(new Set(voices).size).toBeGreaterThan(8);
  const attempts = Array.from({ length: 10 }, (_, attempt) => questionOn([], { attempt }).blanks.voice);
  expect(new Set(attempts).size).toBeGreaterThan(3);
});
