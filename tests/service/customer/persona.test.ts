import { expect, test } from 'vitest';
import { drawFor } from '../../../pipeline/seed.ts';
import { drawPersona } from '../../../service/customer/persona.ts';

const consumersWith = (orders: number) =>
  new Set(Array.from({ length: 200 }, (_, at) => drawPersona(drawFor(1, `u${at}`, 'persona'), orders).consumer));

test('a customer is new only with one order at most, and loyal only with several', () => {
  for (const orders of [0, 1]) expect([...consumersWith(orders)]).not.toContain('loyal');
  expect([...consumersWith(1)]).toContain('first_time');
  expect([...consumersWith(2)]).not.toContain('first_time');
  expect([...consumersWith(5)]).toContain('loyal');
});
