import type { Catalog } from '../../catalog/store.ts';
import { tokensOf } from '../../catalog/text/normalise.ts';
import type { Draw } from '../../schemas/draw.ts';
import { shuffled } from '../../schemas/draw.ts';
import type { Order, Stratum } from './pool.ts';

/**
 * How many times the products of a group are dealt into orders of each size: every accepted sample spends products, and
 * an order of four is of no use once one of them is spent.
 */
const DEALS = 16;
/** Most orders of one stratum that are remembered; enough for any quota, whatever the size of the catalog. */
const MOST_ORDERS = 20_000;
/** Share of common title words from which two products are nearly the same listing. */
const SAME_LISTING = 0.7;

/** Groups of rows that orders may be dealt from, such as the shops or the sides of a split. */
export interface OrderGroup {
  readonly name: string;
  readonly rows: readonly number[];
}

interface OrderRequest {
  readonly catalog: Catalog;
  /** Name of a stratum for each number of products. */
  readonly stratum: (size: number) => string;
  readonly sizes: Readonly<Record<number, number>>;
  readonly groups: readonly OrderGroup[];
  /** Whether a product can be asked for at all; asked only of products that an order is dealt. */
  usable(row: number): boolean;
  readonly draw: Draw;
}

/** Deals the rows of each group into orders of each size. No order holds two listings with nearly the same title. */
export function dealOrders({ catalog, stratum, sizes, groups, usable, draw }: OrderRequest): Stratum[] {
  const words = new Map<number, ReadonlySet<string>>();
  const wordsOf = (row: number) => {
    let known = words.get(row);
    if (known === undefined) {
      known = new Set(tokensOf(catalog.productByRow(row).title));
      words.set(row, known);
    }
    return known;
  };
  const alike = (a: number, b: number) => {
    const [one, other] = [wordsOf(a), wordsOf(b)];
    let common = 0;
    for (const word of one) if (other.has(word)) common++;
    return common / (one.size + other.size - common) >= SAME_LISTING;
  };
  return Object.entries(sizes).map(([text, weight]): Stratum => {
    const size = Number(text);
    const orders: Order[] = [];
    const seen = new Set<string>();
    for (const { name, rows } of shuffled(draw, `groups of ${size}`, groups)) {
      if (orders.length >= MOST_ORDERS) break;
      for (let deal = 0; deal < DEALS; deal++) {
        for (const order of dealt(shuffled(draw, `${name}/${size}/${deal}`, rows.filter(usable)), size, alike)) {
          const key = [...order.rows].sort((a, b) => a - b).join();
          if (seen.size === seen.add(key).size) continue;
          orders.push(order);
        }
      }
    }
    return { name: stratum(size), weight, candidates: orders };
  });
}

/**
 * Takes rows in order into hands of `size`. A row too like one of the hand waits for the next hand; what is left when no
 * hand can be filled that way is in no order of this deal.
 */
function dealt(rows: readonly number[], size: number, alike: (a: number, b: number) => boolean): Order[] {
  const orders: Order[] = [];
  let hand: number[] = [];
  let rest = [...rows];
  for (let before = -1; rest.length > 0 && before < orders.length; ) {
    before = orders.length;
    const held: number[] = [];
    for (const row of rest) {
      if (hand.some((other) => alike(row, other))) held.push(row);
      else hand.push(row);
      if (hand.length === size) {
        orders.push({ rows: hand });
        hand = [];
      }
    }
    rest = held;
  }
  return orders;
}
