import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Separation, splitOfGroup } from '../../../cli/verify/agreement.ts';
import { splitOf } from '../../../pipeline/run/split.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';

const shares = fc.uniqueArray(fc.constantFrom('train', 'dev', 'test', 'hidden'), { minLength: 1 }).chain((names) =>
  fc.array(fc.integer({ min: 1, max: 100 }), { minLength: names.length, maxLength: names.length }).map((weights) => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return Object.fromEntries(names.map((name, at) => [name, (weights[at] as number) / total]));
  }),
);

test('the split counted out anew is the one the build draws, for any group and any shares', () => {
  fc.assert(
    fc.property(fc.string(), shares, (group, wanted) => {
      expect(splitOfGroup(group, wanted)).toBe(splitOf(group, wanted));
    }),
    { numRuns: propertyRuns(2000) },
  );
});

test('shares are kept among many groups', () => {
  const groups = Array.from({ length: 4000 }, (_, at) => `group ${at}`);
  const inTest = groups.filter((group) => splitOfGroup(group, { train: 0.73, test: 0.27 }) === 'test');
  expect(inTest.length / groups.length).toBeCloseTo(0.27, 1);
});

test('what binds two samples is only crossed when their splits differ', () => {
  const separation = new Separation({ train: 1 });
  const found: string[] = [];
  const check = (id: string, split: string, group: string, ...bonds: string[]) =>
    separation.check({ id, split, group, bonds }, (code, detail) => found.push(`${id} ${code}: ${detail}`));
  check('a', 'train', 'g', 'shop 1', 'shop 2');
  check('b', 'train', 'h', 'shop 2');
  check('c', 'train', 'g', 'shop 3');
  expect(found).toEqual([]);
  check('d', 'test', 'i', 'shop 2', 'shop 2', 'shop 4');
  expect(found).toEqual([
    'd split_differs: is in test, its group "i" belongs in train',
    'd split_crossed: is in test with shop 2, and a in train',
  ]);
});
