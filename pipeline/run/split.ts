import type { SplitShares } from '../../schemas/split.ts';
import { digestOf } from '../../text/digest.ts';

/** 48 bits of a digest are a fair draw, and exact as a number. */
const DIGITS = 12;
const RANGE = 16 ** DIGITS;

/**
 * The split of a group of samples: its digest alone decides, so a sample never moves when data grows, and no group is in
 * two splits.
 */
export function splitOf(group: string, shares: SplitShares): string {
  const names = Object.keys(shares);
  let drawn = Number.parseInt(digestOf('split', group).slice(0, DIGITS), 16) / RANGE;
  for (const name of names) {
    drawn -= shares[name] as number;
    if (drawn < 0) return name;
  }
  return names.at(-1) as string;
}
