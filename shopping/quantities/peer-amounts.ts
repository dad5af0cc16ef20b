/** Bounds as tests of an amount: `reaches` holds from some amount on, `stays` up to some amount. */
export interface AmountTests {
  reaches(amount: number): boolean;
  stays(amount: number): boolean;
}

/** Products that a request might mean as well, by the amounts of one field that each states. */
export interface Peers {
  readonly size: number;
  /** Counts those with an amount within bounds. */
  countWithin(bounds: AmountTests): number;
}

/** Room that a list takes besides its numbers. */
const LIST_BYTES = 64;

/** The amounts that some products state, sorted, so that bounds are told without a look at each. */
export class PeerAmounts implements Peers {
  /** Ascending. */
  readonly #single: Float64Array;
  readonly #several: readonly (readonly number[])[];

  /** `stated` are the amounts of each product; one that states none is no peer. */
  constructor(stated: readonly (readonly number[])[]) {
    this.#single = Float64Array.from(stated.filter(({ length }) => length === 1).flat()).sort();
    this.#several = stated.filter(({ length }) => length > 1);
  }

  get size(): number {
    return this.#single.length + this.#several.length;
  }

  get byteLength(): number {
    return this.#single.byteLength + this.#several.reduce((sum, amounts) => sum + LIST_BYTES + 8 * amounts.length, 0);
  }

  countWithin(bounds: AmountTests): number {
    const from = countBefore(this.#single, (amount) => bounds.reaches(amount));
    const to = countBefore(this.#single, (amount) => !bounds.stays(amount));
    return Math.max(0, to - from) + this.#several.filter((amounts) => isWithinOne(amounts, bounds)).length;
  }

  /** The peers but for one of them, which states these amounts. */
  without(own: readonly number[]): Peers {
    if (own.length === 0) return this;
    return {
      size: this.size - 1,
      countWithin: (bounds) => this.countWithin(bounds) - Number(isWithinOne(own, bounds)),
    };
  }
}

const isWithinOne = (amounts: readonly number[], { reaches, stays }: AmountTests) =>
  amounts.some((amount) => reaches(amount) && stays(amount));

/** Counts the first items of a list, of which a test holds from one of them on. */
function countBefore(sorted: Float64Array, test: (amount: number) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(sorted[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}
