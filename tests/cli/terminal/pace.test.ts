import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Pace } from '../../../cli/terminal/pace.ts';

/** A pace that is told every 100 ms what was made so far. */
function paceOf(madeAt: (at: number) => number, untilMs: number): Pace {
  const pace = new Pace(0, madeAt(0));
  for (let at = 100; at <= untilMs; at += 100) pace.note(at, madeAt(at));
  return pace;
}

test('what is made steadily takes as long for the rest as it says, however fast it is and however long it went on', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.002, max: 2, noNaN: true }),
      fc.integer({ min: 20_000, max: 100_000 }),
      fc.integer({ min: 1, max: 1e6 }),
      (perMs, at, missing) => {
        const madeAt = (time: number) => Math.floor(time * perMs);
        const left = paceOf(madeAt, at).leftMs(at, madeAt(at), missing);
        expect(left).not.toBeNull();
        expect((left as number) / (missing / perMs)).toBeCloseTo(1, 0);
      },
    ),
  );
});

test('before ten are made nobody knows how long the rest takes, and at what rate only after a second', () => {
  const pace = paceOf((at) => Math.floor(at / 1000), 9900);
  expect(pace.leftMs(9900, 9, 91)).toBeNull();
  expect(pace.perSecond(9900, 9)).toBeCloseTo(0.9, 1);
  expect(new Pace(0, 0).perSecond(900, 50)).toBeNull();
});

test('where nothing comes any more, the time left is not known any more', () => {
  const madeAt = (at: number) => Math.min(100, Math.floor(at / 100));
  expect(paceOf(madeAt, 10_000).leftMs(10_000, 100, 50)).toBeCloseTo(5000, -2);
  expect(paceOf(madeAt, 20_000).leftMs(20_000, 100, 50)).toBeNull();
});

test('where all of it came at once, or much faster than before, nothing is told', () => {
  expect(paceOf((at) => (at < 9000 ? 0 : 80), 10_000).leftMs(10_000, 80, 20)).toBeNull();
  expect(paceOf((at) => (at < 8000 ? at / 1000 : at / 100), 10_000).leftMs(10_000, 100, 20)).toBeNull();
});

test('nothing is left where nothing is missing, and nothing is made where nothing was', () => {
  const pace = paceOf((at) => at / 10, 10_000);
  expect(pace.leftMs(10_000, 1000, 0)).toBeNull();
  expect(new Pace(0, 7).perSecond(60_000, 7)).toBeNull();
});

test('what an earlier start had made is no part of the pace', () => {
  const pace = paceOf((at) => 5000 + at / 100, 10_000);
  expect(pace.perSecond(10_000, 5100)).toBeCloseTo(10);
  expect(pace.leftMs(10_000, 5100, 100)).toBeCloseTo(10_000, -1);
});
