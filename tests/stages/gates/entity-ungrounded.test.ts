import { expect, test } from 'vitest';
import { entityUngrounded } from '../../../stages/gates/entity-ungrounded.ts';
import { asksFor, leakInput, names } from '../../fixtures/leak-inputs.ts';
import { about, orderInput } from '../../fixtures/orders.ts';

const title = 'Voltra AA Rechargeable Batteries & Charger Cases, 8 Pack';
const check = (...rubrics: ReturnType<typeof names>[]) =>
  entityUngrounded.check(leakInput({ rubrics, target: { title } }));

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

const ORDER = [{ title: 'Orla Phone Case' }, { title: 'Fjord Phone Stand' }];
const ordered = (...rubrics: ReturnType<typeof names>[]) => entityUngrounded.check(orderInput(rubrics, ORDER));

test('of an order each target has a noun phrase of its own title', () => {
  expect(ordered(about(0, names('r1', 'phone case', 'Phone Case')), about(1, names('r2', 'stand', 'Stand')))).toEqual(
    [],
  );
});

test('a phrase of the other title is not grounded', () => {
  const swapped = ordered(about(0, names('r1', 'stand', 'Stand')), about(1, names('r2', 'phone case', 'Phone Case')));
  expect(swapped.map(({ rubricId }) => rubricId)).toEqual(['r1', 'r2']);
});

test('a phrase that both titles hold is grounded in each', () => {
  expect(ordered(about(0, names('r1', 'phone', 'Phone')), about(1, names('r2', 'phone', 'Phone')))).toEqual([]);
});

test('a target that no rubric names, or two name, is a finding that says which', () => {
  expect(ordered(about(0, names('r1', 'phone case', 'Phone Case')))).toMatchObject([
    { path: 'rubrics', detail: expect.stringMatching(/^0 rubrics name product 2/) },
  ]);
  const both = [about(0, names('r1', 'phone', 'Phone')), about(0, names('r2', 'case', 'Case'))];
  expect(ordered(...both).map(({ detail }) => detail)).toEqual([
    '2 rubrics name product 1, expected exactly one',
    '0 rubrics name product 2, expected exactly one',
  ]);
});
