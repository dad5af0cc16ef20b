import type { Catalog } from '../../catalog/store.ts';
import { tokensOf } from '../../catalog/text/normalise.ts';
import type { Draw } from '../../schemas/draw.ts';
import type { Order, Stratum } from './pool.ts';

/**
 * How many times the products of a group are dealt into orders of each size: every accepted sample spends products, and
 * an order of four is of no use once one of them is spent.
 */
const DEALS = 16;
/** Most orders of one stratum, shared among groups by their sizes; enough for any quota, whatever the size of the catalog. */
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
  /** The product id of a catalog row. */
  idOf(row: number): string;
  /** Name of a stratum for each number of products. */
  readonly stratum: (size: number) => string;
  readonly sizes: Readonly<Record<number, number>>;
  readonly groups: readonly OrderGroup[];
  /** Whether a product can be asked for at all; asked only of products that an order is dealt. */
  usable(row: number): boolean;
  readonly draw: Draw;
}

const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Deals the rows of each group into orders of each size. No order holds two listings with nearly the same title. Nothing
 * depends on the order of the catalog's rows.
 */
export function dealOrders({ catalog, idOf, stratum, sizes, groups, usable, draw }: OrderRequest): Stratum[] {
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
  const sorted = groups.map(({ name, rows }) => ({
    name,
    rows: rows.toSorted((a, b) => byCodeUnit(idOf(a), idOf(b))),
  }));
  const all = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return Object.entries(sizes).map(([text, weight]): Stratum => {
    const size = Number(text);
    const candidates = sorted.flatMap(({ name, rows }) => {
      const most = Math.ceil((MOST_ORDERS * rows.length) / all);
      const orders = new Map<string, Order>();
      for (let deal = 0; deal < DEALS && orders.size < most; deal++) {
        const drawn = drawnFrom(draw, `${name}/${size}/${deal}`, rows).filter(usable);
        for (const hand of dealt(drawn, size, alike)) {
          const key = hand.toSorted((a, b) => a - b).join();
          if (!orders.has(key)) orders.set(key, { rows: hand });
          if (orders.size >= most) break;
        }
      }
      return [...orders.values()];
    });
    return { name: stratum(size), weight, candidates };
  });
}

/** A list in drawn order, one item at a time: of a long list only what is asked for is drawn. */
function* drawnFrom<T>(draw: Draw, label: string, items: readonly T[]): Generator<T> {
  const rest = [...items];
  for (let last = rest.length - 1; last >= 0; last--) {
    const place = draw(`${label}/${last}`, last + 1);
    yield rest[place] as T;
    rest[place] = rest[last] as T;
  }
}

/**
 * Takes rows in order into hands of `size`. A row too like one of the hand waits for the next hand; what is left when no
 * hand can be filled that way is in no order of this deal.
 */
function* dealt(
  rows: Iterable<number>,
  size: number,
  alike: (a: number, b: number) => boolean,
): Generator<readonly number[]> {
  let hand: number[] = [];
  let filled = true;
  for (let rest = rows; filled; ) {
    filled = false;
    const held: number[] = [];
    for (const row of rest) {
      if (hand.some((other) => alike(row, other))) held.push(row);
      else hand.push(row);
      if (hand.length < size) continue;
      yield hand;
      hand = [];
      filled = true;
    }
    rest = held;
  }
}
