import { createHash } from 'node:crypto';

/** Seeded choices: equal paths give equal choices, whatever was drawn before elsewhere. */
export interface Dice {
  below(count: number): number;
  /** Both ends included. */
  between(low: number, high: number): number;
  chance(percent: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** Like `pick`, but earlier items come more often, as on a shelf. */
  favour<Item>(items: readonly Item[]): Item;
  /** Picks an index by whole-number weights. */
  byWeight(weights: readonly number[]): number;
  shuffled<Item>(items: readonly Item[]): Item[];
  some<Item>(items: readonly Item[], count: number): Item[];
}

const SEED = 'cartwright sample 1';

export function diceFor(...path: (string | number)[]): Dice {
  const digest = createHash('sha256')
    .update([SEED, ...path].join('\u0000'))
    .digest();
  let [a, b, c, counter] = [0, 4, 8, 12].map((at) => digest.readInt32LE(at)) as [number, number, number, number];

  // sfc32: small, fast, and whole numbers only, so the draws are the same on every machine.
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let warmUp = 0; warmUp < 12; warmUp += 1) next();

  const below = (count: number) => Math.floor((next() / 4294967296) * count);
  const byWeight = (weights: readonly number[]) => {
    let rest = below(weights.reduce((sum, weight) => sum + weight, 0));
    for (const [index, weight] of weights.entries()) {
      if (rest < weight) return index;
      rest -= weight;
    }
    throw new RangeError('weights must have a positive sum');
  };
  const shuffled = <Item>(items: readonly Item[]) => {
    const copy = [...items];
    for (let last = copy.length - 1; last > 0; last -= 1) {
      const other = below(last + 1);
      [copy[last], copy[other]] = [copy[other]!, copy[last]!];
    }
    return copy;
  };
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (percent) => below(1000) < percent * 10,
    pick: (items) => items[below(items.length)]!,
    favour: (items) => items[byWeight(items.map((_, index) => Math.floor(120 / (index + 3))))]!,
    byWeight,
    shuffled,
    some: (items, count) => shuffled(items).slice(0, count),
  };
}
