import { type Draw, shuffled } from '../../schemas/draw.ts';
import { GENERIC_ITEMS } from '../../text/aliases.ts';
import { isSameValue } from '../../text/mentions.ts';
import { tokensOf } from '../../text/normalise.ts';
import { byCodeUnit } from '../../text/order.ts';
import { areNear } from './near-values.ts';

/** Values a solver chooses from, the true one among them. */
const MOST_CANDIDATES = 8;

/** Values that a field has besides the hidden one. */
export interface OtherValues {
  /** Values that products like the target have. */
  near(field: string): readonly string[];
  /** Values that products of any kind have: asked for where nothing near is another value. */
  anywhere(field: string): readonly string[];
  /**
   * Tells whether a clue for the hidden value would fit another as well, since products that have the one have the
   * other.
   */
  goTogether?(field: string, hidden: string, other: string): boolean;
}

export interface Candidates {
  /** In code-unit order. */
  readonly values: readonly string[];
  /** The hidden value as it stands among them. */
  readonly hidden: string;
}

/** "All", "Screw Top & Others": no clue can be told apart from what takes in everything. */
const isVague = (value: string) =>
  value.split(/[,;|/&+]|\band\b/i).some((item) => tokensOf(item).every((token) => GENERIC_ITEMS.has(token)));

/** Values that are neither the hidden one nor near it or going with it, nor vague nor each other, in code-unit order. */
function rivalsAmong(values: readonly string[], hidden: string, field: string, others: OtherValues): string[] {
  const rivals: string[] = [];
  for (const value of [...new Set(values)].sort(byCodeUnit)) {
    if (isVague(value) || isSameValue(value, hidden, field)) continue;
    if (areNear(field, value, hidden) || others.goTogether?.(field, hidden, value)) continue;
    if (!rivals.some((rival) => isSameValue(value, rival, field))) rivals.push(value);
  }
  return rivals;
}

/**
 * The hidden value among others of its field, each under one spelling: a synonym of the hidden value would be a second
 * right answer. Which others are taken is drawn, whatever order they come in. It stands alone where the whole catalog has
 * no other value.
 */
export function candidatesFor(hidden: string, field: string, others: OtherValues, draw: Draw): Candidates {
  let values = others.near(field);
  let rivals = rivalsAmong(values, hidden, field, others);
  if (rivals.length === 0) {
    values = others.anywhere(field);
    rivals = rivalsAmong(values, hidden, field, others);
  }
  // Spelled as the catalog spells the others, so that its letter case does not give it away.
  const shown = values.toSorted(byCodeUnit).find((value) => value.toLowerCase() === hidden.toLowerCase()) ?? hidden;
  const drawn = shuffled(draw, 'candidates', rivals).slice(0, MOST_CANDIDATES - 1);
  return { values: [...drawn, shown].sort(byCodeUnit), hidden: shown };
}
