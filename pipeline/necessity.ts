import { z } from 'zod';

/** Number of its two hidden parts that a sample needs, so that only what is right fits. */
export const NEEDED = ['both', 'one', 'none'] as const;
export type Needed = (typeof NEEDED)[number];

const Count = z.int().nonnegative();
/** Samples by how many of their hidden parts they need. */
export const NeededCounts = z.strictObject({ both: Count, one: Count, none: Count });
export type NeededCounts = z.infer<typeof NeededCounts>;

export const nothingNeeded = (): NeededCounts => ({ both: 0, one: 0, none: 0 });

/** All of them together; undefined where none was counted. */
export function sumOfNeeded(parts: readonly (NeededCounts | undefined)[]): NeededCounts | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (known.length === 0) return undefined;
  const sum = nothingNeeded();
  for (const part of known) for (const level of NEEDED) sum[level] += part[level];
  return sum;
}

/** Parts that the samples of a family hide from the first request. */
export interface HiddenParts {
  readonly names: readonly [string, string];
  /** Advice on what makes more samples need them, and what leaves out those that need none. */
  readonly remedy: string;
  /** The settings of the family under which tasks are kept whatever they need. */
  readonly keepingAll: Readonly<Record<string, unknown>>;
}

export const sumOf = ({ both, one, none }: NeededCounts): number => both + one + none;

const WORTH_SAYING = 0.1;

/** Judges how a run's samples fare: `bad` where most need nothing hidden, `warn` where a tenth of them or more do. */
export function necessityVerdict(needed: NeededCounts): 'good' | 'warn' | 'bad' {
  const { none } = needed;
  const all = sumOf(needed);
  if (none * 2 > all) return 'bad';
  return none > 0 && none >= all * WORTH_SAYING ? 'warn' : 'good';
}
