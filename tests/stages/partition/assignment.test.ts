import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canFill } from '../../../stages/partition/assignment.ts';

/** Tries every feature for every slot. */
function naive(slots: readonly number[], taken = 0): boolean {
  const [slot, ...rest] = slots;
  if (slot === undefined) return true;
  return Array.from({ length: 8 }, (_, feature) => 1 << feature).some(
    (bit) => (slot & bit) !== 0 && (taken & bit) === 0 && naive(rest, taken | bit),
  );
}

test('slots can be filled where trying everything finds a feature of its own for each', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(255), { maxLength: 6 }), (slots) => {
      expect(canFill(slots)).toBe(naive(slots));
    }),
    { numRuns: 500 },
  );
});
