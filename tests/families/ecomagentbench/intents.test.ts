import { expect, test } from 'vitest';
import { contractsOf, eligibilityOf, INTENTS, intentNamed } from '../../../families/ecomagentbench/intents.ts';
import { type IntentContract, leastFactsOf } from '../../../shopping/intent.ts';

test('every intent is found by its name, and no name stands for two', () => {
  for (const intent of INTENTS) expect(intentNamed(intent.name)).toBe(intent);
  expect(new Set(INTENTS.map(({ name }) => name)).size).toBe(INTENTS.length);
});

test.each(['other', '', 'Product_Search'])('an intent the family does not have is an error: %j', (name) => {
  expect(() => intentNamed(name)).toThrow(`"${name}" is not an intent`);
});

test.each(INTENTS)(
  'a product that fits $name states as many facts as its tasks need, no more',
  ({ name, contracts }) => {
    const opinions = contracts[0].definingConstraint === 'opinions' ? 2 : 0;
    for (const leastFacts of [5, 6, 7, 8]) {
      const smallest = contractsOf(name, leastFacts).at(-1) as IntentContract;
      // Quotes of reviews are no details; rating, number of ratings and price are none either.
      expect(eligibilityOf(name, leastFacts).leastFacts).toBe(leastFactsOf(smallest) - opinions);
    }
  },
);

test.each(INTENTS)(
  'a task of $name of the paper has eight requirements beside the noun phrase, or more',
  ({ name }) => {
    expect(contractsOf(name, 8)).toHaveLength(1);
    expect(leastFactsOf(contractsOf(name, 8)[0])).toBeGreaterThanOrEqual(8);
  },
);

test('a smaller task hides something in every source all the same', () => {
  for (const contract of INTENTS.flatMap(({ contracts }) => contracts)) {
    expect(contract.leastHidden).toBeGreaterThan(0);
    expect(contract.leastImplicit).toBeGreaterThan(0);
  }
});

test.each(INTENTS)(
  'of a catalog without clues a task of $name promises none, unless it is named for its size',
  ({ name, contracts }) => {
    const least = contractsOf(name, 4, false).map(({ leastImplicit }) => leastImplicit);
    const isNamedForSize = contracts.length === 1;
    expect(least).toEqual(contracts.map(({ leastImplicit }) => (isNamedForSize ? leastImplicit : 0)));
  },
);
