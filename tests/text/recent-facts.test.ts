import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecentFacts } from '../../text/cache/recent.ts';

test('what is known of a fact is what was found for it, remembered or not, and is not found again at once', () => {
  const fact = fc.tuple(fc.constantFrom('Color', 'Size', undefined), fc.constantFrom('', 'Red', 'a\nb', 'b'));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.array(fact, { maxLength: 60 }), (most, facts) => {
      const recent = new RecentFacts<string>(most);
      let found = 0;
      for (const [field, value] of facts) {
        const ask = () =>
          recent.of(field, value, () => {
            found += 1;
            return JSON.stringify([field ?? null, value]);
          });
        expect(ask()).toBe(JSON.stringify([field ?? null, value]));
        const before = found;
        ask();
        expect(found).toBe(before);
      }
    }),
  );
});

test('facts that stay in use are remembered while others pass by', () => {
  const recent = new RecentFacts<number>(3);
  recent.of('Color', 'Red', () => 1);
  for (let other = 0; other < 20; other++) {
    recent.of('Size', String(other), () => other);
    expect(recent.of('Color', 'Red', () => 2)).toBe(1);
  }
});
