/**
 * The largest sum of scores that pairs of rows and columns can have, no row and no column in two pairs. Exact: every
 * set of used columns is looked at once, so that it is meant for a handful of them.
 */
export function bestPairing(scores: readonly (readonly number[])[]): number {
  /** Used columns, as bits, to the best sum of the rows so far. */
  let best = new Map<number, number>([[0, 0]]);
  for (const row of scores) {
    const next = new Map(best);
    for (const [used, sum] of best) {
      for (const [column, score] of row.entries()) {
        if ((used & (1 << column)) !== 0) continue;
        const columns = used | (1 << column);
        next.set(columns, Math.max(next.get(columns) ?? 0, sum + score));
      }
    }
    best = next;
  }
  return Math.max(...best.values());
}
