import { expect, test } from 'vitest';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { duplicateFact } from '../../../stages/gates/duplicate-fact.ts';
import { asksFor, bounds, excludes, leakInput, names } from '../../fixtures/leak-inputs.ts';
import { about, answers, comesWith, fromOneShop, hasSku } from '../../fixtures/orders.ts';
import { pays, praised } from '../../fixtures/tasks.ts';

const findings = (...rubrics: Rubric[]) => duplicateFact.check(leakInput({ rubrics }));

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
  ['asks for one service twice', comesWith('r1', 'freeShipping'), comesWith('r2', 'freeShipping')],
  ['chooses two SKUs', hasSku('r1', { Color: 'Red' }), hasSku('r2', { Size: 'XL' })],
  [
    'asks for a field of its SKU besides',
    hasSku('r1', { Color: 'Red', Size: 'XL' }),
    asksFor('r2', 'query', 'Size', 'Large'),
  ],
  [
    'asks for a value of its SKU under another field',
    hasSku('r1', { 'Hardware Interface': 'USB' }),
    asksFor('r2', 'query', 'Connectivity Technology', 'usb'),
  ],
  ['asks twice for one shop', fromOneShop('r1', 2), fromOneShop('r2', 3)],
  ['asks two questions', answers('r1', 'Which city?', 'Oslo'), answers('r2', 'Which river?', 'Rhine')],
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

test.each([
  asksFor('r1', 'query', 'Material', 'Canvas'),
  excludes('r1', 'query', 'Material', ['Leather', 'canvas']),
  hasSku('r1', { Material: 'Canvas' }),
])('a value that the noun phrase says already is a duplicate, whichever comes first: %#', (rubric) => {
  expect(findings(rubric, names('r2', 'canvas tote bag'))).toHaveLength(1);
  expect(findings(names('r2', 'canvas tote bag'), rubric)).toHaveLength(1);
});

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
  ['two services', comesWith('r1', 'freeShipping'), comesWith('r2', 'official')],
  ['a SKU and another field', hasSku('r1', { Color: 'Red' }), asksFor('r2', 'query', 'Size', 'XL')],
  ['a noun phrase and the answer of a question', names('r1', 'tote bag'), answers('r2', 'Which city?', 'Oslo')],
  ['a shop and a budget', fromOneShop('r1', 2), pays('r2', 2000)],
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

test.each<[string, Rubric]>([
  ['one value', asksFor('r1', 'query', 'Color', 'Red')],
  ['one SKU', hasSku('r1', { Color: 'Red' })],
  ['one service', comesWith('r1', 'freeShipping')],
  ['one noun phrase', names('r1', 'tote bag')],
])('%s of two targets is two facts, and of one target one', (_, rubric) => {
  expect(findings(about(0, rubric), about(1, { ...rubric, id: 'r2' }))).toEqual([]);
  expect(findings(about(1, rubric), about(1, { ...rubric, id: 'r2' }))).toMatchObject([{ rubricId: 'r2' }]);
});

test('a value that the noun phrase of the other target says is a fact of its own', () => {
  const canvas = asksFor('r1', 'query', 'Material', 'Canvas');
  expect(findings(about(0, canvas), about(1, names('r2', 'canvas tote bag')))).toEqual([]);
  expect(findings(about(1, canvas), about(1, names('r2', 'canvas tote bag')))).toHaveLength(1);
});
