import { expect, test } from 'vitest';
import { inRounds } from '../../../tools/bench/part.ts';

test('contestants take turns, and each has its results in the order of the rounds', async () => {
  const order: string[] = [];
  const turn = (name: string) => ({ name, measure: async () => `${name}${order.push(name)}` });
  const told: string[] = [];
  const results = await inRounds([turn('a'), turn('b')], 3, (sentence) => told.push(sentence));
  expect(results).toEqual([
    ['a1', 'a3', 'a5'],
    ['b2', 'b4', 'b6'],
  ]);
  expect(told[3]).toBe('round 2 of 3: b');
});
