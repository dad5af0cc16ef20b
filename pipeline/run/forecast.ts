import type { SplitShares } from '../../schemas/split.ts';
import type { FamilyBuilder, FamilyPlanner } from '../family.ts';
import { NEEDED, type Needed, type NeededCounts, nothingNeeded } from '../necessity.ts';
import { Claims, WaveClaims } from './claims.ts';

/** The one split of what is forecast. */
const WHOLE = 'all';
export const UNSPLIT: SplitShares = { [WHOLE]: 1 };

/** Tasks of an intent that are taken to their end. */
const TRIED = 60;

/** How the first tasks of an intent end each on its own: before any is compared with others. */
export interface Forecast {
  readonly intent: string;
  /** Things of the world that the intent may be about. */
  readonly eligible: number;
  readonly tried: number;
  readonly accepted: number;
  /** Of the accepted ones; null where the family hides nothing. */
  readonly needed: NeededCounts | null;
  /** What the others were rejected for, the most frequent code first. */
  readonly codes: readonly { readonly code: string; readonly tasks: number }[];
}

interface ForecastParts {
  readonly planner: FamilyPlanner;
  readonly builder: FamilyBuilder;
  readonly usesPerProduct: number;
  /** How many of its hidden parts a published record needs. */
  readonly neededBy: ((line: string) => Needed | null) | undefined;
  readonly signal: AbortSignal;
}

/**
 * Builds the first tasks of an intent, which are a fair draw: they come in the order of their ranks, digests. The planner
 * has to be one of its own, for it remembers what it planned.
 */
export async function forecast(intent: string, parts: ForecastParts): Promise<Forecast> {
  const { planner, builder, usesPerProduct, neededBy, signal } = parts;
  const claims = new WaveClaims(new Claims(), usesPerProduct);
  const tasks = planner.next(intent, TRIED, { claims, split: WHOLE, load: new Map(), loadElsewhere: () => 0 });
  const codes = new Map<string, number>();
  const needed = nothingNeeded();
  let tried = 0;
  let accepted = 0;
  for (const task of tasks) {
    if (signal.aborted) break;
    const lock = await builder.lock(task);
    const end = lock.kind === 'locked' ? await builder.write(lock) : lock;
    tried++;
    if (end.kind === 'rejected') codes.set(end.code, (codes.get(end.code) ?? 0) + 1);
    if (end.kind !== 'built') continue;
    accepted++;
    const level = neededBy?.(end.line) ?? null;
    if (level !== null) needed[level]++;
  }
  return {
    ...{ intent, tried, accepted, eligible: planner.eligibility(intent).eligible },
    needed: neededBy === undefined ? null : needed,
    codes: [...codes]
      .map(([code, tasks]) => ({ code, tasks }))
      .sort((a, b) => b.tasks - a.tasks || (a.code < b.code ? -1 : 1)),
  };
}

/** A share of what was tried, as a range: Wilson's interval, which holds the true share 19 times of 20. */
export function shareRange(found: number, tried: number): { readonly low: number; readonly high: number } {
  if (tried === 0) return { low: 0, high: 0 };
  const Z = 1.96;
  const share = found / tried;
  const centre = share + (Z * Z) / (2 * tried);
  const reach = Z * Math.sqrt((share * (1 - share)) / tried + (Z * Z) / (4 * tried * tried));
  const whole = 1 + (Z * Z) / tried;
  return { low: Math.max(0, (centre - reach) / whole), high: Math.min(1, (centre + reach) / whole) };
}

/** How many of an intent's things would carry a task that needs so many of its hidden parts, or more. */
export function carriedBy({ eligible, tried, needed }: Forecast, least: Needed): { low: number; high: number } {
  const found = NEEDED.slice(0, NEEDED.indexOf(least) + 1).reduce((sum, level) => sum + (needed?.[level] ?? 0), 0);
  return rangeOf(found, tried, eligible);
}

/** The same for a family that hides nothing. */
export const carried = ({ eligible, tried, accepted }: Forecast) => rangeOf(accepted, tried, eligible);

function rangeOf(found: number, tried: number, eligible: number): { low: number; high: number } {
  // All there are were tried: that is no guess.
  if (tried >= eligible) return { low: found, high: found };
  const { low, high } = shareRange(found, tried);
  return { low: Math.max(found, Math.floor(low * eligible)), high: Math.ceil(high * eligible) };
}
