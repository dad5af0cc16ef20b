import { type Bits, bitCount, countInAll, eachPlace, inAll, inAtLeast } from '../../catalog/inverted-index/index.ts';

export { bitCount } from '../../catalog/inverted-index/index.ts';

/** Most requirements a table can hold: one bit each. */
export const MOST_REQUIREMENTS = 31;

/** Products that satisfy the same requirements, and how many they are. */
interface Kind {
  /** Requirements they satisfy, one bit each; those code cannot decide are left out. */
  readonly mask: number;
  readonly count: number;
}

/**
 * For every product whose title holds the task's noun phrase: which of the task's requirements it satisfies. Every answer
 * set of the task is then a count over this table, whatever subset of requirements is withheld. Subsets are sets of bits,
 * bit b for requirement b.
 */
export class SatisfactionTable {
  /** Catalog rows, ascending. */
  readonly rows: Uint32Array;
  /** Bits of the requirements that code can decide. */
  readonly decidable: number;
  /** For each requirement the places of `rows` that satisfy it; null where code cannot decide. */
  readonly #holders: readonly (Bits | null)[];
  readonly #counts = new Map<number, number>();
  readonly #close = new Map<string, CloseProducts>();

  constructor(rows: Uint32Array, holders: readonly (Bits | null)[]) {
    if (holders.length > MOST_REQUIREMENTS)
      throw new RangeError(`a table holds ${MOST_REQUIREMENTS} requirements, got ${holders.length}`);
    this.rows = rows;
    this.#holders = holders;
    this.decidable = holders.reduce((bits, places, bit) => (places === null ? bits : bits + 2 ** bit), 0);
  }

  /** Counts the products that satisfy every decidable requirement of the subset. */
  count(subset: number): number {
    const wanted = subset & this.decidable;
    let count = this.#counts.get(wanted);
    if (count === undefined) {
      count = countInAll(this.#holdersOf(wanted), this.rows.length);
      this.#counts.set(wanted, count);
    }
    return count;
  }

  /** The catalog rows that satisfy every decidable requirement of the subset, ascending. */
  rowsOf(subset: number): number[] {
    return this.#rowsAt(inAll(this.#holdersOf(subset), this.rows.length));
  }

  /**
   * Products that fail requirement `bit` though they come close to the target: they satisfy at least half of the other
   * decidable requirements of the subset. The noun phrase all rows share is not counted.
   */
  nearMisses(subset: number, bit: number): number {
    const failing = this.#holders[bit];
    if (failing === undefined || failing === null) return 0;
    const others = this.#holdersOf(subset & ~(2 ** bit));
    const near = inAtLeast(others, Math.ceil(others.length / 2), this.rows.length);
    let count = 0;
    for (let word = 0; word < near.length; word++)
      count += bitCount((near[word] as number) & ~(failing[word] as number));
    return count;
  }

  /** The products that satisfy at least `least` decidable requirements among those given. */
  close(least: number, among = this.decidable): CloseProducts {
    const asked = `${least} ${among}`;
    const close = this.#close.get(asked) ?? this.#findClose(least, among);
    this.#close.set(asked, close);
    return close;
  }

  #findClose(least: number, among: number): CloseProducts {
    const decided = [...this.#holders.entries()].filter((entry): entry is [number, Bits] => entry[1] !== null);
    const near = inAtLeast(this.#holdersOf(among), least, this.rows.length);
    const counts = new Map<number, number>();
    /** Requirements that each product of a word satisfies, as bits. */
    const masks = new Int32Array(32);
    for (let word = 0; word < near.length; word++) {
      const places = near[word] as number;
      if (places === 0) continue;
      masks.fill(0);
      for (const [bit, holders] of decided) {
        for (let rest = (holders[word] as number) & places; rest !== 0; rest &= rest - 1)
          masks[31 - Math.clz32(rest & -rest)]! |= 1 << bit;
      }
      for (let rest = places; rest !== 0; rest &= rest - 1) {
        const mask = masks[31 - Math.clz32(rest & -rest)] as number;
        counts.set(mask, (counts.get(mask) ?? 0) + 1);
      }
    }
    return new CloseProducts(this, least, among, counts);
  }

  #holdersOf(subset: number): Bits[] {
    return this.#holders.filter((holders, bit): holders is Bits => holders !== null && (subset & (2 ** bit)) !== 0);
  }

  #rowsAt(bits: Bits): number[] {
    const found: number[] = [];
    eachPlace(bits, (place) => found.push(this.rows[place] as number));
    return found;
  }
}

/** Products that satisfy so many of some requirements of a table, those alike together: few, so that counting them is quick. */
export class CloseProducts {
  readonly kinds: readonly Kind[];
  readonly #table: SatisfactionTable;
  readonly #least: number;
  readonly #among: number;
  readonly #masks: Int32Array;
  readonly #sizes: Uint32Array;
  readonly #counts = new Map<number, number>();

  constructor(table: SatisfactionTable, least: number, among: number, counts: ReadonlyMap<number, number>) {
    this.#table = table;
    this.#least = least;
    this.#among = among;
    this.kinds = [...counts].map(([mask, count]) => ({ mask, count })).sort((a, b) => a.mask - b.mask);
    this.#masks = Int32Array.from(this.kinds, ({ mask }) => mask);
    this.#sizes = Uint32Array.from(this.kinds, ({ count }) => count);
  }

  /** Counts the subset as the table does. */
  count(subset: number): number {
    const wanted = subset & this.#table.decidable;
    let count = this.#counts.get(wanted);
    if (count === undefined) {
      count = bitCount(wanted & this.#among) < this.#least ? this.#table.count(wanted) : this.#sum(wanted);
      this.#counts.set(wanted, count);
    }
    return count;
  }

  #sum(wanted: number): number {
    const masks = this.#masks;
    let sum = 0;
    for (let at = 0; at < masks.length; at++)
      if (((masks[at] as number) & wanted) === wanted) sum += this.#sizes[at] as number;
    return sum;
  }
}

/** The bit set of requirement positions 0 to `count` - 1. */
export function everyBit(count: number): number {
  return 2 ** count - 1;
}
