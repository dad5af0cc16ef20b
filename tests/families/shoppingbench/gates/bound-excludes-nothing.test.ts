import { expect, test } from 'vitest';
import { boundExcludesNothing } from '../../../../families/shoppingbench/gates/idle-facts.ts';
import { asksFor, bounds } from '../../../fixtures/leak-inputs.ts';
import { about, orderInput } from '../../../fixtures/orders.ts';

/** Prices of everything that is called as the target is. */
const PRICES = [5, 12, 20];

const gate = (input: Parameters<typeof boundExcludesNothing.check>[0]) =>
  boundExcludesNothing.check(input, {
    excludesAny: (_, { expected_value: { min = 0, max = Number.POSITIVE_INFINITY } }) =>
      PRICES.some((price) => price < min || price > max),
  });
const findings = (range: { min?: number; max?: number }) =>
  gate(orderInput([{ ...bounds('r3', 'query', 'price', range), description: 'price is at least ₱5' }], [{}]));

test.each([{ max: 19 }, { min: 6 }, { min: 5, max: 19 }, { min: 6, max: 20 }])(
  'a bound that one product of the kind fails is clean: %j',
  (range) => expect(findings(range)).toEqual([]),
);

test.each([{ max: 20 }, { min: 5 }, { min: 5, max: 20 }, { min: 1 }])(
  'a bound that every product of the kind keeps to is caught: %j',
  (range) =>
    expect(findings(range)).toEqual([
      {
        code: 'bound_excludes_nothing',
        path: 'rubrics.r3',
        rubricId: 'r3',
        detail: 'price is at least ₱5, which every product of its kind is',
      },
    ]),
);

test('nothing but bounds is asked about', () => {
  const asked: string[] = [];
  const watched = (input: Parameters<typeof boundExcludesNothing.check>[0]) =>
    boundExcludesNothing.check(input, { excludesAny: (_, { id }) => asked.push(id) > 0 });
  watched(
    orderInput(
      [about(0, asksFor('r1', 'query', 'Color', 'black')), about(1, bounds('r2', 'query', 'price', { max: 9 }))],
      [{}, {}],
    ),
  );
  expect(asked).toEqual(['r2']);
});
