import { GENERIC_ITEMS } from '../../catalog/text/aliases.ts';
import { tokensOf } from '../../catalog/text/normalise.ts';
import { isSameValue } from '../../catalog/text/same-value.ts';
import { type Draw, shuffled } from '../../schemas/draw.ts';

/** Values a solver chooses from, the true one among them. */
const MOST_CANDIDATES = 8;

const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export interface Candidates {
  /** In code-unit order. */
  readonly values: readonly string[];
  /** The hidden value as it stands among them. */
  readonly hidden: string;
}

/** "All", "Screw Top & Others": no clue can be told apart from what takes in everything. */
const isVague = (value: string) =>
  value.split(/[,;|/&+]|\band\b/i).some((item) => tokensOf(item).every((token) => GENERIC_ITEMS.has(token)));

/**
 * The hidden value among others of its field, each under one spelling: a synonym of the hidden value would be a second
 * right answer. Which others are taken is drawn, whatever order they come in.
 */
export function candidatesFor(hidden: string, field: string, others: readonly string[], draw: Draw): Candidates {
  const sorted = [...new Set(others)].sort(byCodeUnit);
  const isHidden = (value: string) => isSameValue(value, hidden, field);
  // Spelled as the catalog spells the others, so that its letter case does not give it away.
  const shown = sorted.find((value) => value.toLowerCase() === hidden.toLowerCase()) ?? hidden;
  const rivals: string[] = [];
  for (const value of sorted) {
    if (isVague(value) || isHidden(value)) continue;
    if (!rivals.some((rival) => isSameValue(value, rival, field))) rivals.push(value);
  }
  const drawn = shuffled(draw, 'candidates', rivals).slice(0, MOST_CANDIDATES - 1);
  return { values: [...drawn, shown].sort(byCodeUnit), hidden: shown };
}
