import type { SplitShares } from '../../schemas/split.ts';
import type { Report } from '../../schemas/violation.ts';
import { digestOf } from '../../text/digest.ts';

const DRAW_DIGITS = 12;

/** The split a group's digest gives, counted out anew: a draw from 0 to 1, and the first split whose shares reach beyond it. */
export function splitOfGroup(group: string, shares: SplitShares): string | null {
  const draw = Number.parseInt(digestOf('split', group).slice(0, DRAW_DIGITS), 16) / 16 ** DRAW_DIGITS;
  let reached = 0;
  const names = Object.keys(shares);
  for (const name of names) {
    reached += shares[name] ?? 0;
    if (draw < reached) return name;
  }
  return names.at(-1) ?? null;
}

/** Holds samples to their splits: each is where its group's digest puts it, and what has to stay together does. */
export class Separation {
  readonly #shares: SplitShares;
  readonly #splits = new Map<string, { readonly split: string; readonly id: string }>();

  constructor(shares: SplitShares) {
    this.#shares = shares;
  }

  check(
    { id, split, group, bonds }: { id: string; split: string; group: string; bonds: readonly string[] },
    report: Report,
  ): void {
    const expected = splitOfGroup(group, this.#shares);
    if (split !== expected) report('split_differs', `is in ${split}, its group "${group}" belongs in ${expected}`);
    for (const bond of new Set([`group "${group}"`, ...bonds])) {
      const other = this.#splits.get(bond);
      if (other === undefined) this.#splits.set(bond, { split, id });
      else if (other.split !== split)
        report('split_crossed', `is in ${split} with ${bond}, and ${other.id} in ${other.split}`);
    }
  }
}
