import { existsSync } from 'node:fs';
import { PREVIOUS_MANIFEST } from '../../pipeline/folder/outputs.ts';
import { type Counts, type RunInFolder, readManifestFile } from '../../pipeline/folder/run-files.ts';
import { openRecords, type RunRecords } from '../../pipeline/folder/run-records.ts';
import type { AuditDocument, YieldChange } from '../../schemas/audit.ts';
import { ConfigError } from '../../schemas/errors.ts';

const share = (part: number, whole: number) => part / whole;

/** Tasks that are samples or could have been: what quotas left over is no loss. */
const yieldOf = (counts: Counts | undefined): number | null =>
  counts === undefined || counts.planned === 0 ? null : share(counts.accepted + counts.surplus, counts.planned);

function changeOf(intent: string, now: Counts | undefined, before: Counts | undefined): YieldChange {
  const shareOf = (counts: Counts | undefined, code: string) =>
    counts === undefined || counts.planned === 0 || !Object.hasOwn(counts.codes, code)
      ? 0
      : share(counts.codes[code] as number, counts.planned);
  const codes = new Set([...Object.keys(now?.codes ?? {}), ...Object.keys(before?.codes ?? {})]);
  const changed = [...codes]
    .map((code) => ({ code, now: shareOf(now, code), before: shareOf(before, code) }))
    .filter((one) => one.now !== one.before);
  const size = (one: { now: number; before: number }) => Math.abs(one.now - one.before);
  return {
    intent,
    now: yieldOf(now),
    before: yieldOf(before),
    codes: changed.sort((a, b) => size(b) - size(a) || (a.code < b.code ? -1 : 1)),
  };
}

/**
 * The yields of a run beside those of another: the one named, or else the run of other content that its folder held before.
 * Null where there is none, or where it is of another family.
 */
export function compareYields(
  run: RunRecords,
  against: string | undefined,
  intents: readonly string[],
): AuditDocument['against'] {
  const other = against === undefined ? previousOf(run) : otherRun(against);
  if (other === null) return null;
  const [own, others] = [run.manifest.config.family, other.family];
  if (own !== others) {
    if (against === undefined) return null;
    throw new ConfigError(`--against is ${against}, a run of ${others}; expected one of ${own}, as ${run.path} is`);
  }
  const countsIn = ({ counts }: Pick<OtherRun, 'counts'>, intent: string) =>
    Object.hasOwn(counts, intent) ? counts[intent] : undefined;
  return {
    run: other.path,
    dataset_digest: other.digest,
    intents: intents.map((intent) => changeOf(intent, countsIn(run, intent), countsIn(other, intent))),
  };
}

/** The run that is compared with. */
interface OtherRun {
  readonly path: string;
  readonly family: string;
  readonly counts: Readonly<Record<string, Counts>>;
  /** Null of an unfinished run. */
  readonly digest: string | null;
}

function otherRun(path: string): OtherRun {
  const run = openRecords(path, 'audit');
  run.close();
  const { manifest, counts, finished } = run;
  return { path, family: manifest.config.family, counts, digest: finished?.manifest.dataset_digest ?? null };
}

function previousOf(run: RunInFolder): OtherRun | null {
  const path = run.file(PREVIOUS_MANIFEST);
  if (!existsSync(path)) return null;
  const { config, counts, dataset_digest: digest } = readManifestFile(path).manifest;
  return { path, family: config.family, counts, digest };
}
