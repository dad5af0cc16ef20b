import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buffersIn, Spares } from '../../../catalog/rows/spares.ts';

test('a buffer is as large as was asked for, and nobody else has it until it is given back', () => {
  const size = fc.oneof(fc.nat(40_000), fc.nat(400_000));
  const step = fc.oneof(fc.record({ take: size }), fc.record({ give: fc.nat(20) }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const spares = new Spares();
      const taken: ArrayBuffer[] = [];
      for (const one of steps) {
        if ('take' in one) {
          const buffer = spares.take(one.take);
          expect(buffer.byteLength).toBeGreaterThanOrEqual(one.take);
          expect(taken).not.toContain(buffer);
          taken.push(buffer);
        } else spares.give(taken.splice(one.give, 1));
      }
    }),
  );
});

test('a buffer that was given is taken again, unless it is far too large', () => {
  const spares = new Spares();
  const buffer = new ArrayBuffer(100_000);
  spares.give([buffer]);
  expect(spares.take(20_000)).not.toBe(buffer);
  expect(spares.take(60_000)).toBe(buffer);
});

test('no more buffers are kept than a run of steps has', () => {
  const spares = new Spares();
  spares.give(Array.from({ length: 1000 }, () => new ArrayBuffer(1 << 14)));
  expect(spares.takeAll()).toHaveLength(64);
});

test('every buffer of a message is found', () => {
  const [one, other] = [new Uint8Array(8), new Float64Array(2)];
  expect(buffersIn({ one, of: [{ other, text: 'x' }, null, 3] })).toEqual([one.buffer, other.buffer]);
});
