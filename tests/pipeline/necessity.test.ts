import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NEEDED, necessityVerdict, sumOf, sumOfNeeded } from '../../pipeline/necessity.ts';

const counts = fc.record({ both: fc.nat(1000), one: fc.nat(1000), none: fc.nat(1000) });

test.each([
  [{ both: 80, one: 0, none: 0 }, 'good'],
  [{ both: 0, one: 35, none: 0 }, 'good'],
  [{ both: 10, one: 0, none: 1 }, 'good'],
  [{ both: 9, one: 0, none: 1 }, 'warn'],
  [{ both: 0, one: 1, none: 1 }, 'warn'],
  [{ both: 10, one: 0, none: 11 }, 'bad'],
  [{ both: 0, one: 0, none: 0 }, 'good'],
] as const)('a run whose samples need %j of what they hide is %s', (needed, verdict) => {
  expect(necessityVerdict(needed)).toBe(verdict);
});

test('more samples that need nothing never make a verdict better', () => {
  const places = ['good', 'warn', 'bad'];
  fc.assert(
    fc.property(counts, (needed) => {
      const more = { ...needed, none: needed.none + 1 };
      expect(places.indexOf(necessityVerdict(more))).toBeGreaterThanOrEqual(places.indexOf(necessityVerdict(needed)));
    }),
  );
});

test('the counts of all intents together are those of each, added up', () => {
  fc.assert(
    fc.property(fc.array(fc.option(counts, { nil: undefined })), (parts) => {
      const sum = sumOfNeeded(parts);
      const known = parts.filter((part) => part !== undefined);
      if (known.length === 0) expect(sum).toBeUndefined();
      else for (const level of NEEDED) expect(sum?.[level]).toBe(known.reduce((total, part) => total + part[level], 0));
      if (sum !== undefined) expect(sumOf(sum)).toBe(known.reduce((total, part) => total + sumOf(part), 0));
    }),
  );
});
