import { z } from 'zod';
import { LEDGER } from '../../pipeline/folder/layout.ts';
import type { Manifest } from '../../pipeline/folder/run-files.ts';
import type { PublishedSample } from '../../pipeline/records.ts';
import type { LedgerLine } from '../../schemas/run.ts';
import type { Report, Violation } from '../../schemas/violation.ts';
import { digestOf } from '../../text/digest.ts';

/** Parts of a task that its rank and id are digests of. */
interface TaskIdentity {
  readonly family: string;
  readonly intent: string;
  readonly targetIds: readonly string[];
  readonly seed: number;
  readonly subject: string | null;
}

const rankOf = ({ family, intent, targetIds, seed, subject }: TaskIdentity): string =>
  subject === null
    ? digestOf('task', family, intent, targetIds, seed)
    : digestOf('task', family, intent, targetIds, seed, subject);

const idOf = (family: string, intent: string, rank: string) => `${family}-${intent}-${rank.slice(0, 10)}`;

/** A ledger line's rank and id, where it says everything they are digests of; where a subject is missing, only its id. */
export function checkLedgerIdentity(
  { id, family, intent, target_ids: targetIds, rank }: LedgerLine,
  seed: number,
  subject: string | null | 'unknown',
): Violation[] {
  const expected = subject === 'unknown' ? rank : rankOf({ family, intent, targetIds, seed, subject });
  if (rank === expected && id === idOf(family, intent, rank)) return [];
  return [
    {
      where: id,
      code: 'id_differs',
      detail: `${LEDGER} gives it the rank ${rank.slice(0, 16)}; its intent, targets and seed give ${expected.slice(0, 16)}`,
    },
  ];
}

/** A sample's id is a digest of what its task is; its provenance is that of the run. */
export function checkIdentity(
  { id, intent, targetIds, subject, provenance }: PublishedSample,
  { config }: Manifest,
  worldDigest: string,
  report: Report,
): void {
  const { family } = config;
  const { seed } = provenance;
  const expected = idOf(family, intent, rankOf({ family, intent, targetIds, seed, subject }));
  if (id !== expected) report('id_differs', `its intent, target and seed give the id ${expected}`);
  if (seed !== config.seed) report('provenance_differs', `has the seed ${seed}, the run ${config.seed}`);
  if (provenance.writer !== config.writer)
    report('provenance_differs', `was written by ${provenance.writer}, the run's writer is ${config.writer}`);
  if (provenance.worldDigest !== worldDigest) {
    report(
      'provenance_differs',
      `is from a catalog of digest ${provenance.worldDigest.slice(0, 16)}, the run from ${worldDigest.slice(0, 16)}`,
    );
  }
}

/** Members of one record that are told; more say nothing more. */
const MOST_TOLD = 5;

/** Holds a line to what is published of the draft that was read back from it: the same bytes. */
export function checkPublished(line: string, publish: () => unknown, report: Report): void {
  const again = publishedOr(publish, report);
  if (again === null || again === line) return;
  const differences = differencesOf(JSON.parse(line), JSON.parse(again));
  if (differences.length === 0) report('record_differs', 'its keys stand in another order, or it is spaced otherwise');
  for (const { path, found, expected } of differences.slice(0, MOST_TOLD))
    report('record_differs', `${path} is ${told(found)}, expected ${told(expected)}`);
}

/** The line as it is published; null where it cannot be, which is reported. */
function publishedOr(publish: () => unknown, report: Report): string | null {
  try {
    return JSON.stringify(publish());
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof z.ZodError)) throw error;
    report('record_differs', `it cannot be published again: ${error.message}`);
    return null;
  }
}

interface Difference {
  readonly path: string;
  readonly found: unknown;
  readonly expected: unknown;
}

/** The members that differ between two JSON values, as deep down as they do. */
function differencesOf(found: unknown, expected: unknown, path = ''): Difference[] {
  if (!isParent(found) || !isParent(expected) || Array.isArray(found) !== Array.isArray(expected))
    return Object.is(found, expected) ? [] : [{ path, found, expected }];
  const keys = new Set([...Object.keys(found), ...Object.keys(expected)]);
  return [...keys].flatMap((key) => differencesOf(found[key], expected[key], path === '' ? key : `${path}.${key}`));
}

const isParent = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const told = (value: unknown) => JSON.stringify(value) ?? 'missing';
