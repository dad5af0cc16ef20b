import { expect, test } from 'vitest';
import { appendedRules, writtenPart } from '../../../../families/shoppingbench/lint/written-part.ts';

const RULES =
  '\n\nMy budget is only `425`, but I have a voucher with the following rules:\n1. It applies to all products.';

test('rules appended by code are cut off', () => {
  expect(writtenPart(`Crayons, please.${RULES}`)).toBe('Crayons, please.');
  expect(appendedRules(`Crayons, please.${RULES}`)).toBe(RULES);
});

test.each(['Crayons, please.', 'Crayons. My budget is only `425`.', 'Crayons.\nMy budget is only 425 pesos.'])(
  'what a writer tells of a budget stays: %j',
  (query) => expect([writtenPart(query), appendedRules(query)]).toEqual([query, null]),
);
