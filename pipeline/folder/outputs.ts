import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '../../schemas/canonical-json.ts';
import type { QuarantinedRow } from '../../schemas/product.ts';
import type { LedgerLine, RejectionLine } from '../../schemas/run.ts';
import { NO_TASKS, type TaskCounts } from '../../schemas/run.ts';
import type { SplitShares } from '../../schemas/split.ts';
import { digestOf } from '../../text/digest.ts';
import { type AgentKeys, agentViewOf } from '../agent-view.ts';
import type { Checkpoints } from '../checkpoints/checkpoints.ts';
import { type Needed, type NeededCounts, nothingNeeded } from '../necessity.ts';
import type { EndedTask } from '../run/ended-task.ts';
import type { RunOutcome } from '../run/run-parts.ts';
import { splitOf } from '../run/split.ts';
import { AtomicFile, partOf, writeAtomically } from './atomic-file.ts';
import { Columns, DATASET_CARD, datasetCard } from './dataset-card.ts';
import { LEDGER, layoutOf, MANIFEST_NUMBER, outputFilesOf, QUARANTINE, SPLIT_FILE } from './layout.ts';
import type { RunFolder } from './run-folder.ts';

/** Counts of one intent. */
export interface IntentCounts extends TaskCounts {
  codes: Record<string, number>;
  /** Accepted ones by how much of what they hide they need; absent where a family hides nothing. */
  needed?: NeededCounts;
}

/** Counts a run's tasks per intent, in the order given. */
export function countByIntent(intents: readonly string[], tasks: readonly EndedTask[]): Record<string, IntentCounts> {
  const counts: Record<string, IntentCounts> = {};
  for (const intent of intents) counts[intent] = { ...NO_TASKS, codes: {} };
  for (const { task, status, code } of tasks) {
    const count = counts[task.intent] as IntentCounts;
    count.planned += 1;
    count[status] += 1;
    if (status === 'rejected' && code !== null) count.codes[code] = (count.codes[code] ?? 0) + 1;
  }
  return counts;
}

export interface OutputSettings {
  /** Settings of the run; part of the manifest. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly versions: Readonly<Record<string, string>>;
  /** Facts the manifest states of the world, under the noun it goes by. */
  readonly world: Readonly<Record<string, unknown>>;
  /** Inputs of the tasks besides the catalog. */
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly quarantine: Iterable<QuarantinedRow>;
  /** Tells how much of what it hides a sample needs; left out where the family hides nothing. */
  readonly neededBy?: ((sample: unknown) => Needed | null) | undefined;
  /** Named splits and their shares. */
  readonly splits: SplitShares;
  /** Keys of its samples that the family shows an agent. */
  readonly agentKeys: AgentKeys;
  /** Figures that may differ between equal runs: times, rates, memory. */
  readonly run: Readonly<Record<string, unknown>>;
}

/** Content of `manifest.json`. */
export interface RunManifest extends Readonly<Record<string, unknown>> {
  readonly counts: Readonly<Record<string, IntentCounts>>;
  readonly dataset_digest: string;
}

/** Writes all files of a finished run, whole or not at all, but its manifest, which is returned for `writeManifest`. */
export function writeOutputs(
  folder: RunFolder,
  { tasks }: Pick<RunOutcome, 'tasks'>,
  checkpoints: Checkpoints,
  settings: OutputSettings,
): RunManifest {
  const layout = layoutOf(MANIFEST_NUMBER, settings.splits);
  const names = outputFilesOf(layout);
  const obsolete = claimSplits(folder, names);
  const files = new Map(names.map((name) => [name, new AtomicFile(folder.file(name))]));
  const write = (name: string, line: string) => files.get(name)?.writeLine(line);
  const splits = new Map(layout.splits.map((file) => [file.split, file]));
  const columns = { samples: new Columns(), agent: new Columns() };
  const counts = countByIntent(settings.config.intents as readonly string[], tasks);
  if (settings.neededBy !== undefined) for (const count of Object.values(counts)) count.needed = nothingNeeded();
  for (const end of tasks) {
    const ledgerLine = ledgerLineOf(end, settings.splits);
    write(LEDGER, canonicalJson(ledgerLine));
    if (end.status === 'accepted') {
      const line = builtLine(checkpoints, end);
      write(layout.accepted.path, line);
      const { path = '', agent } = splits.get(ledgerLine.split ?? '') ?? {};
      write(path, line);
      const sample = JSON.parse(line) as Record<string, unknown>;
      const view = agentViewOf(sample, settings.agentKeys);
      write(agent ?? '', JSON.stringify(view));
      columns.samples.add(sample);
      columns.agent.add(view);
      const needed = settings.neededBy?.(sample) ?? null;
      const count = counts[end.task.intent]?.needed;
      if (count !== undefined && needed !== null) count[needed] += 1;
    }
    if (end.status === 'rejected') write(layout.rejected.path, rejectionOf(checkpoints, end));
  }
  for (const row of settings.quarantine) write(QUARANTINE, JSON.stringify(row));

  // From here until the new manifest is in place the folder has none: a mixture never passes for a finished run.
  setManifestAside(folder);
  for (const path of obsolete) {
    rmSync(path, { force: true });
    rmSync(partOf(path), { force: true });
  }
  const outputs = Object.fromEntries([...files].map(([name, file]) => [name, file.commit()]));
  const content = {
    manifest: MANIFEST_NUMBER,
    config: settings.config,
    versions: settings.versions,
    ...settings.world,
    ...(settings.inputs === undefined ? {} : { inputs: settings.inputs }),
    counts,
    outputs,
  };
  writeAtomically(folder.file(DATASET_CARD), datasetCard(layout, columns));
  writeAtomically(folder.file('run.json'), `${JSON.stringify(settings.run, null, 2)}\n`);
  return { ...content, dataset_digest: digestOf('dataset', content) };
}

/** Makes a run finished: from now on its files are taken for what its manifest says. */
export function writeManifest(folder: RunFolder, manifest: RunManifest): void {
  writeAtomically(folder.file('manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  keepPrevious(folder, manifest.dataset_digest);
  rmSync(folder.file(CLAIMED), { force: true });
}

/** The manifest of the run of other content that a folder held before, for audits to compare with. */
export const PREVIOUS_MANIFEST = join('.work', 'previous.json');
/** The manifest that is being replaced, until the new one is there. */
const REPLACED_MANIFEST = join('.work', 'replaced.json');

/** Takes the manifest out of the way; one that a broken off run took before it, and came to replace, is kept first. */
function setManifestAside(folder: RunFolder): void {
  const manifest = folder.file('manifest.json');
  if (!existsSync(manifest)) return;
  keepPrevious(folder, String(datasetDigestIn(manifest)));
  renameSync(manifest, folder.file(REPLACED_MANIFEST));
}

/** Keeps the manifest that was replaced, unless the run was the same: a run is not compared with itself. */
function keepPrevious(folder: RunFolder, datasetDigest: string): void {
  const replaced = folder.file(REPLACED_MANIFEST);
  if (!existsSync(replaced)) return;
  if (datasetDigestIn(replaced) === datasetDigest) rmSync(replaced, { force: true });
  else renameSync(replaced, folder.file(PREVIOUS_MANIFEST));
}

/** The dataset digest a manifest gives; null where it cannot be read. */
function datasetDigestIn(path: string): unknown {
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) as { dataset_digest: unknown }).dataset_digest;
  } catch {
    return null;
  }
}

/** The splits that runs of this folder came to write, from before the first of them is there until a manifest names them. */
const CLAIMED = join('.work', 'splits.json');

/** Notes which files are about to be written and returns those of splits that earlier runs wrote and this one does not. */
function claimSplits(folder: RunFolder, names: readonly string[]): string[] {
  const known = new Set([...splitsIn(folder.file('manifest.json')), ...splitsIn(folder.file(CLAIMED))]);
  const outputs = Object.fromEntries([...known, ...names].map((name) => [name, null]));
  writeAtomically(folder.file(CLAIMED), JSON.stringify({ outputs }));
  return [...known].filter((name) => !names.includes(name)).map((name) => folder.file(name));
}

/** The files of splits among the outputs that a file lists; none where there is no such file, or none that can be read. */
function splitsIn(path: string): string[] {
  try {
    const { outputs } = JSON.parse(readFileSync(path, 'utf8')) as { outputs: object };
    return Object.keys(outputs).filter((name) => SPLIT_FILE.test(name));
  } catch {
    return [];
  }
}

/** The ledger line of a task's end, with the split of an accepted one. */
export const ledgerLineOf = (
  { task, wave, status, stage, code, lockDigest, sampleDigest, group }: EndedTask,
  splits: SplitShares,
): LedgerLine => ({
  id: task.id,
  family: task.family,
  intent: task.intent,
  status,
  stage,
  code,
  target_ids: task.targetIds,
  rank: task.rank,
  wave,
  lock_digest: lockDigest,
  sample_digest: sampleDigest,
  ...(group === null ? {} : { split: splitOf(group, splits) }),
});

/** The sample that a task ended as, as one JSON line. */
export function builtLine(checkpoints: Checkpoints, { task }: EndedTask): string {
  const result = checkpoints.endOf(task.id);
  if (result?.kind !== 'built') throw new RangeError(`${task.id} holds no sample`);
  return result.line;
}

/** A task's own rejection, or, where another sample stood in its way, its sample with what was found. */
export function rejectionOf(checkpoints: Checkpoints, { task, stage, code, findings }: EndedTask): string {
  const result = checkpoints.endOf(task.id);
  if (result?.kind === 'rejected') return result.line;
  if (result?.kind !== 'built') throw new RangeError(`${task.id} did not end in a rejection`);
  const line: RejectionLine = {
    id: task.id,
    family: task.family,
    intent: task.intent,
    stage: stage ?? '',
    code: code ?? '',
    detail: findings[0]?.detail ?? '',
    findings: [...findings],
    target_ids: task.targetIds,
    category: task.category,
    record: JSON.parse(result.line) as unknown,
  };
  return JSON.stringify(line);
}
