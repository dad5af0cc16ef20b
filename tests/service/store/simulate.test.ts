import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OrderState } from '../../../service/store/schema.ts';
import { simulateStore } from '../../../service/store/simulate/index.ts';
import { digestOfStore, snapshotOf } from '../../../service/store/store.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { brokenInvariants } from '../../fixtures/store-invariants/index.ts';
import { smallStore, storeGoods } from '../../fixtures/stores.ts';

test('every store keeps every invariant, whatever its seed, size and language', () => {
  fc.assert(
    fc.property(
      fc.record({
        seed: fc.nat(),
        language: fc.constantFrom('en' as const, 'zh' as const),
        merchants: fc.integer({ min: 1, max: 6 }),
        users: fc.integer({ min: 1, max: 40 }),
        products: fc.integer({ min: 4, max: 48 }),
        weeks: fc.integer({ min: 8, max: 20 }),
      }),
      (settings) => {
        expect(brokenInvariants(smallStore(settings))).toEqual([]);
      },
    ),
    { numRuns: propertyRuns(60) },
  );
});

test('a store is the same for the same catalog in any order, settings and seed', () => {
  const digest = digestOfStore(smallStore({ seed: 3 }));
  expect(digestOfStore(smallStore({ seed: 3 }))).toBe(digest);
  expect(digestOfStore(simulateStore(storeGoods().reverse(), { users: 40, merchants: 4, products: 48, seed: 3 }))).toBe(
    digest,
  );
  expect(digestOfStore(smallStore({ seed: 4 }))).not.toBe(digest);
});

test('orders of a store are in every state there is', () => {
  const states = new Set(snapshotOf(smallStore({ users: 60 })).orders.map(({ state }) => state));
  expect([...states].sort()).toEqual([...OrderState.options].sort());
});

test('every kind of record occurs in a store, but for pictures, which tasks add', () => {
  const { facts: _, ...tables } = snapshotOf(smallStore({ users: 120 }));
  const empty = Object.entries(tables).flatMap(([name, rows]) => (rows.length === 0 ? [name] : []));
  expect(empty).toEqual(['pictures']);
});

test('a Chinese store tells of the same orders as an English one', () => {
  const [english, chinese] = (['en', 'zh'] as const).map((language) => snapshotOf(smallStore({ language })));
  const told = (store: typeof english) => store?.orders.map(({ id, state, totalMinor }) => [id, state, totalMinor]);
  expect(told(chinese)).toEqual(told(english));
  expect(chinese?.users[0]?.name).toMatch(/^\p{Script=Han}{2,4}$/u);
});

test('a catalog without a price makes no store', () => {
  const unpriced = storeGoods().map((product) => ({ ...product, priceMinor: null, currency: null }));
  expect(() => simulateStore(unpriced)).toThrow(/none of the catalog's 48 products has a price/);
});

test('a catalog that names shops makes a store of these shops', () => {
  const goods = storeGoods().map((product, at) => ({ ...product, shopId: `S${at % 3}`, store: `Shop ${at % 3}` }));
  const names = snapshotOf(simulateStore(goods, { users: 5, merchants: 2 })).merchants.map(({ name }) => name);
  expect(names.sort()).toEqual(['Shop 0', 'Shop 1']);
});
