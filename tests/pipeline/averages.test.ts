import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Means } from '../../pipeline/averages.ts';

test('a mean is the sum of what was added to its name over its number, and that of nothing is null', () => {
  const value = fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true }));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b'), value)), (added) => {
      const means = new Means();
      for (const [name, one] of added) means.add(name, one);
      for (const name of ['a', 'b', 'c']) {
        const own = added.flatMap(([of, one]) => (of === name && one !== null ? [one] : []));
        expect(means.count(name)).toBe(own.length);
        expect(means.of(name)).toBe(own.length === 0 ? null : own.reduce((sum, one) => sum + one, 0) / own.length);
      }
    }),
  );
});
