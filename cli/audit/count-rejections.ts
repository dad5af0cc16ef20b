import { existsSync } from 'node:fs';
import { type FinishedRun, records } from '../../pipeline/folder/run-files.ts';
import { laterRun, type RunRecords } from '../../pipeline/folder/run-records.ts';
import type { AuditDocument, CategoryCauses, Cause, Funnel } from '../../schemas/audit.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { samplesWanted } from '../../schemas/per-intent.ts';
import { NO_TASKS } from '../../schemas/run.ts';
import type { Violation } from '../../schemas/violation.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { sha256Of } from '../../text/digest.ts';
import { counted } from '../../text/numbers.ts';
import { byCodeUnit } from '../../text/order.ts';
import { familyOf } from '../find-world.ts';
import { kindsWithoutSample } from '../kinds-without-samples.ts';
import { takenFrom } from '../surplus.ts';
import { unfinishedText } from '../unfinished.ts';
import { Agreement, type SplitEntry } from '../verify/agreement.ts';
import { compareYields } from './against.ts';
import { FieldTally, fieldsOf } from './fields.ts';

export interface AuditFilters {
  /** Only rejections with this code, of this intent, by this stage, that have to do with this field. */
  readonly code?: string | undefined;
  readonly intent?: string | undefined;
  readonly stage?: string | undefined;
  readonly field?: string | undefined;
  /** The run folder whose yields are shown beside; the run its folder held before when left out. */
  readonly against?: string | undefined;
}

const MOST_EXAMPLES = 3;
/** The order in which stages see a task; others follow by name. */
const STAGE_ORDER = ['sample', 'extract', 'partition', 'select', 'lock', 'verbalise', 'validate', 'admit'];

const stagePlace = (stage: string) => (STAGE_ORDER.includes(stage) ? STAGE_ORDER.indexOf(stage) : STAGE_ORDER.length);
export const byStage = (a: string, b: string) => stagePlace(a) - stagePlace(b) || byCodeUnit(a, b);

/** Counts without a prototype, so that no code can be the name of a method. */
const noCounts = () => Object.create(null) as Record<string, number>;
const count = (counts: Record<string, number>, key: string) => {
  counts[key] = (counts[key] ?? 0) + 1;
};

/**
 * Reads a run's ledger, samples and rejections once, one by one, and counts why its tasks were set aside. The files of a
 * finished run are held against each other.
 */
export function auditRun(run: RunRecords, options: AuditFilters): AuditDocument {
  const { finished, unfinished, layout } = run;
  const { config } = run.manifest;
  const { head } = familyOf(run, 'audit').records;
  if (options.intent !== undefined && !config.intents.includes(options.intent)) {
    throw new ConfigError(`--intent is "${options.intent}", expected one of this run's: ${config.intents.join(', ')}`);
  }
  const agreement = finished === null ? null : new Agreement(finished.manifest);
  const funnels = new Map<string, Funnel>();
  const failed: AuditDocument['failed'] = [];
  const codes = new Set<string>();
  const stages = new Set<string>();
  const funnelOf = (intent: string) => {
    return foundOrMade(funnels, intent, () => ({
      intent,
      quota: samplesWanted(config.perIntent, intent),
      ...NO_TASKS,
      stages: noCounts(),
    }));
  };
  for (const intent of config.intents) funnelOf(intent);
  for (const { value: task } of run.ledger()) {
    agreement?.addTask(task);
    const funnel = funnelOf(task.intent);
    funnel.planned += 1;
    funnel[task.status] += 1;
    if (task.status === 'rejected') {
      count(funnel.stages, task.stage ?? 'unknown');
      stages.add(task.stage ?? 'unknown');
      codes.add(task.code ?? 'unknown');
    }
    if (task.status === 'failed' && (options.intent ?? task.intent) === task.intent) {
      failed.push({ id: task.id, detail: `${task.code ?? 'failed'} in ${task.stage ?? 'an unknown stage'}` });
    }
  }

  const causes = new Map<string, Cause>();
  const categories = new Map<string, CategoryCauses>();
  const fields = new FieldTally();
  const fieldNames = new Set<string>();
  const rejections: SplitEntry[] = [];
  let matching = 0;
  for (const { value } of run.rejections()) {
    const { id, intent, stage, code, detail, category, target_ids: targetIds } = value;
    rejections.push({ id, intent, stage, code, targetIds });
    stages.add(stage);
    codes.add(code);
    const about = fieldsOf(value);
    for (const field of about.keys()) fieldNames.add(field);
    const wanted =
      (options.intent ?? intent) === intent &&
      (options.stage ?? stage) === stage &&
      (options.code ?? code) === code &&
      (options.field === undefined || about.has(options.field));
    if (!wanted) continue;
    matching += 1;
    fields.add(about);
    const key = JSON.stringify([stage, code]);
    const cause = causes.get(key) ?? { stage, code, count: 0, examples: [] };
    causes.set(key, cause);
    cause.count += 1;
    if (cause.examples.length < MOST_EXAMPLES) cause.examples.push({ id, detail });
    const shelf = categories.get(category) ?? { category, rejected: 0, codes: noCounts() };
    categories.set(category, shelf);
    shelf.rejected += 1;
    count(shelf.codes, code);
  }
  mustOccur('--stage', options.stage, [...stages].sort(byStage));
  const waiting = unfinished?.pending.find((one) => one.code === options.code);
  if (waiting !== undefined && !codes.has(waiting.code))
    throw new ConfigError(
      `--code is "${waiting.code}", for which ${counted(waiting.tasks, 'task is', 'tasks are')} pending and none was rejected; audit without --code shows why, and the run's command goes on with them`,
    );
  mustOccur('--code', options.code, [...codes].sort(byCodeUnit));
  mustOccur('--field', options.field, [...fieldNames].sort(byCodeUnit));

  agreement?.compareSplit(layout.rejected, rejections);
  if (finished !== null)
    for (const file of [layout.accepted, ...layout.splits])
      agreement?.compareSplit(
        file,
        [...records(finished, file.path, head)].map(({ value }) => value),
      );

  const { code, intent, stage, field } = options;
  const shown = [...funnels.values()].filter((funnel) => (intent ?? funnel.intent) === funnel.intent);
  return {
    audit: 1,
    run: run.path,
    family: config.family,
    seed: config.seed,
    dataset_digest: finished?.manifest.dataset_digest ?? null,
    unfinished:
      unfinished === null
        ? null
        : {
            ...{ accepted: unfinished.accepted, wanted: unfinished.wanted, told: [...unfinishedText(unfinished)] },
            pending: unfinished.pending.map((one) => ({ ...one })),
          },
    later: finished === null ? [] : laterText(finished),
    filters: {
      ...(code === undefined ? {} : { code }),
      ...(intent === undefined ? {} : { intent }),
      ...(stage === undefined ? {} : { stage }),
      ...(field === undefined ? {} : { field }),
    },
    intents: shown,
    taken: takenIn(run, shown),
    kinds_without_sample: [...kindsWithoutSample(run)],
    rejected: rejections.length,
    matching,
    causes: [...causes.values()].sort(
      (a, b) => b.count - a.count || byStage(a.stage, b.stage) || byCodeUnit(a.code, b.code),
    ),
    categories: [...categories.values()].sort((a, b) => b.rejected - a.rejected || byCodeUnit(a.category, b.category)),
    fields: fields.causes,
    against: compareYields(
      run,
      options.against,
      shown.map((funnel) => funnel.intent),
    ),
    failed,
    problems: [...(agreement?.finish() ?? []), ...(finished === null ? [] : changedFiles(finished))].map(
      ({ where, code: promise, detail }) => ({ where, promise, detail }),
    ),
  };
}

/** Reads the ledger once more where an intent is short for all its surplus tasks, to see who has their products. */
function takenIn(run: RunRecords, funnels: readonly Funnel[]): AuditDocument['taken'] {
  const short = funnels.filter(({ accepted, quota, surplus }) => surplus > 0 && accepted < quota);
  const tasks = Iterator.from(run.ledger()).map(({ value }) => value);
  return takenFrom(short, tasks, run.manifest.config.usesPerProduct ?? 1);
}

/** Tells of a later, unfinished build that a folder holds beside its finished run. */
function laterText(run: FinishedRun): string[] {
  const later = laterRun(run);
  return later === null ? [] : ['A later build in this folder has not replaced this run:', ...unfinishedText(later)];
}

/** Files whose bytes are not those the manifest has a digest of: somebody has been at them since. */
function changedFiles(run: FinishedRun): Violation[] {
  return Object.entries(run.manifest.outputs).flatMap(([name, expected]) => {
    const path = run.file(name);
    if (!existsSync(path)) return [];
    const digest = sha256Of(path);
    const detail = `has ${digest.slice(0, 16)}, the manifest says ${expected.slice(0, 16)}; run verify to see what does not hold`;
    return digest === expected ? [] : [{ where: name, code: 'file_digest', detail }];
  });
}

/** A filter that nothing in the run meets is a slip of the pen, not an empty answer. */
function mustOccur(flag: string, value: string | undefined, found: readonly string[]): void {
  if (value === undefined || found.includes(value)) return;
  const known = found.length === 0 ? 'nothing was rejected' : `expected one of ${found.join(', ')}`;
  throw new ConfigError(`${flag} is "${value}", which stands in no rejection of this run; ${known}`);
}
