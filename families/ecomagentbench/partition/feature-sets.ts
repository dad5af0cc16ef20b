import { bitCount } from '../../../shopping/answers/answer-set.ts';

/** Sets of a task's features are whole numbers, bit b for feature b. */
export const bitsOf = (indexes: readonly number[]): number => indexes.reduce((sum, index) => sum | (1 << index), 0);

export const has = (bits: number, index: number): boolean => (bits & (1 << index)) !== 0;

/** The features of a set, ascending. */
export function* indexesOf(bits: number): Generator<number> {
  for (let rest = bits; rest !== 0; rest &= rest - 1) yield 31 - Math.clz32(rest & -rest);
}

/** Places of one kind. */
export interface Places {
  readonly count: number;
  /** The features that fit each of them, one bit each. */
  readonly fitting: number;
}

/** Most kinds of places. */
const MOST_KINDS = 7;
/** Of each choice of kinds how many places they have, and the features that fit any: filled anew by every call. */
const places = new Int32Array(1 << MOST_KINDS);
const features = new Int32Array(1 << MOST_KINDS);

/**
 * The kinds, one bit each, that have more places together than features fit any of them, and no fewer kinds do; 0 where
 * every place can have a feature of its own (Hall's theorem). There are at most 7 kinds, so all choices are looked at.
 */
export function lackingKinds(kinds: readonly Places[]): number {
  if (kinds.length > MOST_KINDS) throw new RangeError(`at most ${MOST_KINDS} kinds of places, got ${kinds.length}`);
  for (let kind = 0; kind < kinds.length; kind++) {
    const { count, fitting } = kinds[kind] as Places;
    const first = 1 << kind;
    // Each choice of the kinds before this one, with this one added: what is within a choice comes before it.
    for (let others = 0; others < first; others++) {
      const chosen = first + others;
      places[chosen] = (places[others] as number) + count;
      features[chosen] = (features[others] as number) | fitting;
      if ((places[chosen] as number) > bitCount(features[chosen] as number)) return chosen;
    }
  }
  return 0;
}

/** Tells whether every place can have a feature of its own. */
export const canFill = (kinds: readonly Places[]): boolean => lackingKinds(kinds) === 0;
