import { expect, test } from 'vitest';
import { INTENTS, intentNamed } from '../../../families/ecomagentbench/intents.ts';

test('every intent is found by its name, and no name stands for two', () => {
  for (const intent of INTENTS) expect(intentNamed(intent.name)).toBe(intent);
  expect(new Set(INTENTS.map(({ name }) => name)).size).toBe(INTENTS.length);
});

test.each(['other', '', 'Product_Search'])('an intent the family does not have is an error: %j', (name) => {
  expect(() => intentNamed(name)).toThrow(`"${name}" is not an intent`);
});
