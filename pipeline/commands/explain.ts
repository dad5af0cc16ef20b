import { existsSync } from 'node:fs';
import { ConfigError } from '../../schemas/errors.ts';
import { LedgerLine, RejectionLine, TaskResult } from '../../schemas/run.ts';
import { EcomagentbenchSample } from '../../schemas/sample.ts';
import { renderTask } from './explain-report.ts';
import { cachedCatalog } from './find-catalog.ts';
import { NearestIds } from './nearest.ts';
import { type Output, standardOutput } from './output.ts';
import { type FinishedRun, issueOf, LEDGER, openRun, REJECTED, readLines, records, VALID } from './run-files.ts';
import { lifeOfRejection, lifeOfSample, NOTHING, type TaskLife } from './task-life.ts';

/** One task, as far as its run still knows it. */
export interface ExplainedTask {
  readonly task: LedgerLine;
  /** Place of the task in the order of admission, from 1. */
  readonly place: number;
  readonly life: TaskLife;
  /** How it ended, in the words of whoever ended it. */
  readonly reason: string | null;
  /** What could not be found out, and why. */
  readonly notes: readonly string[];
}

const JOURNAL = '.work/journal.jsonl';
const DONE = 0;

function ledgerLineOf(run: FinishedRun, taskId: string): { task: LedgerLine; place: number } {
  const nearest = new NearestIds(taskId);
  for (const { line, value } of records(run, LEDGER, LedgerLine)) {
    if (value.id === taskId) return { task: value, place: line };
    nearest.add(value.id);
  }
  const hint = nearest.ids.length === 0 ? 'its ledger is empty' : `the nearest are ${nearest.ids.join(', ')}`;
  throw new ConfigError(`${run.path} has no task "${taskId}"; ${hint}`);
}

function sampleFrom(value: unknown, where: string): EcomagentbenchSample {
  const parsed = EcomagentbenchSample.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ConfigError(`${where}: ${issueOf(parsed.error)}; explain reads samples of the family ecomagentbench`);
}

/** How a task ended by the run's journal; null where the journal does not hold it, or holds another build of it. */
function journalled(run: FinishedRun, task: LedgerLine): TaskResult | null {
  if (!existsSync(run.file(JOURNAL))) return null;
  for (const read of readLines(run.file(JOURNAL), TaskResult)) {
    if ('problem' in read || read.value.id !== task.id) continue;
    const { value } = read;
    return value.kind !== 'failed' && value.lockDigest !== task.lock_digest ? null : value;
  }
  return null;
}

const parsedLine = (line: string, where: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    throw new ConfigError(`${where} holds a line that is not JSON; build the run again`);
  }
};

/** Collects one task's life from the ledger, the splits, the journal and, for its raw row, the cached catalog. */
function explainTask(run: FinishedRun, taskId: string): ExplainedTask {
  const { task, place } = ledgerLineOf(run, taskId);
  const notes: string[] = [];
  const found = endOf(run, task, notes);
  return { task, place, ...found, life: withTarget(run, task, found.life, notes), notes };
}

function endOf(run: FinishedRun, task: LedgerLine, notes: string[]): { life: TaskLife; reason: string | null } {
  switch (task.status) {
    case 'accepted':
      for (const { value, line } of lines(run, VALID)) {
        if (value.id === task.id)
          return { life: lifeOfSample(sampleFrom(value, `${run.file(VALID)}:${line}`)), reason: null };
      }
      notes.push(`${VALID} does not hold it, though the ledger says it was accepted; see npm run audit`);
      return { life: NOTHING, reason: null };
    case 'rejected':
      for (const { value, line } of records(run, REJECTED, RejectionLine)) {
        if (value.id === task.id) return { life: rejectedLife(run, value, line, notes), reason: value.detail };
      }
      notes.push(`${REJECTED} does not hold it, though the ledger says it was rejected; see npm run audit`);
      return { life: NOTHING, reason: null };
    case 'surplus':
    case 'failed': {
      const result = journalled(run, task);
      if (result?.kind === 'built')
        return { life: lifeOfSample(sampleFrom(parsedLine(result.line, JOURNAL), run.file(JOURNAL))), reason: null };
      if (result?.kind === 'failed') return { life: NOTHING, reason: result.error };
      notes.push(
        `${JOURNAL}, which keeps ${task.status === 'failed' ? 'the error of failed tasks' : 'the samples no quota needed'}, does not hold this task`,
      );
      return { life: NOTHING, reason: null };
    }
    case 'pending':
      return { life: NOTHING, reason: null };
  }
}

/** Samples by their id alone, so that one broken line does not hide another. */
function* lines(run: FinishedRun, name: string): Generator<{ value: { id: string }; line: number }> {
  yield* records(run, name, EcomagentbenchSample.pick({ id: true }).loose());
}

/** A rejection at admission holds the finished sample; an earlier one the task as its stage was given it. */
function rejectedLife(run: FinishedRun, rejection: RejectionLine, line: number, notes: string[]): TaskLife {
  const sample = EcomagentbenchSample.safeParse(rejection.record);
  if (sample.success) return lifeOfSample(sample.data, rejection.findings);
  const life = lifeOfRejection(rejection);
  if (life !== null) return life;
  notes.push(`the record at ${run.file(REJECTED)}:${line} is of another version of Cartwright and cannot be read`);
  return { ...NOTHING, category: rejection.category, findings: rejection.findings };
}

/** Adds what only the catalog knows of the target, where the run's catalog is still in the cache. */
function withTarget(run: FinishedRun, task: LedgerLine, life: TaskLife, notes: string[]): TaskLife {
  if (life.raw !== null) return life;
  const catalog = cachedCatalog(run);
  if (catalog === null) {
    notes.push('its title and raw row are not known, because the catalog of the run is not in out/.catalogs any more');
    return life;
  }
  try {
    const product = catalog.productById(task.target_ids[0] ?? '');
    if (product === null) {
      notes.push('its target is not in the catalog');
      return life;
    }
    return { ...life, raw: product.origin, title: product.title, category: life.category ?? product.mainCategory };
  } finally {
    catalog.close();
  }
}

/** Tells one task's whole life. */
export function explain(path: string, taskId: string, output: Output = standardOutput()): number {
  const explained = explainTask(openRun(path, 'explain'), taskId);
  output.write(`${renderTask(explained, output)}\n`);
  return DONE;
}
