import { bitCount } from '../../catalog/answer-set.ts';

/** Places of one kind. */
export interface Places {
  readonly count: number;
  /** The features that fit each of them, one bit each. */
  readonly fitting: number;
}

/**
 * Whether every place can have a feature of its own: by Hall's theorem where no choice of kinds has more places than
 * features fit any of them. There are few kinds, so all choices are looked at.
 */
export function canFill(kinds: readonly Places[]): boolean {
  for (let chosen = 1; chosen < 1 << kinds.length; chosen++) {
    let places = 0;
    let fitting = 0;
    for (let kind = 0; kind < kinds.length; kind++) {
      if ((chosen & (1 << kind)) === 0) continue;
      const { count, fitting: own } = kinds[kind] as Places;
      places += count;
      fitting |= own;
    }
    if (places > bitCount(fitting)) return false;
  }
  return true;
}
