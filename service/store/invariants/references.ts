import { z } from 'zod';
import type { Row, TableName } from '../schema.ts';
import { TABLES } from '../schema.ts';
import { TABLE_NAMES } from '../store.ts';
import type { Invariant } from './invariant.ts';

/** The table that a field with an id names a row of. */
const NAMED: Readonly<Record<string, TableName>> = {
  merchantId: 'merchants',
  userId: 'users',
  orderId: 'orders',
  productId: 'products',
  carrierId: 'carriers',
  refundId: 'refunds',
  shipmentId: 'shipments',
  fromProductId: 'products',
  toProductId: 'products',
  couponIds: 'coupons',
  carrierIds: 'carriers',
  exchangeableFor: 'products',
};

/** Fields of rows, and of rows within rows, that name a row elsewhere. */
function* namedIn(value: unknown): Iterable<readonly [TableName, string]> {
  if (Array.isArray(value)) for (const one of value) yield* namedIn(one);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [field, held] of Object.entries(value)) {
    const table = NAMED[field];
    if (table === undefined) yield* namedIn(held);
    else for (const id of [held].flat()) if (typeof id === 'string') yield [table, id];
  }
}

export const references: readonly Invariant[] = [
  {
    name: 'schema',
    holds: 'every row is what the schema says',
    keptBy: 'store',
    *violations(store) {
      for (const name of TABLE_NAMES)
        for (const row of store[name].rows()) {
          const { success, error } = (TABLES[name] as z.ZodType).safeParse(row);
          if (!success) yield `${name} ${row.id}: ${z.prettifyError(error)}`;
        }
    },
  },
  {
    name: 'references',
    holds: 'every id that a row names is a row of its table',
    keptBy: 'store',
    *violations(store) {
      for (const name of TABLE_NAMES)
        for (const row of store[name].rows() as Iterable<Row<TableName>>)
          for (const [table, id] of namedIn(row))
            if (!store[table].has(id)) yield `${name} ${row.id} names "${id}", which is no row of ${table}`;
    },
  },
  {
    name: 'owners',
    holds: 'what names an order and a user names the user of that order',
    keptBy: 'store',
    *violations(store) {
      for (const name of TABLE_NAMES)
        for (const row of store[name].rows() as Iterable<{ id: string; orderId?: string | null; userId?: string }>) {
          const order = row.orderId ? store.orders.get(row.orderId) : undefined;
          if (order !== undefined && row.userId !== undefined && row.userId !== order.userId)
            yield `${name} ${row.id} is of user ${row.userId}, its order ${order.id} of ${order.userId}`;
        }
    },
  },
  {
    name: 'past',
    holds: 'nothing has happened later than now',
    keptBy: 'store',
    *violations(store) {
      const { now } = store.facts;
      const happened = ['at', 'issuedAt', 'paidAt', 'pickedUpAt', 'deliveredAt', 'registeredAt'];
      function* times(value: unknown): Iterable<string> {
        if (typeof value !== 'object' || value === null) return;
        for (const [field, held] of Object.entries(value))
          if (typeof held === 'string' && happened.includes(field)) yield held;
          else yield* times(held);
      }
      for (const name of TABLE_NAMES)
        for (const row of store[name].rows())
          for (const time of times(row)) if (time > now) yield `${name} ${row.id} has the time ${time}, now is ${now}`;
    },
  },
];
