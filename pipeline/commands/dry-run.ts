import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuildConfig } from '../config.ts';
import type { FamilyPlanner, TaskSettings } from '../family.ts';
import { Journal } from '../journal.ts';
import { PromptAsker } from '../models/asker.ts';
import { estimateRun, type PlannedCalls, type Range, type RunEstimate } from '../models/estimate.ts';
import { usdText } from '../models/money.ts';
import { Prices } from '../models/prices.ts';
import { PromptFolder } from '../models/prompts.ts';
import { Rehearsal, type RehearsedCalls } from '../models/rehearsal.ts';
import { ReplyStore } from '../models/reply-store.ts';
import { roleName } from '../models/role-name.ts';
import type { ResolvedModels } from '../models/settings.ts';
import { createModelPool } from '../pool.ts';
import { type RunOptions, runTasks } from '../run.ts';
import { escapeForTerminal } from '../terminal/escape.ts';
import { counted, formatCount } from '../terminal/numbers.ts';
import { missingOf } from './build-report.ts';

/** Says what each intent could use, without building. */
export function tellEligibility(intents: readonly string[], config: BuildConfig, planner: FamilyPlanner): void {
  const lines = intents.map((intent) => {
    const { eligible, reasons, unit } = planner.eligibility(intent);
    const why = missingOf({ reasons, unit }).map((text) => `; ${text}`);
    return `${intent}: ${config.perIntent} wanted, ${eligible} ${unit?.eligible ?? `of ${planner.catalogSize} products`} eligible${why.join('')}`;
  });
  process.stdout.write(`${lines.join('\n')}\n`);
}

interface RehearsedRun {
  readonly config: BuildConfig;
  readonly resolved: ResolvedModels;
  readonly settings: TaskSettings;
  readonly run: Omit<RunOptions, 'builder' | 'journal'>;
}

/**
 * Says what a run with models would ask and what that may cost. The run is gone through as far as code alone can go: the
 * offline writer stands in for texts that are not stored yet, and no judge finds fault.
 */
export async function tellCalls({ config, resolved, settings, run }: RehearsedRun): Promise<void> {
  const store = existsSync(config.replies) ? ReplyStore.open(config.replies, { create: false }) : null;
  const scratch = mkdtempSync(join(tmpdir(), 'cartwright-dry-run-'));
  const journal = Journal.open(join(scratch, 'journal.jsonl'), { lock: {}, text: {}, intents: {} });
  try {
    const rehearsal = new Rehearsal(store);
    const asker = new PromptAsker({ models: rehearsal, prompts: new PromptFolder(), roles: resolved.roles });
    const builder = await createModelPool(settings, { asker }, 1);
    await runTasks({ ...run, builder, journal });
    await builder.close();
    const calls = rehearsal.calls;
    const planned = calls.map((role) => plannedCalls(role, resolved, config.batch));
    const estimate = estimateRun(planned, store?.measuredLengths() ?? [], Prices.read(config.prices));
    process.stdout.write(`${callsText(calls, estimate)}\n`);
  } finally {
    journal.close();
    rmSync(scratch, { recursive: true, force: true });
    store?.close();
  }
}

function plannedCalls(
  { role, model, missing, inputTokens: { low, high } }: RehearsedCalls,
  { roles }: ResolvedModels,
  batch: boolean,
): PlannedCalls {
  const { tries, maxOutputTokens } = roles[role];
  const each = Math.max(missing, 1);
  return {
    role,
    model,
    mode: batch ? 'batch' : 'online',
    calls: { low: missing, high: missing * tries },
    inputTokens: { low: low / each, high: high / each },
    maxOutputTokens,
  };
}

function callsText(calls: readonly RehearsedCalls[], estimate: RunEstimate): string {
  const stored = calls.reduce((sum, role) => sum + role.stored, 0);
  const lines = estimate.roles.map(
    ({ role, model, calls: { low, high }, inputTokens, outputTokens, costNano }, place) => {
      const kept = calls[place]?.stored ?? 0;
      const cost = costNano === null ? 'no known price' : costText(costNano);
      return low === 0
        ? `${roleName(role)} (${escapeForTerminal(model)}): nothing to ask, ${counted(kept, 'reply is', 'replies are')} stored`
        : `${roleName(role)} (${escapeForTerminal(model)}): ${callsIn({ low, high })}${kept === 0 ? '' : ` besides ${counted(kept, 'stored reply', 'stored replies')}`}, ${rangeText(inputTokens)} tokens in, ${rangeText(outputTokens)} out, ${cost}`;
    },
  );
  const { calls: all, inputTokens, outputTokens, costNano, unpriced } = estimate;
  const without = unpriced.length === 0 ? '' : ` and what ${unpriced.map(escapeForTerminal).join(' and ')} costs`;
  const money = unpriced.length > 0 && costNano.high === 0 ? 'at a cost not known' : `${costText(costNano)}${without}`;
  return [
    ...lines,
    `together: ${callsIn(all)}, ${rangeText(inputTokens)} tokens in, ${rangeText(outputTokens)} out, ${money}; ${counted(stored, 'reply is', 'replies are')} stored already`,
  ].join('\n');
}

const rangeText = ({ low, high }: Range) =>
  low === high ? formatCount(low) : `${formatCount(low)} to ${formatCount(high)}`;
const callsIn = (range: Range) => `${rangeText(range)} ${range.high === 1 ? 'call' : 'calls'}`;
const costText = ({ low, high }: Range) => (low === high ? usdText(low) : `${usdText(low)} to ${usdText(high)}`);
