import fc from 'fast-check';
import { expect, test } from 'vitest';
import { appendedRules, writtenPart } from '../../../../families/shoppingbench/lint/task.ts';
import { propertyRuns } from '../../../fixtures/property-runs.ts';

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

test('the rules begin with the line break before their first sentence, however a query repeats its parts', () => {
  const parts = ['\n', ' ', '\t', '\u00a0', '\u2028', 'a', 'My budget is only `', 'My budget', '`'];
  const rules = /\n\s*My budget is only `[\s\S]*$/;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), (drawn) => {
      const query = drawn.join('');
      expect(writtenPart(query)).toBe(query.replace(rules, ''));
      expect(appendedRules(query)).toBe(rules.exec(query)?.[0] ?? null);
    }),
    { numRuns: propertyRuns(300) },
  );
});
