import { expect, test } from 'vitest';
import { intentContract } from '../../../../families/ecomagentbench/gates/intent-contract.ts';
import type { IntentContract } from '../../../../shopping/intent.ts';
import type { Rubric } from '../../../../shopping/kinds/index.ts';
import { asksFor, bounds, excludes, leakInput, names } from '../../../fixtures/leak-inputs.ts';
import { pays, praised } from '../../../fixtures/tasks.ts';

/** Four query requirements, two of them implicit, two in each hidden source, and the noun phrase. */
const RUBRICS: readonly Rubric[] = [
  asksFor('r1', 'query', 'Color', 'Red'),
  asksFor('r2', 'query', 'Material', 'Canvas'),
  asksFor('r3', 'query', 'Pattern', 'Striped'),
  asksFor('r4', 'query', 'Shape', 'Round'),
  asksFor('r5', 'persona', 'Style', 'Retro'),
  asksFor('r6', 'persona', 'Size', 'Large'),
  asksFor('r7', 'clarification', 'Closure', 'Zipper'),
  asksFor('r8', 'clarification', 'Theme', 'Nature'),
  names('r9', 'tote bag'),
];
const IMPLICIT = ['r1', 'r2'];

interface World {
  readonly definingConstraint?: IntentContract['definingConstraint'];
  readonly implicit?: string[];
  readonly leastImplicit?: number;
  readonly leastQuery?: number;
  readonly leastFacts?: number;
  readonly removes?: number;
  readonly elsewhere?: boolean;
  readonly priceMinor?: number | null;
}

function breaches(
  rubrics: readonly Rubric[],
  {
    definingConstraint = null,
    implicit = IMPLICIT,
    leastImplicit = 2,
    leastQuery = 4,
    leastFacts = 0,
    removes = 1,
    elsewhere = true,
    priceMinor = 2400,
  }: World = {},
): string[] {
  const gate = (input: Parameters<typeof intentContract.check>[0]) =>
    intentContract.check(input, {
      contractsOf: () => [{ definingConstraint, leastImplicit, leastQuery, leastHidden: 2, leastFacts }],
      nearMissesRemovedBy: () => removes,
      statedElsewhere: () => elsewhere,
    });
  const found = gate(
    leakInput({ rubrics: [...rubrics], target: { priceMinor }, locked: { implicit_rubric_ids: implicit } }),
  );
  for (const finding of found) expect(finding).toMatchObject({ code: 'intent_contract', path: 'rubrics' });
  return found.map(({ detail }) => detail.replace('coupon_budget: ', ''));
}

/** The rubrics with r4 replaced. */
const withConstraint = (...definingConstraint: Rubric[]) => [
  ...RUBRICS.filter(({ id }) => id !== 'r4'),
  ...definingConstraint,
];

test('a task that holds exactly what is promised is clean', () => {
  expect(breaches(RUBRICS)).toEqual([]);
});

test('too few query requirements are a breach, and the noun phrase is none of them', () => {
  expect(breaches(RUBRICS.filter(({ id }) => id !== 'r4'))).toEqual(['3 query requirements, at least 4 are promised']);
});

test.each(['persona', 'clarification'] as const)('a %s with a single requirement is a breach', (source) => {
  const [first] = RUBRICS.filter(({ info_source }) => info_source === source);
  expect(breaches(RUBRICS.filter((rubric) => rubric !== first))).toEqual([
    `1 ${source} requirements, at least 2 are promised`,
  ]);
});

test('a task with the least of every source and too few in all is a breach where more are promised', () => {
  expect(breaches(RUBRICS, { leastFacts: 8 })).toEqual([]);
  expect(breaches(RUBRICS, { leastFacts: 9 })).toEqual(['8 requirements in all, at least 9 are promised']);
});

test('too few implicit requirements are a breach', () => {
  expect(breaches(RUBRICS, { leastImplicit: 3 })).toEqual(['2 implicit requirements, at least 3 are promised']);
});

test.each([
  ['that is hidden elsewhere', 'r5'],
  ['that is no attribute', 'r9'],
  ['that does not exist', 'r99'],
])('a requirement listed as implicit %s is a breach', (_, id) => {
  expect(breaches(RUBRICS, { implicit: ['r1', 'r2', id] })).toEqual([
    `${id} is listed as implicit but is no attribute of the query`,
  ]);
});

test('one requirement listed twice does not count as two implicit ones', () => {
  expect(breaches(RUBRICS, { implicit: ['r1', 'r1'] })).toHaveLength(1);
});

test.each(['average_rating', 'rating_number'])('a rating intent is kept by a bound on %s from any source', (field) => {
  expect(breaches(withConstraint(bounds('r4', 'query', field, { min: 4 })), { definingConstraint: 'rating' })).toEqual(
    [],
  );
  expect(
    breaches([...RUBRICS, bounds('r10', 'clarification', field, { min: 4 })], { definingConstraint: 'rating' }),
  ).toEqual([]);
});

test('a rating intent without a bound on ratings is a breach, even with one on the price', () => {
  expect(
    breaches(withConstraint(bounds('r4', 'query', 'price', { max: 40 })), { definingConstraint: 'rating' }),
  ).toEqual(['no rating or rating-count requirement']);
});

const exclusion = excludes('r4', 'query', 'Shape', ['Oval', 'Square']);

test('an exclusion that removes a product and is of values the catalog has is clean', () => {
  expect(breaches(withConstraint(exclusion), { definingConstraint: 'exclusion' })).toEqual([]);
});

test('a negative intent without an exclusion is a breach', () => {
  expect(breaches(RUBRICS, { definingConstraint: 'exclusion' })).toEqual(['no exclusion']);
});

test('an exclusion that removes nothing is a breach', () => {
  expect(breaches(withConstraint(exclusion), { definingConstraint: 'exclusion', removes: 0 })).toEqual([
    'no exclusion removes a near miss',
  ]);
});

test('each excluded value that no other product states is a breach', () => {
  expect(breaches(withConstraint(exclusion), { definingConstraint: 'exclusion', elsewhere: false })).toEqual([
    'excludes "Oval", which no other product states for details.Shape',
    'excludes "Square", which no other product states for details.Shape',
  ]);
});

test('of two exclusions one that removes a product is enough', () => {
  const gate = (input: Parameters<typeof intentContract.check>[0]) =>
    intentContract.check(input, {
      contractsOf: () => [{ definingConstraint: 'exclusion', leastImplicit: 2, leastQuery: 4, leastHidden: 2 }],
      nearMissesRemovedBy: (_, id) => (id === 'r4' ? 1 : 0),
      statedElsewhere: () => true,
    });
  const rubrics = withConstraint(exclusion, excludes('r10', 'query', 'Scent', ['Rose']));
  expect(gate(leakInput({ rubrics, locked: { implicit_rubric_ids: IMPLICIT } }))).toEqual([]);
});

test('a budget the target only meets with its voucher is clean', () => {
  expect(breaches(withConstraint(pays('r4', 1900)), { definingConstraint: 'voucher' })).toEqual([]);
});

test.each([
  ['no budget', RUBRICS, '0 budgets, exactly one is promised'],
  ['two budgets', withConstraint(pays('r4', 1900), pays('r10', 2000)), '2 budgets, exactly one is promised'],
  [
    'a budget the target meets without the voucher',
    withConstraint(pays('r4', 2400)),
    'the target is within the budget without the voucher',
  ],
  [
    'a price bound beside the budget',
    withConstraint(pays('r4', 1900), bounds('r10', 'query', 'price', { max: 30 })),
    'a price requirement beside the budget that implies it',
  ],
])('a coupon intent with %s is a breach', (_, rubrics, breach) => {
  expect(breaches(rubrics, { definingConstraint: 'voucher' })).toEqual([breach]);
});

test('a target a cent over the budget needs the voucher', () => {
  expect(breaches(withConstraint(pays('r4', 2399)), { definingConstraint: 'voucher' })).toEqual([]);
});

test('a target without a price needs no voucher, which is a breach', () => {
  expect(breaches(withConstraint(pays('r4', 1900)), { definingConstraint: 'voucher', priceMinor: null })).toHaveLength(
    1,
  );
});

test.each([0, 1, 2, 3])('a review intent promises two opinions: %i is judged by that', (count) => {
  const opinions = Array.from({ length: count }, (_, index) => praised(`r${10 + index}`, `opinion ${index}`));
  expect(breaches([...RUBRICS, ...opinions], { definingConstraint: 'opinions' })).toEqual(
    count === 2 ? [] : [`${count} review opinions, two are promised`],
  );
});

test('every breach is reported at once', () => {
  expect(breaches([names('r1', 'tote bag')], { definingConstraint: 'rating', implicit: [] })).toHaveLength(5);
});
