import fc from 'fast-check';
import { expect, test } from 'vitest';
import { impactOf, weightOf } from '../../../catalog/search/bm25.ts';

test('the weight of a word is its inverse document frequency in 1,024ths', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4_000_000 }), fc.nat(), (products, drawn) => {
      const having = 1 + (drawn % products);
      const exact = 1024 * Math.log(1 + (products - having + 0.5) / (having + 0.5));
      expect(Math.abs(weightOf(having, products) - Math.max(1, exact))).toBeLessThanOrEqual(0.5 + 1e-6);
    }),
  );
});

test('a rarer word never weighs less', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 1_000_000 }), fc.nat(), (products, drawn) => {
      const having = 1 + (drawn % (products - 1));
      expect(weightOf(having, products)).toBeGreaterThanOrEqual(weightOf(having + 1, products));
    }),
  );
});

test('a word has more impact the more often it is there, and less the more other words are', () => {
  expect(impactOf(2, 20, 20)).toBeGreaterThan(impactOf(1, 20, 20));
  expect(impactOf(1, 40, 20)).toBeLessThan(impactOf(1, 20, 20));
  expect(impactOf(1, 1_000_000, 20)).toBe(1);
  expect(impactOf(255, 255, 300)).toBeLessThanOrEqual(255);
});
