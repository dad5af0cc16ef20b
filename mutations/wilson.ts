/** A share of trials with its 95 % interval. */
export interface Share {
  readonly hits: number;
  readonly trials: number;
  /** Null where nothing was tried. */
  readonly share: number | null;
  readonly low: number;
  readonly high: number;
}

const Z = 1.959964;

/** Wilson's score interval: sound for shares at and near 0 and 1, where the usual one has no width. */
export function wilson(hits: number, trials: number): Share {
  if (trials === 0) return { hits, trials, share: null, low: 0, high: 1 };
  const share = hits / trials;
  const square = Z * Z;
  const centre = (share + square / (2 * trials)) / (1 + square / trials);
  const half = (Z / (1 + square / trials)) * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials * trials));
  return { hits, trials, share, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}
