import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mostSamples } from '../../../pipeline/run/most-samples.ts';

interface Intent {
  readonly wanted: number;
  readonly products: readonly number[];
  readonly least: number;
}

const bound = (intents: readonly Intent[], uses: number) =>
  mostSamples(
    intents.map(({ wanted, products, least }) => ({ wanted, reach: { products, least, most: products.length } })),
    uses,
  );

/** The most samples of single products, by a maximum flow: sample after sample, each along a path that frees what it needs. */
function mostMatched(intents: readonly Intent[], uses: number): number {
  /** Intents that a product serves. */
  const served = new Map<number, Set<number>>();
  const countOf = (intent: number) => [...served.values()].filter((all) => all.has(intent)).length;
  const serve = (intent: number, seen: Set<number>): boolean => {
    for (const product of intents[intent]?.products ?? []) {
      const all = served.get(product) ?? new Set();
      served.set(product, all);
      if (all.has(intent) || seen.has(product)) continue;
      seen.add(product);
      const freed = all.size < uses ? null : [...all].find((other) => serve(other, seen));
      if (freed === undefined) continue;
      if (freed !== null) all.delete(freed);
      all.add(intent);
      return true;
    }
    return false;
  };
  for (const [place, { wanted }] of intents.entries()) while (countOf(place) < wanted && serve(place, new Set()));
  return intents.reduce((sum, _, place) => sum + countOf(place), 0);
}

const intent = fc.record<Intent>({
  wanted: fc.integer({ min: 0, max: 8 }),
  products: fc.uniqueArray(fc.nat(7), { maxLength: 8 }),
  least: fc.constant(1),
});
const uses = fc.integer({ min: 1, max: 4 });

test('intents about single products can have exactly so many, however they share products', () => {
  fc.assert(
    fc.property(fc.array(intent, { maxLength: 4 }), uses, (intents, most) => {
      expect(bound(intents, most)).toBe(mostMatched(intents, most));
    }),
    { numRuns: 300 },
  );
});

test('orders of several products never have more than what is said', () => {
  /** Deals orders blindly: what is found is one of the runs there can be. */
  const dealt = (intents: readonly Intent[], most: number, order: readonly number[]) => {
    const used = new Map<number, number>();
    let samples = 0;
    for (const { wanted, products, least } of order.map((place) => intents[place % intents.length] as Intent)) {
      const free = new Set(products);
      for (let count = 0; count < wanted; count++) {
        const hand = [...free].filter((product) => (used.get(product) ?? 0) < most).slice(0, least);
        if (hand.length < least) break;
        for (const product of hand) {
          used.set(product, (used.get(product) ?? 0) + 1);
          free.delete(product);
        }
        samples += 1;
      }
    }
    return samples;
  };
  const ofSeveral = fc.record<Intent>({
    wanted: fc.integer({ min: 0, max: 8 }),
    products: fc.uniqueArray(fc.nat(9), { maxLength: 10 }),
    least: fc.integer({ min: 1, max: 3 }),
  });
  const intents = fc.array(ofSeveral, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(intents, uses, fc.boolean(), (some, most, isReversed) => {
      const order = isReversed ? [...some.keys()].reverse() : [...some.keys()];
      expect(dealt(some, most, order)).toBeLessThanOrEqual(bound(some, most));
    }),
    { numRuns: 300 },
  );
});

test('a subject is used once, however often products are', () => {
  const reach = { products: [1, 2, 3, 4], least: 1, most: 2 };
  expect(mostSamples([{ wanted: 4, reach }], 9)).toBe(2);
});

test('eight intents over one catalog share its products', () => {
  const products = Array.from({ length: 3587 }, (_, product) => product);
  const eight = Array.from({ length: 8 }, (): Intent => ({ wanted: 625, products, least: 1 }));
  expect([1, 2].map((times) => bound(eight, times))).toEqual([3587, 5000]);
});

test('an intent that nothing is eligible for gives nothing, and takes nothing from others', () => {
  const none = { wanted: 5, reach: { products: [], least: Number.POSITIVE_INFINITY, most: 0 } };
  expect(mostSamples([none, { wanted: 5, reach: { products: [1, 2], least: 1, most: 2 } }], 1)).toBe(2);
});
