import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canFill } from '../../../../families/ecomagentbench/partition/feature-sets.ts';
import { propertyRuns } from '../../../fixtures/property-runs.ts';

/** Tries every feature for every place. */
function naive(places: readonly number[], taken = 0): boolean {
  const [place, ...rest] = places;
  if (place === undefined) return true;
  return Array.from({ length: 8 }, (_, feature) => 1 << feature).some(
    (bit) => (place & bit) !== 0 && (taken & bit) === 0 && naive(rest, taken | bit),
  );
}

test('places can be filled where trying everything finds a feature of its own for each', () => {
  const kind = fc.record({ count: fc.nat(3), fitting: fc.nat(255) });
  fc.assert(
    fc.property(fc.array(kind, { maxLength: 4 }), (kinds) => {
      const places = kinds.flatMap(({ count, fitting }) => new Array<number>(count).fill(fitting));
      expect(canFill(kinds)).toBe(naive(places));
    }),
    { numRuns: propertyRuns(500) },
  );
});
