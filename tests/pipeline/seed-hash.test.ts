import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashKeyOf, keyedHash } from '../../pipeline/seed.ts';

const KEY = hashKeyOf('a key');

test('a hash is a whole number below 2 ** 52, and the same each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, key) => {
      const hash = keyedHash(hashKeyOf(key), text);
      expect(Number.isSafeInteger(hash) && hash >= 0 && hash < 2 ** 52).toBe(true);
      expect(keyedHash(hashKeyOf(key), text)).toBe(hash);
    }),
  );
});

test('known texts have the hashes they had when the first datasets were made with them', () => {
  expect(['', 'a', 'candidate 7/persona/3', '茶'].map((text) => keyedHash(KEY, text))).toMatchInlineSnapshot(`
    [
      1798473386404331,
      945238918230856,
      3759930073978076,
      2482431271971408,
    ]
  `);
});

/** How far counts are from being equal, over what chance alone makes of them: around 1 where they are even. */
function unevenness(counts: Float64Array): number {
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0) / (counts.length - 1);
}

test.each([2, 3, 7, 10, 64, 1000])('labels that differ in a digit spread evenly over %i places', (places) => {
  const counts = new Float64Array(places);
  for (let at = 0; at < 100_000; at++) counts[keyedHash(KEY, `candidate ${at % 96}/persona/${at}`) % places]!++;
  expect(unevenness(counts)).toBeLessThan(places < 10 ? 6 : 1.6);
});

test('a draw tells nothing of the next one', () => {
  const counts = new Float64Array(50 * 50);
  let before = 0;
  for (let at = 0; at < 200_000; at++) {
    const now = keyedHash(KEY, `fields/${at}`) % 50;
    counts[before * 50 + now]!++;
    before = now;
  }
  expect(unevenness(counts)).toBeLessThan(1.2);
});

test('one changed bit of a text or a key changes half of the bits', () => {
  let changed = 0;
  const tries = 5000;
  const bitsOf = (a: number, b: number) => (BigInt(a) ^ BigInt(b)).toString(2).replaceAll('0', '').length;
  for (let at = 0; at < tries; at++) {
    const text = `task ${at} label`;
    const place = at % text.length;
    const other = text.slice(0, place) + String.fromCharCode(text.charCodeAt(place) ^ 1) + text.slice(place + 1);
    changed += bitsOf(keyedHash(KEY, text), keyedHash(KEY, other));
    changed += bitsOf(keyedHash(KEY, text), keyedHash([KEY[0], KEY[1] ^ (1 << (at % 32)), KEY[2], KEY[3]], text));
  }
  expect(changed / (2 * tries * 52)).toBeCloseTo(0.5, 1);
});
