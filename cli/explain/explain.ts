import { z } from 'zod';
import { keptOf, RUN_DB } from '../../pipeline/checkpoints/checkpoints.ts';
import type { Family } from '../../pipeline/family.ts';
import { issueOf } from '../../pipeline/folder/run-files.ts';
import { openRecords, type RunRecords } from '../../pipeline/folder/run-records.ts';
import type { PublishedSample } from '../../pipeline/records.ts';
import type { World } from '../../pipeline/world.ts';
import { ConfigError } from '../../schemas/errors.ts';
import type { LedgerLine, RejectionLine } from '../../schemas/run.ts';
import { type LifeTarget, NOTHING, type TaskLife } from '../../schemas/task-life.ts';
import { familyOf, keptWorld, worldOf } from '../find-world.ts';
import { NearestIds } from '../nearest.ts';
import { openRecordsFor, withLexicon } from '../open-run.ts';
import { RunTakers } from '../surplus.ts';
import { type Output, standardOutput } from '../terminal/output.ts';
import { type Placements, placementsOf } from './placements.ts';
import { repliesFor } from './replies.ts';
import { type ExplainedTask, renderTask } from './report.ts';

export interface ExplainOptions {
  /** The catalog file the run was built from; found in the cache by its digest when left out. */
  readonly catalog?: string | undefined;
  /** The store of the run's replies, where it is another than the usual one. */
  readonly replies?: string | undefined;
  /** The folder of the cached catalogs, where it is another than the usual one. */
  readonly catalogs?: string | undefined;
  readonly placements?: Placements | undefined;
}

const DONE = 0;

function ledgerLineOf(run: RunRecords, taskId: string): { task: LedgerLine; place: number } {
  const nearest = new NearestIds(taskId);
  for (const { line, value } of run.ledger()) {
    if (value.id === taskId) return { task: value, place: line };
    nearest.add(value.id);
  }
  throw new ConfigError(`${run.path} has no task "${taskId}", nor is it the id of a product it knows; ${nearest.hint}`);
}

function sampleFrom(value: unknown, { name, records: { sample } }: Family, where: string): PublishedSample {
  const parsed = sample.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ConfigError(`${where}: ${issueOf(parsed.error)}, expected a sample of the family ${name}`);
}

/** Reads from a run's checkpoints what they still hold of a task besides its outputs, of this build of it. */
const checkpointsOf = (run: RunRecords, task: LedgerLine) => keptOf(run.file(RUN_DB), task.id, task.lock_digest);

/** The locked task, as it was before it had a text; null where the run has not kept it. */
function lockedRecord(run: RunRecords, task: LedgerLine): unknown {
  const { lock } = checkpointsOf(run, task);
  return lock === null ? null : parsedLine(lock, RUN_DB);
}

const parsedLine = (line: string, where: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    throw new ConfigError(`${where} holds a line that is not JSON; build the run again`);
  }
};

/** Collects one task's life from the ledger, the splits, the checkpoints, the reply store and, for raw rows, the catalog. */
function explainTask(run: RunRecords, taskId: string, options: ExplainOptions): ExplainedTask {
  const family = familyOf(run, 'explain');
  const { task, place } = ledgerLineOf(run, taskId);
  const notes: string[] = [];
  const { life, reason } = endOf(run, family, task, notes);
  const { replies, note } = repliesFor(run, task.id, life.replyDigests, options.replies);
  if (note !== null) notes.push(note);
  const placements = options.placements ?? null;
  if (placements?.kind === 'unknown')
    notes.push(`how its features might have been placed is not known: ${placements.why}`);
  const whole = withTargets(
    run,
    family,
    task,
    { ...life, dropped: droppedOf(run, family, task, life) },
    notes,
    options,
  );
  const files = filesOf(run, task);
  return { task, place, files, life: whole, reason, placements, replies, notes, unfinished: run.unfinished };
}

/** The files of the run that a task's record stands in. */
const filesOf = ({ layout: { accepted, rejected, splits } }: RunRecords, { status, split }: LedgerLine) =>
  [accepted, rejected, ...splits]
    .filter((file) => file.status === status && (file.split === null || file.split === split))
    .map(({ path }) => path);

/** The facts that were dropped; a finished sample does not keep them, the checkpoints of its run do. */
function droppedOf(run: RunRecords, family: Family, task: LedgerLine, { dropped }: TaskLife): TaskLife['dropped'] {
  if (dropped !== 'unknown') return dropped;
  const record = lockedRecord(run, task);
  return record === null ? dropped : (lockedLife(record, family, task).dropped ?? dropped);
}

function endOf(
  run: RunRecords,
  family: Family,
  task: LedgerLine,
  notes: string[],
): { life: TaskLife; reason: string | null } {
  const { accepted, rejected } = run.layout;
  switch (task.status) {
    case 'accepted':
      for (const { value, line } of samplesById(run)) {
        if (value.id === task.id)
          return { life: sampleFrom(value, family, `${run.file(accepted.path)}:${line}`).life([]), reason: null };
      }
      notes.push(`${accepted.path} does not hold it, though the ledger says it was accepted; see npm run audit`);
      return { life: NOTHING, reason: null };
    case 'rejected':
      for (const { value, line } of run.rejections()) {
        if (value.id === task.id) return { life: rejectedLife(run, family, value, line, notes), reason: value.detail };
      }
      notes.push(`${rejected.path} does not hold it, though the ledger says it was rejected; see npm run audit`);
      return { life: NOTHING, reason: null };
    case 'surplus':
    case 'pending':
    case 'failed': {
      const { lock, sample, error } = checkpointsOf(run, task);
      if (task.status === 'failed' && error !== null) return { life: NOTHING, reason: error };
      const reason =
        task.status === 'surplus' ? new RunTakers(run, task.target_ids).whySurplus(task) : run.whyPending(task.id);
      if (sample !== null)
        return { life: sampleFrom(parsedLine(sample, RUN_DB), family, run.file(RUN_DB)).life([]), reason };
      if (lock !== null) return { life: lockedLife(parsedLine(lock, RUN_DB), family, task), reason };
      if (task.status === 'failed' || (task.status === 'surplus' && task.lock_digest !== null))
        notes.push(
          `${RUN_DB}, which keeps ${task.status === 'failed' ? 'the error of failed tasks' : 'the tasks no quota needed'}, does not hold this task`,
        );
      return { life: NOTHING, reason };
    }
  }
}

/** Samples by their id alone, so that one broken line does not hide another. */
const samplesById = (run: RunRecords) => run.samples(z.looseObject({ id: z.string() }));

/** A rejection at admission holds the finished sample; an earlier one the task as its stage was given it. */
function rejectedLife(
  run: RunRecords,
  { records: { sample, lifeOf } }: Family,
  rejection: RejectionLine,
  line: number,
  notes: string[],
): TaskLife {
  const finished = sample.safeParse(rejection.record);
  if (finished.success) return finished.data.life(rejection.findings);
  const life = lifeOf(rejection);
  if (life !== null) return life;
  notes.push(
    `the record at ${run.file(run.layout.rejected.path)}:${line} is of another version of Cartwright and cannot be read`,
  );
  return { ...NOTHING, findings: rejection.findings };
}

/** A task whose answer was fixed and that was never put into words. */
function lockedLife(
  record: unknown,
  { records: { lifeOf } }: Family,
  { target_ids }: Pick<LedgerLine, 'target_ids'>,
): TaskLife {
  const category = z.looseObject({ category: z.string() }).safeParse(record).data?.category ?? '';
  return lifeOf({ record, category, findings: [], target_ids }) ?? NOTHING;
}

/** Adds what only the catalog knows of the targets, where the run's catalog is still in the cache. */
function withTargets(
  run: RunRecords,
  family: Family,
  { target_ids }: LedgerLine,
  life: TaskLife,
  notes: string[],
  options: ExplainOptions,
): TaskLife {
  const targets = target_ids.map(
    (id): LifeTarget =>
      life.targets.find((target) => target.id === id) ?? { id, title: null, category: null, entity: null, raw: null },
  );
  if (targets.every(({ raw }) => raw !== null)) return { ...life, targets };
  const world = worldFor(run, family, options);
  const { noun, kept } = family.world;
  if (world === null) {
    const what = targets.length === 1 ? 'its title and raw row' : 'the titles and raw rows of its targets';
    notes.push(
      `${what} are not known, because the ${noun} of the run is not in ${kept.folder} any more; the command that built the run makes it anew, or name it with --catalog <${noun}${kept.ending}>`,
    );
    return { ...life, targets };
  }
  try {
    return { ...life, targets: targets.map((target) => fromWorld(target, world)) };
  } finally {
    world.close();
  }

  function fromWorld(target: LifeTarget, opened: World): LifeTarget {
    const found = family.records.targetIn(opened, target.id);
    if (found === null) {
      notes.push(`its target ${target.id} is not in the ${noun}`);
      return target;
    }
    return { ...target, raw: found.raw, title: found.title, category: target.category ?? found.category };
  }
}

export const worldFor = (run: RunRecords, { world }: Family, { catalog, catalogs }: ExplainOptions): World | null =>
  catalog === undefined ? keptWorld(run, world, catalogs) : worldOf(run, world, catalog);

/** Reads the record that a run keeps of a task's planning: that of its rejection, or its lock. */
function recordOf(run: RunRecords, task: LedgerLine): unknown {
  if (task.status === 'rejected') {
    for (const { value } of run.rejections()) if (value.id === task.id) return value.record;
  }
  return lockedRecord(run, task);
}

/** Finds out how a task's features might have been placed, by taking it to its lock once more. */
export async function explainPlacements(
  path: string,
  taskId: string,
  options: ExplainOptions = {},
): Promise<Placements | undefined> {
  const run = withLexicon(openRecords(path, 'explain'));
  let world: World | null = null;
  try {
    const { task } = ledgerLineOf(run, taskId);
    const family = familyOf(run, 'explain');
    world = worldFor(run, family, options);
    if (world === null || task.status === 'failed') return undefined;
    return await placementsOf(run, task, recordOf(run, task), family, world);
  } finally {
    world?.close();
    run.close();
  }
}

/** Tells one task's whole life. */
export function explain(
  path: string,
  taskId: string,
  output: Output = standardOutput(),
  options: ExplainOptions = {},
): number {
  const run = openRecordsFor('explain', path);
  try {
    output.write(`${renderTask(explainTask(run, taskId, options), output)}\n`);
    return DONE;
  } finally {
    run.close();
  }
}
