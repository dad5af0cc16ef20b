import { expect, test } from 'vitest';
import { overlap, shareBelow } from '../../../tools/bench/search/latencies.ts';

test('of a hundred waits the ninety-fifth is what 95 % do not exceed', () => {
  const waits = Array.from({ length: 100 }, (_, at) => 100 - at);
  expect(shareBelow(waits, 0.95)).toBe(95);
  expect(shareBelow([7], 0.5)).toBe(7);
});

test('answers overlap by what they share, whatever its order, and wholly where both are empty', () => {
  expect(overlap([['a', 'b']], [['b', 'c']])).toBe(0.5);
  expect(overlap([[], ['a']], [[], ['a']])).toBe(1);
  expect(overlap([['a']], [['a', 'b', 'c', 'd']])).toBe(0.25);
});
