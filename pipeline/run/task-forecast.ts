import type { SplitShares } from '../../schemas/split.ts';
import { Tally } from '../../text/tally.ts';
import type { FamilyBuilder, FamilyPlanner } from '../family.ts';
import { NEEDED, type Needed, type NeededCounts, nothingNeeded } from '../necessity.ts';
import { shareOf } from '../share-interval.ts';
import { Claims, WaveClaims } from './claims.ts';

const WHOLE = 'all';
export const UNSPLIT: SplitShares = { [WHOLE]: 1 };

/** Tasks of an intent that are taken to their end. */
const TRIED = 60;

/** Ends of some tasks of an intent, each on its own: before any is compared with others. */
export interface Forecast {
  readonly intent: string;
  /** Things of the world that the intent may be about. */
  readonly eligible: number;
  readonly tried: number;
  readonly accepted: number;
  /** Of the accepted ones; null where the family hides nothing. */
  readonly needed: NeededCounts | null;
  /** Codes that the others were rejected for, the most frequent first. */
  readonly codes: readonly { readonly code: string; readonly tasks: number }[];
}

interface ForecastParts {
  readonly planner: FamilyPlanner;
  readonly builder: FamilyBuilder;
  readonly usesPerProduct: number;
  /** Tells how many of its hidden parts a published record needs. */
  readonly neededBy: ((line: string) => Needed | null) | undefined;
  readonly signal: AbortSignal;
}

/** Builds a fair draw of an intent's tasks, by digests, with a planner of its own: it may remember what it planned. */
export async function forecast(intent: string, parts: ForecastParts): Promise<Forecast> {
  const { planner, builder, usesPerProduct, neededBy, signal } = parts;
  const claims = new WaveClaims(new Claims(), usesPerProduct);
  const tasks =
    planner.drawn?.(intent, TRIED) ??
    planner.next(intent, TRIED, { claims, split: WHOLE, load: new Map(), loadElsewhere: () => 0 });
  const codes = new Tally();
  const needed = nothingNeeded();
  let tried = 0;
  let accepted = 0;
  for (const task of tasks) {
    if (signal.aborted) break;
    const lock = await builder.lock(task);
    const end = lock.kind === 'locked' ? await builder.write(lock) : lock;
    tried++;
    if (end.kind === 'rejected') codes.add(end.code);
    if (end.kind !== 'built') continue;
    accepted++;
    const level = neededBy?.(end.line) ?? null;
    if (level !== null) needed[level]++;
  }
  return {
    ...{ intent, tried, accepted, eligible: planner.eligibility(intent).eligible },
    needed: neededBy === undefined ? null : needed,
    codes: codes.sorted.map(([code, tasks]) => ({ code, tasks })),
  };
}

/** Estimates how many of an intent's things would carry a task that needs so many of its hidden parts, or more. */
export function carriedBy({ eligible, tried, needed }: Forecast, least: Needed): { low: number; high: number } {
  const found = NEEDED.slice(0, NEEDED.indexOf(least) + 1).reduce((sum, level) => sum + (needed?.[level] ?? 0), 0);
  return rangeOf(found, tried, eligible);
}

/** The same for a family that hides nothing. */
export const carried = ({ eligible, tried, accepted }: Forecast) => rangeOf(accepted, tried, eligible);

function rangeOf(found: number, tried: number, eligible: number): { low: number; high: number } {
  // All there are were tried: that is no guess.
  if (tried >= eligible || tried === 0) return { low: found, high: found };
  const { low, high } = shareOf(found, tried);
  return { low: Math.max(found, Math.floor(low * eligible)), high: Math.ceil(high * eligible) };
}
