import type { Catalog } from '../../../catalog/index.ts';
import type { Draw } from '../../../schemas/draw.ts';
import type { Order, Stratum } from '../../../stages/sample/pool.ts';
import { foundOrMade } from '../../../text/cache/found-or-made.ts';
import { byCodeUnit } from '../../../text/order.ts';

/**
 * Number of times the products of a group are dealt into orders of each size: every accepted sample spends products,
 * and an order of four is of no use once one of them is spent.
 */
const DEALS = 16;
/** Most orders of one stratum, shared among groups by their sizes; enough for any quota, whatever the size of the catalog. */
const MOST_ORDERS = 20_000;
/** Titles remembered while orders are dealt: a small group's for all its deals, of a large one's the latest. */
const MOST_TITLES = 4096;
/** Share of common title words from which two products are nearly the same listing. */
const SAME_LISTING = 0.7;

/** Groups of rows that orders may be dealt from, such as the shops or the sides of a split. */
export interface OrderGroup {
  readonly name: string;
  readonly rows: ArrayLike<number>;
}

interface OrderRequest {
  readonly catalog: Pick<Catalog, 'titleWords'>;
  /** The product id of a catalog row. */
  idOf(row: number): string;
  /** Name of a stratum for each number of products. */
  readonly stratum: (size: number) => string;
  readonly sizes: Readonly<Record<number, number>>;
  readonly groups: readonly OrderGroup[];
  /** Tells whether a product can be asked for at all; asked only of products that would otherwise be dealt. */
  usable(row: number): boolean;
  readonly draw: Draw;
}

/**
 * Deals the rows of each group into orders of each size. No order holds two listings with nearly the same title. Nothing
 * depends on the order of the catalog's rows.
 */
export function dealOrders({ catalog, idOf, stratum, sizes, groups, usable, draw }: OrderRequest): Stratum[] {
  const alike = likeness(catalog);
  const sorted = new Map<OrderGroup, Uint32Array>();
  const rowsOf = (group: OrderGroup) => {
    return foundOrMade(sorted, group, () => Uint32Array.from(group.rows).sort((a, b) => byCodeUnit(idOf(a), idOf(b))));
  };
  const precedence = precedenceOf(groups, draw);
  return Object.entries(sizes).map(([text, weight]): Stratum => {
    const size = Number(text);
    const candidates: Order[] = [];
    for (const { group, most } of allotted(groups, size, precedence)) {
      const orders = new Map<string, Order>();
      for (let deal = 0; deal < DEALS && orders.size < most; deal++) {
        const drawn = drawnFrom(draw, `${group.name}/${size}/${deal}`, rowsOf(group));
        for (const hand of dealt(drawn, size, alike, usable)) {
          const key = hand.toSorted((a, b) => a - b).join();
          if (!orders.has(key)) orders.set(key, { rows: hand });
          if (orders.size >= most) break;
        }
      }
      candidates.push(...orders.values());
    }
    return { name: stratum(size), weight, candidates };
  });
}

/** Returns a test of whether the titles of two rows have most of their words in common. */
function likeness(catalog: Pick<Catalog, 'titleWords'>): (a: number, b: number) => boolean {
  const words = new Map<number, ReadonlySet<string>>();
  const wordsOf = (row: number) => {
    let known = words.get(row);
    if (known === undefined) {
      known = new Set(catalog.titleWords(row));
      if (words.size >= MOST_TITLES) words.delete(words.keys().next().value as number);
      words.set(row, known);
    }
    return known;
  };
  return (a, b) => {
    const [one, other] = [wordsOf(a), wordsOf(b)];
    let common = 0;
    for (const word of one) if (other.has(word)) common++;
    return common / (one.size + other.size - common) >= SAME_LISTING;
  };
}

/** Numbers that put groups in drawn order, made when first asked for: many catalogs have an order to deal for each group. */
function precedenceOf(groups: readonly OrderGroup[], draw: Draw): () => Float64Array {
  let places: Float64Array | null = null;
  return () => {
    places ??= Float64Array.from(groups, ({ name }) => draw(`${name}/precedence`, 2 ** 48));
    return places;
  };
}

/**
 * The groups that are dealt, each with the most orders it may give: its share of `MOST_ORDERS` by its rows, and never more
 * than it has. What rounding leaves goes to groups in drawn order, one each, so that any number of groups gives no more
 * than `MOST_ORDERS` together. A group with fewer rows than an order takes is left out.
 */
function allotted(
  groups: readonly OrderGroup[],
  size: number,
  precedence: () => Float64Array,
): { group: OrderGroup; most: number }[] {
  const lengthOf = (place: number) => (groups[place] as OrderGroup).rows.length;
  const large = [...groups.keys()].filter((place) => lengthOf(place) >= size);
  const all = large.reduce((sum, place) => sum + lengthOf(place), 0);
  const shares = large.map((place) => {
    const possible = combinations(lengthOf(place), size);
    const share = Math.floor((MOST_ORDERS * lengthOf(place)) / all);
    return { place, possible, most: Math.min(possible, share) };
  });
  let left = MOST_ORDERS - shares.reduce((sum, { most }) => sum + most, 0);
  const wanting = shares.filter(({ possible, most }) => most < possible);
  if (wanting.length > left) {
    const drawn = precedence();
    const nameOf = (place: number) => (groups[place] as OrderGroup).name;
    wanting.sort(
      (a, b) => (drawn[a.place] as number) - (drawn[b.place] as number) || byCodeUnit(nameOf(a.place), nameOf(b.place)),
    );
  }
  for (const share of wanting) {
    if (left-- <= 0) break;
    share.most++;
  }
  return shares.filter(({ most }) => most > 0).map(({ place, most }) => ({ group: groups[place] as OrderGroup, most }));
}

/** Counts the sets of `size` that can be taken from `count` things. */
function combinations(count: number, size: number): number {
  let result = 1;
  for (let taken = 0; taken < size; taken++) result = (result * (count - taken)) / (taken + 1);
  return result;
}

/** Rows in drawn order, one at a time: of many rows only those that are asked for are drawn. */
function* drawnFrom(draw: Draw, label: string, rows: Uint32Array): Generator<number> {
  const rest = rows.slice();
  for (let last = rest.length - 1; last >= 0; last--) {
    const place = draw(`${label}/${last}`, last + 1);
    yield rest[place] as number;
    rest[place] = rest[last] as number;
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
  usable: (row: number) => boolean,
): Generator<readonly number[]> {
  let hand: number[] = [];
  let filled = true;
  for (let rest = rows; filled; ) {
    filled = false;
    const held: number[] = [];
    for (const row of rest) {
      if (hand.some((other) => alike(row, other))) held.push(row);
      else if (usable(row)) hand.push(row);
      if (hand.length < size) continue;
      yield hand;
      hand = [];
      filled = true;
    }
    rest = held;
  }
}

const handOf = ({ rows }: Order) => rows.join();

/**
 * Two deals of the same rows as one list of strata: an order of both stays in the second alone, so that no task is
 * planned twice.
 */
export function apart(first: readonly Stratum[], second: readonly Stratum[]): Stratum[] {
  const taken = new Set(second.flatMap(({ candidates }) => candidates.map((order) => handOf(order as Order))));
  const free = first.map((stratum) => ({
    ...stratum,
    candidates: stratum.candidates.filter((order) => !taken.has(handOf(order as Order))),
  }));
  return [...free, ...second];
}
