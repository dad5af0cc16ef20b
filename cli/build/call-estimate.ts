import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildersOf } from '../../families/builders.ts';
import { familyNamed } from '../../families/index.ts';
import {
  BatchLedger,
  callsIn,
  estimateRun,
  mostSendings,
  nanoOf,
  type PlannedCalls,
  Prices,
  plannedCalls,
  promptAsker,
  Rehearsal,
  type RehearsedCalls,
  ReplyStore,
  type ResolvedModels,
  requestDigest,
  talliedCalls,
  type UnfinishedBatch,
} from '../../models/index.ts';
import { Checkpoints } from '../../pipeline/checkpoints/checkpoints.ts';
import type { FamilyPlanner } from '../../pipeline/family.ts';
import { createModelPool } from '../../pipeline/run/pool.ts';
import { runTasks } from '../../pipeline/run/run.ts';
import type { RunOptions } from '../../pipeline/run/run-parts.ts';
import type { TaskSettings } from '../../pipeline/settings.ts';
import { BuildRole } from '../../schemas/model.ts';
import type { BuildConfig } from '../build-settings.ts';
import { Interrupted } from '../interrupt.ts';
import { standardOutput } from '../terminal/output.ts';
import type { Progress } from '../terminal/progress.ts';
import { buildUpdate } from './build-progress.ts';
import { tellEstimate } from './call-estimate-text.ts';

interface RehearsedRun {
  readonly config: BuildConfig;
  readonly out: string;
  readonly resolved: ResolvedModels;
  readonly settings: TaskSettings;
  readonly planner: Pick<FamilyPlanner, 'eligibility'>;
  readonly run: Omit<RunOptions, 'builder' | 'checkpoints'>;
  readonly progress: Progress;
}

/** Says what a run with models would ask and what that may cost; an Interrupted where it was not gone through to the end. */
export async function tellCalls(run: RehearsedRun): Promise<void> {
  const { config, out, progress } = run;
  const prices = Prices.read(config.prices);
  const store = existsSync(config.replies)
    ? ReplyStore.open(config.replies, { run: resolve(out), create: false })
    : null;
  try {
    const batches = store === null ? [] : unfinishedBatches(store.path, resolve(out));
    const calls = await rehearsed(run, store, batches);
    progress.close();
    const measured = store?.measuredLengths() ?? [];
    // Where every reply is there, what they come to is known.
    const isOpen = batches.length > 0 || calls.some(({ missing }) => missing > 0);
    const candidates = isOpen ? candidatesOf(run) : new Map<string, number>();
    // Every first reply fits.
    const plannedOf = (role: RehearsedCalls) => plannedCalls(role, config.batch ? 'batch' : 'online');
    const inBatches = talliedCalls(batches.flatMap(({ requests }) => requests.map(({ request }) => request)));
    tellEstimate(
      {
        calls,
        estimate: estimateRun(calls.map(plannedOf), measured, prices),
        most: {
          estimate: estimateRun(mostCalls(calls, candidates, run), [], prices),
          candidates: [...candidates.values()].reduce((sum, count) => sum + count, 0),
          sendings: mostSendings(config.batch),
        },
        underWay: { batches: batches.length, estimate: estimateRun(inBatches.map(plannedOf), measured, prices) },
        prices,
        isBatch: config.batch,
        isReplay: config.writer === 'replay',
        budget:
          config.budgetUsd === undefined
            ? null
            : { cap: nanoOf(config.budgetUsd, '--budget-usd'), spent: store?.spentNano() ?? 0 },
        maxCalls:
          config.maxCalls === undefined
            ? null
            : { cap: config.maxCalls, spent: callsIn(store?.counts('this run') ?? []) },
      },
      standardOutput(),
    );
  } finally {
    store?.close();
  }
}

function unfinishedBatches(path: string, run: string): UnfinishedBatch[] {
  const ledger = new BatchLedger(path, run);
  try {
    return ledger.unfinished();
  } finally {
    ledger.close();
  }
}

/**
 * The calls of a run, which is gone through as far as code alone can go: the offline writer stands in for texts that are
 * not stored yet, and no judge finds fault.
 */
async function rehearsed(
  { resolved, settings, run, progress }: RehearsedRun,
  store: ReplyStore | null,
  batches: readonly UnfinishedBatch[],
): Promise<RehearsedCalls[]> {
  const underWay = batches.flatMap(({ requests }) => requests.map(({ request }) => requestDigest(request)));
  const rehearsal = new Rehearsal(store, new Set(underWay));
  const asker = promptAsker({ models: rehearsal, roles: resolved.roles });
  const builder = await createModelPool(buildersOf(settings), { asker }, 1);
  const scratch = mkdtempSync(join(tmpdir(), 'cartwright-dry-run-'));
  const checkpoints = Checkpoints.open(join(scratch, 'run.db'), { lock: {}, text: {}, intents: {} });
  try {
    const { interrupted } = await runTasks({
      ...run,
      builder,
      checkpoints,
      onProgress: (run) => progress.update({ ...buildUpdate(run, null), phase: 'rehearse' }),
    });
    if (interrupted)
      throw new Interrupted('nothing was asked or built, and what a whole run would ask is not known yet');
    return rehearsal.calls;
  } finally {
    await builder.close();
    checkpoints.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The most tasks of each intent that may come to be written. */
const candidatesOf = ({ planner, run: { quotas } }: RehearsedRun): ReadonlyMap<string, number> =>
  new Map(
    [...Map.groupBy(quotas, ({ intent }) => intent)].map(([intent, parts]) => {
      const planned = parts.reduce((sum, { limit }) => sum + limit, 0);
      return [intent, Math.min(planned, planner.eligibility(intent).eligible)];
    }),
  );

/** A prompt may show a model three texts of others, or its earlier ones, and a reply that does not fit, with findings. */
const QUOTED_REPLIES = 4;
const QUOTED_FINDINGS = 2_000;

/** The most calls there can be: every candidate is needed, every text turned down and every try used up. */
function mostCalls(
  rehearsed: readonly RehearsedCalls[],
  candidates: ReadonlyMap<string, number>,
  { config, resolved: { roles }, settings }: RehearsedRun,
): PlannedCalls[] {
  const { mostAsked } = familyNamed(settings.family);
  const longestReply = Math.max(...Object.values(roles).map(({ maxOutputTokens }) => maxOutputTokens));
  const longestPrompt = Math.max(0, ...rehearsed.map(({ longestInput }) => longestInput));
  return BuildRole.options.map((role) => {
    const { model, tries, maxOutputTokens } = roles[role];
    const known = rehearsed.find((calls) => calls.role === role);
    const questions = [...candidates].reduce(
      (sum, [intent, tasks]) => sum + tasks * (mostAsked?.(settings, intent)[role] ?? 0),
      0,
    );
    const calls = Math.max(questions, known?.missing ?? 0) * tries * mostSendings(config.batch);
    // A role that was not rehearsed is shown no more than the others.
    const input = (known?.longestInput ?? longestPrompt) + QUOTED_REPLIES * longestReply + QUOTED_FINDINGS;
    return {
      role,
      model,
      mode: config.batch ? 'batch' : 'online',
      calls: { low: calls, high: calls },
      inputTokens: { low: input, high: input },
      outputTokens: { low: maxOutputTokens, high: maxOutputTokens },
    };
  });
}
