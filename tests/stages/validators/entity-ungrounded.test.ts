import { expect, test } from 'vitest';
import { entityUngrounded } from '../../../stages/validators/entity-ungrounded.ts';
import { asksFor, leakInput, names } from '../../fixtures/leak-inputs.ts';

const title = 'Voltra AA Rechargeable Batteries & Charger Cases, 8 Pack';
const check = (...rubrics: ReturnType<typeof names>[]) => entityUngrounded(leakInput({ rubrics, target: { title } }));

test.each([
  ['batteries', 'Rechargeable Batteries'],
  ['rechargeable battery', 'Rechargeable Batteries'],
  ['charger case', 'Charger Cases'],
  ['Charger', 'Charger'],
])('a phrase of the title is grounded, in the singular too: %j in %j', (phrase, span) => {
  expect(check(names('r1', phrase, span), asksFor('r2', 'query', 'Color', 'Red'))).toEqual([]);
});

test.each([
  ['battery', 'Rechargable Batteries'],
  ['battery', 'rechargeable batteries'],
  ['battery pack', 'Rechargeable Batteries'],
  ['charge', 'Charger Cases'],
  ['!', 'Charger'],
])('a phrase the title does not hold is not: %j in %j', (phrase, span) => {
  expect(check(names('r1', phrase, span))).toMatchObject([
    { code: 'entity_ungrounded', path: 'rubrics.r1', rubricId: 'r1' },
  ]);
});

test('exactly one rubric names the product', () => {
  expect(check()).toMatchObject([{ code: 'entity_ungrounded', path: 'rubrics' }]);
  expect(check(names('r1', 'charger', 'Charger'), names('r2', 'battery', 'Batteries'))).toMatchObject([
    { path: 'rubrics' },
  ]);
});
