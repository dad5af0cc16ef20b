import { existsSync } from 'node:fs';
import type { Family, FamilyBuilder } from '../../pipeline/family.ts';
import type { RunRecords } from '../../pipeline/folder/run-records.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import type { World } from '../../pipeline/world.ts';
import { ConfigError } from '../../schemas/errors.ts';
import type { LedgerLine } from '../../schemas/run.ts';
import { flagOf, pathSettings } from '../../schemas/setting.ts';
import { PlannedTask } from '../../schemas/task.ts';
import type { Entry } from '../../schemas/task-life.ts';

/** Possible placements of a task's features, in words, and the place that was taken; or why they cannot be shown. */
export type Placements =
  | { readonly kind: 'shown'; readonly entries: readonly Entry[] }
  | { readonly kind: 'unknown'; readonly why: string };

/** The task as it was planned: what its record says, or else what its ledger line and its target do. */
function plannedFrom(record: unknown, task: LedgerLine, seed: number, category: string | null): PlannedTask | null {
  const shape = PlannedTask.shape;
  const fields = typeof record === 'object' && record !== null ? record : {};
  const own = Object.fromEntries(Object.entries(fields).filter(([key]) => Object.hasOwn(shape, key)));
  const { id, family, intent, rank, target_ids: targetIds } = task;
  const known = { id, family, intent, rank, seed, targetIds, category };
  return PlannedTask.safeParse({ ...known, ...own }).data ?? null;
}

/**
 * Takes a task to its lock once more, with the code as it is now, and watches how its features are placed: runs do not
 * keep what they did not choose. Shown only where it ends as it did in the run.
 */
export async function placementsOf(
  run: RunRecords,
  task: LedgerLine,
  record: unknown,
  family: Family,
  world: World,
): Promise<Placements> {
  const { seed } = run.manifest.config;
  const [first] = task.target_ids;
  const target = first === undefined ? null : family.records.targetIn(world, first);
  const planned = plannedFrom(record, task, seed, target?.category ?? null);
  if (planned === null) return { kind: 'unknown', why: 'its record does not say how it was planned' };
  const read = settingsOf(run, family, world);
  if ('why' in read) return { kind: 'unknown', why: read.why };
  const { settings } = read;
  const tried: unknown[] = [];
  const builder = await builderOf(family, settings, (one) => tried.push(one));
  if ('why' in builder) return { kind: 'unknown', why: builder.why };
  const end = await builder.lock(planned);
  const differs = {
    kind: 'unknown',
    why: 'taken to its lock once more it ends otherwise than in the run, which was built by other code, of other inputs, or with opinions that a model proposed',
  } as const;
  if (end.kind === 'locked') {
    if (task.lock_digest !== null && end.lockDigest !== task.lock_digest) return differs;
    return { kind: 'shown', entries: family.records.placements?.(tried, JSON.parse(end.line)) ?? [] };
  }
  if (end.kind !== 'rejected' || (task.status !== 'pending' && (end.code !== task.code || end.stage !== task.stage)))
    return differs;
  return { kind: 'shown', entries: family.records.placements?.(tried, null) ?? [] };
}

/** The settings by which a run planned and locked its tasks; why they are not known where a file of them is gone. */
export function settingsOf(
  run: RunRecords,
  family: Family,
  world: World,
): { readonly settings: TaskSettings } | { readonly why: string } {
  const { family: name, seed, splits = family.splits } = run.manifest.config;
  const own = ownSettingsOf(run, family);
  if ('why' in own) return own;
  return { settings: { family: name, world: world.path, seed, splits, writer: 'offline', ...own.settings } };
}

/** A builder as the run had one; why there is none where a file that the settings name is another by now. */
async function builderOf(
  family: Family,
  settings: TaskSettings,
  onTried: (tried: unknown) => void,
): Promise<FamilyBuilder | { readonly why: string }> {
  try {
    return await family.builder(settings, { onTried });
  } catch (error) {
    if (error instanceof ConfigError) return { why: error.message };
    throw error;
  }
}

/** The settings of its family that a run was started with: values from its manifest, files from where they lay. */
function ownSettingsOf(
  { manifest, inputs }: RunRecords,
  { settings }: Family,
): { readonly settings: object } | { readonly why: string } {
  const paths = pathSettings(settings);
  const stated = manifest.config as Readonly<Record<string, unknown>>;
  const values = Object.keys(settings.shape).map((name) => [name, paths.includes(name) ? inputs[name] : stated[name]]);
  const gone = paths.find((name) => inputs[name] !== undefined && !existsSync(inputs[name]));
  if (gone !== undefined) return { why: `${inputs[gone]}, which ${flagOf(gone)} named, is not there any more` };
  const parsed = settings.safeParse(Object.fromEntries(values));
  return parsed.success ? { settings: parsed.data } : { why: 'its settings are of another version of Cartwright' };
}
