import { expect, test } from 'vitest';
import { unknownProduct } from '../../../stages/gates/unknown-product.ts';
import { leakInput } from '../../fixtures/leak-inputs.ts';

const findings = (targetIds: string[], catalog: readonly string[]) => {
  const input = leakInput({});
  return unknownProduct.check(
    { ...input, task: { ...input.task, targetIds } },
    { catalog: { rowOf: (id) => (catalog.includes(id) ? 0 : null) } },
  );
};

test('a target that the catalog holds is clean', () => {
  expect(findings(['P1'], ['P0', 'P1'])).toEqual([]);
});

test('a target that the catalog does not hold is a finding', () => {
  expect(findings(['P1'], ['P0'])).toMatchObject([{ code: 'unknown_product', path: 'target_product.product_id' }]);
});

test('an id is known only as it is written', () => {
  expect(findings(['p1', 'P1 '], ['P1'])).toHaveLength(2);
});

test('of several targets only the missing ones are named', () => {
  expect(findings(['P1', 'P2', 'P3'], ['P1', 'P3']).map(({ detail }) => detail)).toEqual([
    '"P2" is not in the catalog',
  ]);
});
