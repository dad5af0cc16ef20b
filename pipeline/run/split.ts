import type { SplitShares } from '../../schemas/split.ts';
import { digestOf } from '../../text/digest.ts';

/** 48 bits of a digest are a fair draw, and exact as a number. */
const DIGITS = 12;
const RANGE = 16 ** DIGITS;

/** The split of a group of samples. Its digest alone decides, so that no sample moves when data grows. */
export function splitOf(group: string, shares: SplitShares): string {
  const names = Object.keys(shares);
  let drawn = Number.parseInt(digestOf('split', group).slice(0, DIGITS), 16) / RANGE;
  for (const name of names) {
    drawn -= shares[name] as number;
    if (drawn < 0) return name;
  }
  return names.at(-1) as string;
}

/** Rounding errors of sums are smaller, parts of counts larger. */
const EPSILON = 1e-9;

/**
 * Parts counts by shares, in whole numbers: each part of a count is the exact one rounded down or up, and what rounding
 * leaves goes to the names that are furthest behind over the counts so far, so that all counts together keep the shares
 * as well.
 */
export function apportioned(counts: readonly number[], shares: SplitShares): Map<string, number>[] {
  const total = Object.values(shares).reduce((sum, share) => sum + share, 0);
  const behind = new Map(Object.keys(shares).map((name) => [name, 0]));
  const add = (name: string, count: number) => behind.set(name, (behind.get(name) as number) + count);
  return counts.map((count) => {
    const exact = Object.entries(shares).map(([name, share]) => [name, (count * share) / total] as const);
    const parts = new Map(exact.map(([name, part]) => [name, Math.floor(part + EPSILON)]));
    const left = count - [...parts.values()].reduce((sum, part) => sum + part, 0);
    for (const [name, part] of exact) add(name, part - (parts.get(name) as number));
    const rounded = exact
      .filter(([name, part]) => part - (parts.get(name) as number) > EPSILON)
      .sort(([a], [b]) => (behind.get(b) as number) - (behind.get(a) as number));
    for (const [name] of rounded.slice(0, left)) {
      parts.set(name, (parts.get(name) as number) + 1);
      add(name, -1);
    }
    return parts;
  });
}
