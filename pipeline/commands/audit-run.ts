import { ConfigError } from '../../schemas/errors.ts';
import { LedgerLine, RejectionLine } from '../../schemas/run.ts';
import { Agreement, type SplitEntry } from './agreement.ts';
import type { Breach } from './breach.ts';
import { recordFamilyOf } from './records/known.ts';
import {
  type Counts,
  type FinishedRun,
  LEDGER,
  namedSplitsOf,
  REJECTED,
  REJECTED_FILE,
  records,
  VALID_FILE,
} from './run-files.ts';

export interface AuditFilters {
  /** Only rejections with this code, of this intent, by this stage. */
  readonly code?: string | undefined;
  readonly intent?: string | undefined;
  readonly stage?: string | undefined;
}

export interface Example {
  readonly id: string;
  readonly detail: string;
}

/** What one stage set aside with one code. */
export interface Cause {
  readonly stage: string;
  readonly code: string;
  count: number;
  /** At most three, in the order they were planned in. */
  readonly examples: Example[];
}

/** How the tasks of an intent ended. `stages` counts the rejections by the stage that made them. */
export interface Funnel extends Omit<Counts, 'codes'> {
  readonly intent: string;
  readonly quota: number;
  readonly stages: Record<string, number>;
}

export interface CategoryCauses {
  readonly category: string;
  rejected: number;
  readonly codes: Record<string, number>;
}

export interface Audit {
  readonly run: string;
  readonly family: string;
  readonly seed: number;
  readonly dataset_digest: string;
  readonly filters: { readonly code?: string; readonly intent?: string; readonly stage?: string };
  /** The intents of the run in its order, or the one asked for. */
  readonly intents: readonly Funnel[];
  /** All rejections of the run, whatever the filters. */
  readonly rejected: number;
  /** Rejections that the filters let through; causes and categories count these. */
  readonly matching: number;
  /** Most frequent first. */
  readonly causes: readonly Cause[];
  readonly categories: readonly CategoryCauses[];
  /** Tasks that a bug ended, which no split holds. */
  readonly failed: readonly Example[];
  /** What does not agree; empty for a sound run. */
  readonly problems: readonly Breach[];
}

const MOST_EXAMPLES = 3;
/** The order in which stages see a task; others follow by name. */
const STAGE_ORDER = ['sample', 'extract', 'partition', 'lock', 'verbalise', 'validate', 'admit'];

const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const stagePlace = (stage: string) => (STAGE_ORDER.includes(stage) ? STAGE_ORDER.indexOf(stage) : STAGE_ORDER.length);
export const byStage = (a: string, b: string) => stagePlace(a) - stagePlace(b) || byCodeUnit(a, b);

/** Counts without a prototype, so that no code can be the name of a method. */
const noCounts = () => Object.create(null) as Record<string, number>;
const count = (counts: Record<string, number>, key: string) => {
  counts[key] = (counts[key] ?? 0) + 1;
};

/** Reads a run's ledger and splits once, line by line, and counts why its tasks were set aside. */
export function auditRun(run: FinishedRun, options: AuditFilters): Audit {
  const { manifest } = run;
  const { config } = manifest;
  const { head } = recordFamilyOf(run, 'audit');
  if (options.intent !== undefined && !config.intents.includes(options.intent)) {
    throw new ConfigError(`--intent is "${options.intent}", expected one of this run's: ${config.intents.join(', ')}`);
  }
  const agreement = new Agreement(manifest);
  const funnels = new Map<string, Funnel>();
  const failed: Example[] = [];
  const codes = new Set<string>();
  const stages = new Set<string>();
  const funnelOf = (intent: string) => {
    let funnel = funnels.get(intent);
    if (funnel === undefined) {
      funnel = {
        intent,
        quota: config.perIntent,
        planned: 0,
        accepted: 0,
        rejected: 0,
        surplus: 0,
        failed: 0,
        pending: 0,
        stages: noCounts(),
      };
      funnels.set(intent, funnel);
    }
    return funnel;
  };
  for (const intent of config.intents) funnelOf(intent);
  for (const { value: task } of records(run, LEDGER, LedgerLine)) {
    agreement.addTask(task);
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
  const rejections: SplitEntry[] = [];
  let matching = 0;
  for (const { value } of records(run, REJECTED, RejectionLine)) {
    const { id, intent, stage, code, detail, category, target_ids: targetIds } = value;
    rejections.push({ id, intent, stage, code, targetIds });
    stages.add(stage);
    codes.add(code);
    const wanted =
      (options.intent ?? intent) === intent && (options.stage ?? stage) === stage && (options.code ?? code) === code;
    if (!wanted) continue;
    matching += 1;
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
  mustOccur('--code', options.code, [...codes].sort(byCodeUnit));

  agreement.compareSplit(REJECTED_FILE, rejections);
  for (const file of [VALID_FILE, ...namedSplitsOf(manifest)])
    agreement.compareSplit(
      file,
      [...records(run, file.path, head)].map(({ value }) => value),
    );

  const { code, intent, stage } = options;
  return {
    run: run.path,
    family: config.family,
    seed: config.seed,
    dataset_digest: manifest.dataset_digest,
    filters: {
      ...(code === undefined ? {} : { code }),
      ...(intent === undefined ? {} : { intent }),
      ...(stage === undefined ? {} : { stage }),
    },
    intents: [...funnels.values()].filter((funnel) => (intent ?? funnel.intent) === funnel.intent),
    rejected: rejections.length,
    matching,
    causes: [...causes.values()].sort(
      (a, b) => b.count - a.count || byStage(a.stage, b.stage) || byCodeUnit(a.code, b.code),
    ),
    categories: [...categories.values()].sort((a, b) => b.rejected - a.rejected || byCodeUnit(a.category, b.category)),
    failed,
    problems: agreement.finish(),
  };
}

/** A filter that nothing in the run meets is a slip of the pen, not an empty answer. */
function mustOccur(flag: string, value: string | undefined, found: readonly string[]): void {
  if (value === undefined || found.includes(value)) return;
  const known = found.length === 0 ? 'nothing was rejected' : `expected one of ${found.join(', ')}`;
  throw new ConfigError(`${flag} is "${value}", which stands in no rejection of this run; ${known}`);
}
