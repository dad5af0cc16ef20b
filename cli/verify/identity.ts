import { LEDGER, type Manifest } from '../../pipeline/folder/run-files.ts';
import type { LedgerLine } from '../../schemas/run.ts';
import type { Breach, Report } from '../../schemas/violation.ts';
import { plainWords } from '../../shopping/verify/plain-words.ts';
import type { PublishedSample } from '../../shopping/verify/record.ts';
import { digestOf } from '../../text/digest.ts';

/** What a task is, as far as its rank and id are digests of it. */
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
): Breach[] {
  const expected = subject === 'unknown' ? rank : rankOf({ family, intent, targetIds, seed, subject });
  if (rank === expected && id === idOf(family, intent, rank)) return [];
  return [
    {
      where: id,
      promise: 'id_differs',
      detail: `${LEDGER} gives it the rank ${rank.slice(0, 16)}; its intent, targets and seed give ${expected.slice(0, 16)}`,
    },
  ];
}

/** A sample's id is a digest of what its task is; its provenance is that of the run. */
export function checkIdentity(
  { id, intent, targetIds, subject, provenance }: PublishedSample,
  { config, catalog }: Manifest,
  report: Report,
): void {
  const { family } = config;
  const { seed } = provenance;
  const expected = idOf(family, intent, rankOf({ family, intent, targetIds, seed, subject }));
  if (id !== expected) report('id_differs', `its intent, target and seed give the id ${expected}`);
  if (seed !== config.seed) report('provenance_differs', `has the seed ${seed}, the run ${config.seed}`);
  if (provenance.writer !== config.writer)
    report('provenance_differs', `was written by ${provenance.writer}, the run's writer is ${config.writer}`);
  if (provenance.catalog_digest !== catalog.digest) {
    report(
      'provenance_differs',
      `is from a catalog of digest ${provenance.catalog_digest.slice(0, 16)}, the run from ${catalog.digest.slice(0, 16)}`,
    );
  }
}

/** No two samples of a run are about the same product, nor about the same answer or whatever else their tasks have. */
export class Claims {
  readonly #holders = new Map<string, string>();

  check({ id, targetIds, subject }: PublishedSample, report: Report): void {
    const claims = targetIds.map((target) => `target ${target}`);
    if (subject !== null) claims.push(`subject ${subject}`);
    for (const claim of claims) {
      const holder = this.#holders.get(claim);
      if (holder !== undefined) report('near_duplicate', `shares its ${claim} with ${holder}`);
      this.#holders.set(claim, id);
    }
  }
}

/** Below what the gate allows by a margin: texts are cut into words otherwise here. */
const TWIN_SHARE = 0.6;
const RUN_WORDS = 3;

/** No two samples of a run are asked in nearly the same words. */
export class Twins {
  readonly #runs = new Map<string, Set<string>>();
  readonly #holders = new Map<string, string[]>();

  check({ id, query }: { readonly id: string; readonly query: string }, report: Report): void {
    const words = plainWords(query);
    const runs = new Set(words.map((_, at) => words.slice(at, at + RUN_WORDS).join(' ')).slice(0, -RUN_WORDS + 1));
    const shared = new Map<string, number>();
    for (const run of runs)
      for (const other of this.#holders.get(run) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1);
    for (const [other, count] of shared) {
      const share = count / (runs.size + (this.#runs.get(other)?.size ?? 0) - count);
      if (share >= TWIN_SHARE)
        report('near_duplicate', `${Math.round(share * 100)}% of its three-word runs are those of ${other}`);
    }
    this.#runs.set(id, runs);
    for (const run of runs) {
      const holders = this.#holders.get(run);
      if (holders === undefined) this.#holders.set(run, [id]);
      else holders.push(id);
    }
  }
}
