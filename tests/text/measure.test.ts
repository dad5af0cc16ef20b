import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inBase, isAtLeast, measureIn } from '../../text/measure.ts';
import { normaliseValue } from '../../text/normalise.ts';
import { dimensionOf, sizeOf, UNIT_SCALES } from '../../text/units.ts';

test.each([
  ['10.2 ounces', 10.2, 'oz', []],
  ['5.5"', 5.5, 'in', []],
  ['1,128 GB', 1128, 'gb', []],
  ['up to 480 Megabytes Per Second', 480, 'mb per second', []],
  ['6 Gb/s', 6, 'gbps', []],
  ['100 Mb/s', 100, 'mbps', []],
  ['550MB/s', 550, 'mb per second', []],
  ['2 GB/s', 2, 'gb per second', []],
  ['560 MBps', 560, 'mb per second', []],
  ['560MBps', 560, 'mb per second', []],
  ['560 Mbps', 560, 'mbps', []],
  ['560 MBPS', 560, 'mbps', []],
  ['100 KBps', 100, 'kb per second', []],
  // Of bits or of bytes, which nobody can tell.
  ['6 gb/s', 6, 'gb', ['s']],
  ['1 TB SSD', 1, 'tb', ['ssd']],
  ['1500', 1500, null, []],
  ['0.05', 0.05, null, []],
  ['1920 x 1080', 1920, null, ['x', '1080']],
  ['15-25 W', 15, null, ['to', '25', 'w']],
] as const)('%j starts with %d %s', (value, amount, unit, rest) =>
  expect(measureIn(normaliseValue(value))).toEqual({ amount, unit, rest }),
);

test.each(['007', 'RTX 3060', 'two', ''])('%j starts with no number', (value) =>
  expect(measureIn(normaliseValue(value))).toBeNull(),
);

const UNITS = [...UNIT_SCALES.keys()];
const amounts = fc.double({ min: 0.001, max: 1e6, noNaN: true });

test('an amount is as much as itself in any other unit of its dimension', () => {
  fc.assert(
    fc.property(amounts, fc.constantFrom(...UNITS), fc.nat(), (amount, unit, place) => {
      const others = UNITS.filter(
        (other) => dimensionOf(other) === dimensionOf(unit) && dimensionOf(other) !== 'memory',
      );
      const other = others[place % Math.max(1, others.length)];
      if (other === undefined) return;
      const [one, same] = [inBase(amount, unit), inBase((amount * sizeOf(unit)) / sizeOf(other), other)];
      expect(isAtLeast(one, same) && isAtLeast(same, one)).toBe(true);
    }),
  );
});

test.each([
  [1024, 'gb', 1, 'tb'],
  [2048, 'mb', 2, 'gb'],
  [1000, 'gb', 1, 'tb'],
] as const)('%d %s are %d %s to a shop', (amount, unit, same, other) =>
  expect(inBase(amount, unit)).toBeCloseTo(inBase(same, other)),
);

test('512 GB are no other size', () => expect(inBase(512, 'gb')).toBe(512_000));
