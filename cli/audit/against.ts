import { existsSync } from 'node:fs';
import { PREVIOUS_MANIFEST } from '../../pipeline/folder/outputs.ts';
import {
  type Counts,
  type FinishedRun,
  type Manifest,
  openRun,
  readManifestFile,
} from '../../pipeline/folder/run-files.ts';
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
  run: FinishedRun,
  against: string | undefined,
  intents: readonly string[],
): AuditDocument['against'] {
  const other =
    against === undefined ? previousOf(run) : { path: against, manifest: openRun(against, 'audit').manifest };
  if (other === null) return null;
  const [own, others] = [run.manifest.config.family, other.manifest.config.family];
  if (own !== others) {
    if (against === undefined) return null;
    throw new ConfigError(`--against is ${against}, a run of ${others}; expected one of ${own}, as ${run.path} is`);
  }
  const countsIn = ({ counts }: Manifest, intent: string) =>
    Object.hasOwn(counts, intent) ? counts[intent] : undefined;
  return {
    run: other.path,
    dataset_digest: other.manifest.dataset_digest,
    intents: intents.map((intent) =>
      changeOf(intent, countsIn(run.manifest, intent), countsIn(other.manifest, intent)),
    ),
  };
}

function previousOf(run: FinishedRun): { path: string; manifest: Manifest } | null {
  const path = run.file(PREVIOUS_MANIFEST);
  if (!existsSync(path)) return null;
  return { path, manifest: readManifestFile(path).manifest };
}
