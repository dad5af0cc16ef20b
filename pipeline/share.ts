const Z = 1.959964;

/** Wilson's score interval of a share, 95 %: sound also near 0 and 1, and for few trials. */
export function intervalOf(hits: number, trials: number): readonly [low: number, high: number] {
  if (trials === 0) return [0, 1];
  const share = hits / trials;
  const square = Z * Z;
  const centre = (share + square / (2 * trials)) / (1 + square / trials);
  const half = (Z / (1 + square / trials)) * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials * trials));
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

/** A share of trials with its 95 % interval. */
export interface Share {
  readonly hits: number;
  readonly trials: number;
  /** Null where nothing was tried. */
  readonly share: number | null;
  readonly low: number;
  readonly high: number;
}

export function wilson(hits: number, trials: number): Share {
  const [low, high] = intervalOf(hits, trials);
  return { hits, trials, share: trials === 0 ? null : hits / trials, low, high };
}
