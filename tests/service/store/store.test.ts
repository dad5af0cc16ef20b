import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from '../../../service/store/schema.ts';
import {
  digestOfStore,
  type StoreRows,
  snapshotOf,
  storeOf,
  storeText,
  transact,
} from '../../../service/store/store.ts';
import { cpuMsOf } from '../../fixtures/spent.ts';
import { applyDeltas, smallStore } from '../../fixtures/stores.ts';

const store = smallStore();
const ids = snapshotOf(store).orders.map(({ id }) => id);

const urged = (id: string) => transact(store, (write) => write.update('orders', id, { urgent: true, remarks: [] }));

test('a store is read back from its file as it was written', () => {
  const { facts, ...rows } = JSON.parse(storeText(store)) as ReturnType<typeof snapshotOf>;
  const again = storeOf(facts, rows);
  expect(snapshotOf(again)).toEqual(snapshotOf(store));
  expect(digestOfStore(again)).toBe(digestOfStore(store));
});

test('a write makes another store and leaves the first as it was', () => {
  const before = digestOfStore(store);
  const changed = urged(ids[0] as string).store;
  expect(digestOfStore(changed)).not.toBe(before);
  expect(digestOfStore(store)).toBe(before);
  const { orders: _, ...others } = snapshotOf(changed);
  expect(snapshotOf(store)).toMatchObject(others);
});

test('a write that comes to nothing leaves no delta and no other digest', () => {
  const { id, urgent } = [...store.orders.rows()][0] as Row<'orders'>;
  const { store: same, deltas } = transact(store, (write) => write.update('orders', id, { urgent }));
  expect(deltas).toEqual([]);
  expect(digestOfStore(same)).toBe(digestOfStore(store));
});

test('of a transaction that throws nothing is left', () => {
  const before = digestOfStore(store);
  expect(() =>
    transact(store, (write) => {
      write.update('orders', ids[0] as string, { urgent: true });
      write.update('orders', 'none', { urgent: true });
    }),
  ).toThrow(/"orders" has no row "none"/);
  expect(digestOfStore(store)).toBe(before);
});

test('the digest of a changed store is that of a store made of its rows, whatever was written in which order', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(ids, { maxLength: 12 }), fc.boolean(), (chosen, cancels) => {
      let next = store;
      for (const id of chosen)
        next = transact(next, (write) =>
          write.update('orders', id, cancels ? { state: 'cancelled' } : { urgent: true }),
        ).store;
      const { facts, ...rows } = snapshotOf(next);
      expect(digestOfStore(next)).toBe(digestOfStore(storeOf(facts, rows as StoreRows)));
      const sorted = [...chosen].sort();
      let other = store;
      for (const id of sorted)
        other = transact(other, (write) =>
          write.update('orders', id, cancels ? { state: 'cancelled' } : { urgent: true }),
        ).store;
      expect(digestOfStore(other)).toBe(digestOfStore(next));
    }),
    { numRuns: 20 },
  );
});

test('deltas that were logged make the same store again', () => {
  const [one, other] = ids as [string, string];
  const first = urged(one);
  const second = transact(first.store, (write) => {
    write.update('orders', other, { urgent: true });
    write.insert('handOvers', { id: 'h1', userId: 'u', merchantId: null, at: store.facts.now, reason: '' });
  });
  const again = applyDeltas(store, [...first.deltas, ...second.deltas]);
  expect(digestOfStore(again)).toBe(digestOfStore(second.store));
  expect(() => applyDeltas(second.store, first.deltas)).toThrow(/is not what it was/);
});

test('rows are found by the ids they name, after writes as well', () => {
  const order = [...store.orders.rows()][0] as Row<'orders'>;
  const theirs = store.orders.where('userId', order.userId);
  expect(theirs).toContain(order);
  const moved = transact(store, (write) => write.update('orders', order.id, { userId: 'someone' })).store;
  expect(moved.orders.where('userId', 'someone').map(({ id }) => id)).toEqual([order.id]);
  expect(moved.orders.where('userId', order.userId)).toHaveLength(theirs.length - 1);
});

test('a copy for an episode costs a small part of two milliseconds', () => {
  digestOfStore(store);
  const id = ids[0] as string;
  const cpuMs = cpuMsOf(() => {
    for (let at = 0; at < 200; at++)
      digestOfStore(transact(store, (write) => write.update('orders', id, { urgent: true })).store);
  });
  expect(cpuMs / 200).toBeLessThan(2);
});
