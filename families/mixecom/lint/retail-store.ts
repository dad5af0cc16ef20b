import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { besideTasks } from '../../../pipeline/foreign-lint.ts';
import { ConfigError } from '../../../schemas/errors.ts';

const Item = z.object({ item_id: z.string(), product_id: z.string(), price: z.number() });
const Variant = z.object({ item_id: z.string(), available: z.boolean(), price: z.number() });
const RetailStore = z.object({
  products: z.record(z.string(), z.object({ product_id: z.string(), variants: z.record(z.string(), Variant) })),
  users: z.record(
    z.string(),
    z.object({
      user_id: z.string(),
      name: z.object({ first_name: z.string(), last_name: z.string() }),
      address: z.record(z.string(), z.unknown()),
      email: z.string(),
      payment_methods: z.record(z.string(), z.object({ source: z.string(), balance: z.number().optional() })),
    }),
  ),
  orders: z.record(
    z.string(),
    z.object({
      order_id: z.string(),
      user_id: z.string(),
      address: z.record(z.string(), z.unknown()),
      items: z.array(Item),
      status: z.string(),
      payment_history: z.array(
        z.object({ transaction_type: z.string(), amount: z.number(), payment_method_id: z.string() }),
      ),
    }),
  ),
});
/** The database of tau2-bench's retail tasks: `db.json` beside them. */
export type RetailStore = z.infer<typeof RetailStore>;
export type RetailOrder = RetailStore['orders'][string];

/** The database beside a file of tasks, where it is one of a shop; each is read once. */
export const retailStoresBeside = () =>
  besideTasks((folder) => {
    const path = join(folder, 'db.json');
    return existsSync(path) ? read(path) : null;
  });

/** A database of another domain is none of a shop, and nothing is said against it. */
function read(path: string): RetailStore | null {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError(
      `${path} is no JSON (${(error as Error).message}), expected the database of the tasks beside it`,
    );
  }
  return RetailStore.safeParse(json).data ?? null;
}
