import { expect, test } from 'vitest';
import { LEAST_FEATURES } from '../../../families/ecomagentbench/hidden-needs.ts';
import { INTENTS, intentNamed } from '../../../families/ecomagentbench/intents.ts';

test('every intent is found by its name, and no name stands for two', () => {
  for (const intent of INTENTS) expect(intentNamed(intent.name)).toBe(intent);
  expect(new Set(INTENTS.map(({ name }) => name)).size).toBe(INTENTS.length);
});

test.each(['other', '', 'Product_Search'])('an intent the family does not have is an error: %j', (name) => {
  expect(() => intentNamed(name)).toThrow(`"${name}" is not an intent`);
});

test.each(INTENTS)(
  'a product that fits $name states as many facts as a task needs, no more',
  ({ eligibility, definingConstraint }) => {
    // Quotes of reviews are no details.
    expect(eligibility.leastFacts).toBe(LEAST_FEATURES - (definingConstraint === 'opinions' ? 2 : 0));
    // Rating, number of ratings and price are none either.
    expect(eligibility.leastDetails).toBe(LEAST_FEATURES - 3);
  },
);
