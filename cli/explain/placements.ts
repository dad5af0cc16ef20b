import type { Catalog } from '../../catalog/index.ts';
import { familyNamed } from '../../families/index.ts';
import type { TaskSettings } from '../../pipeline/family.ts';
import type { FinishedRun } from '../../pipeline/run-files.ts';
import type { LedgerLine } from '../../schemas/run.ts';
import { PlannedTask } from '../../schemas/task.ts';
import { TriedPlacement } from '../../shopping/placement.ts';
import { Locked } from '../../shopping/task.ts';

/** How a task's features might have been placed, and the place that was taken; or why that cannot be shown. */
export type Placements =
  | { readonly kind: 'shown'; readonly tried: readonly TriedPlacement[]; readonly locked: Locked | null }
  | { readonly kind: 'unknown'; readonly why: string };

/** The task as it was planned: what its record says, or else what its ledger line and its target do. */
function plannedFrom(record: unknown, task: LedgerLine, seed: number, catalog: Catalog): PlannedTask | null {
  const shape = PlannedTask.shape;
  const fields = typeof record === 'object' && record !== null ? record : {};
  const own = Object.fromEntries(Object.entries(fields).filter(([key]) => Object.hasOwn(shape, key)));
  const { id, family, intent, rank, target_ids: targetIds } = task;
  const [target] = targetIds.map((targetId) => catalog.productById(targetId));
  const known = { id, family, intent, rank, seed, targetIds, category: target?.mainCategory };
  return PlannedTask.safeParse({ ...known, ...own }).data ?? null;
}

/**
 * Takes a task to its lock once more, with the code as it is now, and watches how its features are placed: runs do not
 * keep what they did not choose. Shown only where it ends as it did in the run.
 */
export async function placementsOf(
  run: FinishedRun,
  task: LedgerLine,
  record: unknown,
  catalog: Catalog,
): Promise<Placements> {
  const { family, seed, maxAnswers, requireNecessity, language = 'auto', splits } = run.manifest.config;
  const planned = plannedFrom(record, task, seed, catalog);
  if (planned === null) return { kind: 'unknown', why: 'its record does not say how it was planned' };
  const settings: TaskSettings = {
    ...{ family, catalog: catalog.path, seed, writer: 'offline', maxAnswers, requireNecessity },
    language: language as TaskSettings['language'],
    ...(splits === undefined ? {} : { splits }),
  };
  const tried: TriedPlacement[] = [];
  const builder = await familyNamed(family).builder(settings, {
    onTried: (one) => tried.push(TriedPlacement.parse(one)),
  });
  const end = await builder.lock(planned);
  const differs = {
    kind: 'unknown',
    why: 'taken to its lock once more it ends otherwise than in the run, which was built by other code, of other inputs, or with opinions that a model proposed',
  } as const;
  if (end.kind === 'locked') {
    if (task.lock_digest !== null && end.lockDigest !== task.lock_digest) return differs;
    const { locked } = JSON.parse(end.line) as { locked: unknown };
    return { kind: 'shown', tried, locked: Locked.parse(locked) };
  }
  if (end.kind !== 'rejected' || (task.status !== 'pending' && (end.code !== task.code || end.stage !== task.stage)))
    return differs;
  return { kind: 'shown', tried, locked: null };
}
