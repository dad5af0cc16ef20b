import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buffersIn, Spares } from '../../../catalog/rows/spares.ts';

const KB = 1024;
const some = (...kilobytes: number[]) => kilobytes.map((size) => new ArrayBuffer(size * KB));

test('the smallest buffer that is large enough is used again', () => {
  const spares = new Spares();
  const buffers = some(200, 100, 150);
  spares.give(buffers);
  expect(spares.take(90 * KB)).toBe(buffers[1]);
  expect(spares.take(90 * KB)).toBe(buffers[2]);
});

test('a buffer is as large as was asked for, and nobody else has it until it is given back', () => {
  const size = fc.oneof(fc.nat(40 * KB), fc.nat(400 * KB));
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

test.each([
  ['too small', 50],
  ['far too large', 1000],
])('one that is %s is left where it is', (_, kilobytes) => {
  const spares = new Spares();
  const [buffer] = some(kilobytes);
  spares.give([buffer as ArrayBuffer]);
  expect(spares.take(100 * KB).byteLength).toBe(100 * KB);
  expect(spares.takeAll()).toEqual([buffer]);
});

test('no more are kept than threads have in use', () => {
  const spares = new Spares();
  for (let given = 0; given < 1000; given++) spares.give(some(16));
  expect(spares.takeAll().length).toBeLessThan(100);
});

test('few large ones are kept', () => {
  const spares = new Spares();
  for (let given = 0; given < 20; given++) spares.give(some(20 * KB));
  expect(spares.takeAll()).toHaveLength(6);
});

test('every buffer of a value is found, however deep it lies', () => {
  const [one, other] = [new Uint8Array(2), new Float64Array(1)];
  expect(buffersIn({ count: 1, ids: { bytes: one }, columns: [null, other] })).toEqual([one.buffer, other.buffer]);
});
