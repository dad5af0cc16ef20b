import { hash } from 'node:crypto';

/** A number from 0 up to but not 1 that depends on nothing but the parts. */
export function draw(...parts: readonly (string | number)[]): number {
  return Number.parseInt(hash('sha256', parts.join('\n'), 'hex').slice(0, 12), 16) / 2 ** 48;
}

/** The items in an order of their own, the same for the same seed and names. */
export function shuffled<T>(items: readonly T[], seed: number, nameOf: (item: T) => string): T[] {
  return items
    .map((item) => ({ item, rank: draw(seed, 'shuffle', nameOf(item)) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
