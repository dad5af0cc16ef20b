import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BufferPool, buffersIn } from '../../../catalog/memory/buffer-pool.ts';

const KB = 1024;
const some = (...kilobytes: number[]) => kilobytes.map((size) => new ArrayBuffer(size * KB));

test('the smallest buffer that is large enough is used again', () => {
  const bufferPool = new BufferPool();
  const buffers = some(200, 100, 150);
  bufferPool.give(buffers);
  expect(bufferPool.take(90 * KB)).toBe(buffers[1]);
  expect(bufferPool.take(90 * KB)).toBe(buffers[2]);
});

test('a buffer is as large as was asked for, and nobody else has it until it is given back', () => {
  const size = fc.oneof(fc.nat(40 * KB), fc.nat(400 * KB));
  const step = fc.oneof(fc.record({ take: size }), fc.record({ give: fc.nat(20) }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const bufferPool = new BufferPool();
      const taken: ArrayBuffer[] = [];
      for (const one of steps) {
        if ('take' in one) {
          const buffer = bufferPool.take(one.take);
          expect(buffer.byteLength).toBeGreaterThanOrEqual(one.take);
          expect(taken).not.toContain(buffer);
          taken.push(buffer);
        } else bufferPool.give(taken.splice(one.give, 1));
      }
    }),
  );
});

test.each([
  ['too small', 50],
  ['far too large', 1000],
])('one that is %s is left where it is', (_, kilobytes) => {
  const bufferPool = new BufferPool();
  const [buffer] = some(kilobytes);
  bufferPool.give([buffer as ArrayBuffer]);
  expect(bufferPool.take(100 * KB).byteLength).toBe(100 * KB);
  expect(bufferPool.takeAll()).toEqual([buffer]);
});

test('no more are kept than threads have in use', () => {
  const bufferPool = new BufferPool();
  for (let given = 0; given < 1000; given++) bufferPool.give(some(16));
  expect(bufferPool.takeAll().length).toBeLessThan(100);
});

test('few large ones are kept', () => {
  const bufferPool = new BufferPool();
  for (let given = 0; given < 20; given++) bufferPool.give(some(20 * KB));
  expect(bufferPool.takeAll()).toHaveLength(6);
});

test('every buffer of a value is found, however deep it lies', () => {
  const [one, other] = [new Uint8Array(2), new Float64Array(1)];
  expect(buffersIn({ count: 1, ids: { bytes: one }, columns: [null, other] })).toEqual([one.buffer, other.buffer]);
});
