import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FactPairs } from '../../text/cache/recent.ts';

test('a pair is found out once, and no other is taken for it', () => {
  const text = fc.constantFrom('', 'a', 'b', 'a\nb', '__proto__');
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text, text, text), { maxLength: 60 }), (asked) => {
      const pairs = new FactPairs();
      const found = new Map<string, number>();
      for (const pair of asked) {
        const key = JSON.stringify(pair);
        const known = pairs.of(...pair, () => {
          found.set(key, (found.get(key) ?? 0) + 1);
          return key.length % 2 === 0;
        });
        expect(known).toBe(key.length % 2 === 0);
      }
      expect([...found.values()].every((times) => times === 1)).toBe(true);
    }),
  );
});
