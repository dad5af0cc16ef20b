import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainEnd } from '../../../catalog/fast-rows/plain-values.ts';
import { cleanText } from '../../../text/normalise.ts';

const text = fc.oneof(
  fc.array(fc.constantFrom('a', 'B', '9', ' ', '&', ';', '<', '>', '"', '\\', '\t', '\u007f', 'é', 'amp'), {
    maxLength: 6,
  }),
  fc.array(fc.string({ maxLength: 2 }), { maxLength: 4 }),
);

test('a plain text is clean, and stands in JSON as it is', () => {
  let plain = 0;
  fc.assert(
    fc.property(text, (parts) => {
      const whole = parts.join('');
      const json = JSON.stringify(whole);
      const bytes = Buffer.from(`${json}, "`);
      const end = plainEnd(bytes, 0);
      if (end < 0) return;
      expect(end).toBe(Buffer.from(json).length);
      plain++;
      expect(cleanText(whole)).toBe(whole);
      expect(bytes.toString('latin1', 1, end - 1)).toBe(whole);
    }),
    { numRuns: 1000 },
  );
  expect(plain).toBeGreaterThan(100);
});

test.each(['', 'Tents & Shelters', 'one; two', '100% "cotton"'.replaceAll('"', "'")])('%j is plain', (whole) => {
  expect(plainEnd(Buffer.from(JSON.stringify(whole)), 0)).toBe(whole.length + 2);
});

test.each(['', 'null', '"Tent', '"Tent\n"', '"Tent\\"'])('there is no plain text in %j', (bytes) => {
  expect(plainEnd(Buffer.from(bytes), 0)).toBeLessThan(0);
});
