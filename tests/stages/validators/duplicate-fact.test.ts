import { expect, test } from 'vitest';
import type { Rubric } from '../../../schemas/rubric.ts';
import { duplicateFact } from '../../../stages/validators/duplicate-fact.ts';
import { asksFor, bounds, excludes, leakInput, names } from '../../fixtures/leak-inputs.ts';
import { pays, praised } from '../../fixtures/tasks.ts';

const findings = (...rubrics: Rubric[]) => duplicateFact(leakInput({ rubrics }));

test('a task whose rubrics each score another fact is clean', () => {
  const rubrics = [
    asksFor('r1', 'query', 'Color', 'Red'),
    asksFor('r2', 'persona', 'Material', 'Leather'),
    excludes('r3', 'query', 'Style', ['Rustic']),
    bounds('r4', 'clarification', 'average_rating', { min: 4 }),
    bounds('r5', 'clarification', 'rating_number', { min: 100 }),
    pays('r6', 2000),
    praised('r7', 'The zip never sticks'),
    praised('r8', 'The straps hold up'),
    names('r9', 'tote bag'),
  ];
  expect(findings(...rubrics)).toEqual([]);
});

test.each<[string, Rubric, Rubric]>([
  ['asks twice for one field', asksFor('r1', 'query', 'Color', 'Red'), asksFor('r2', 'persona', 'Color', 'Blue')],
  [
    'asks for a field and excludes values of it',
    asksFor('r1', 'query', 'Color', 'Red'),
    excludes('r2', 'query', 'Color', ['Blue']),
  ],
  [
    'bounds a number twice',
    bounds('r1', 'query', 'price', { max: 20 }),
    bounds('r2', 'clarification', 'price', { min: 5 }),
  ],
  ['has two budgets', pays('r1', 2000), pays('r2', 2500)],
  [
    'asks for one value under two fields',
    asksFor('r1', 'query', 'Connectivity Technology', 'USB'),
    asksFor('r2', 'clarification', 'Hardware Interface', 'usb'),
  ],
  [
    'asks for a value that is part of another',
    asksFor('r1', 'query', 'Special Feature', 'Waterproof'),
    asksFor('r2', 'clarification', 'Water Resistance Level', 'Waterproof Case'),
  ],
  [
    'excludes one value under two fields',
    excludes('r1', 'query', 'Scent', ['Rose', 'Mint']),
    excludes('r2', 'persona', 'Theme', ['mint']),
  ],
  ['names two nouns', names('r1', 'tote bag'), names('r2', 'bag')],
  ['scores one opinion twice', praised('r1', 'The zip never sticks'), praised('r2', 'The zip never sticks')],
])('a task that %s scores a fact twice', (_, first, second) => {
  expect(findings(first, second)).toMatchObject([
    {
      code: 'duplicate_fact',
      path: 'rubrics.r2',
      rubricId: 'r2',
      detail: expect.stringContaining('r1 already scores'),
    },
  ]);
  expect(findings(second, first)).toHaveLength(1);
});

test.each([asksFor('r1', 'query', 'Material', 'Canvas'), excludes('r1', 'query', 'Material', ['Leather', 'canvas'])])(
  'a value that the noun phrase says already is a duplicate, whichever comes first: %#',
  (rubric) => {
    expect(findings(rubric, names('r2', 'canvas tote bag'))).toHaveLength(1);
    expect(findings(names('r2', 'canvas tote bag'), rubric)).toHaveLength(1);
  },
);

test.each<[string, Rubric, Rubric]>([
  [
    'a value and the exclusion of another value under another field',
    asksFor('r1', 'query', 'Color', 'Red'),
    excludes('r2', 'query', 'Ink Color', ['Red']),
  ],
  [
    'equal bare numbers of different meaning',
    asksFor('r1', 'query', 'Number of Items', '8'),
    asksFor('r2', 'query', 'RAM', '8 GB'),
  ],
  [
    'a value inside a longer word of the noun phrase',
    asksFor('r1', 'query', 'Color', 'Red'),
    names('r2', 'infrared thermometer'),
  ],
  [
    'an opinion that uses the word of a value',
    asksFor('r1', 'query', 'Color', 'Red'),
    praised('r2', 'The red is bright'),
  ],
  [
    'the same opinion with other evidence',
    praised('r1', 'The zip never sticks', 'zip never'),
    praised('r2', 'The zip never sticks'),
  ],
])('%s are two facts', (_, first, second) => {
  expect(findings(first, second)).toEqual([]);
});

test('a fact that is scored three times is found twice, each time against the first', () => {
  const found = findings(
    asksFor('r1', 'query', 'Color', 'Red'),
    asksFor('r2', 'query', 'Color', 'Blue'),
    asksFor('r3', 'query', 'Color', 'Green'),
  );
  expect(found.map(({ rubricId, detail }) => [rubricId, detail.includes('r1 already')])).toEqual([
    ['r2', true],
    ['r3', true],
  ]);
});
