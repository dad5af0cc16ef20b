import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Catalog } from '../../catalog/index.ts';
import { everyFamily } from '../../families/index.ts';
import {
  estimateRun,
  missingPrices,
  type NamedModels,
  type PlannedCalls,
  Prices,
  plannedCalls,
  prepareModels,
  promptAsker,
  type Range,
  REPLY_STORE,
  Rehearsal,
  ReplyStore,
} from '../../models/index.ts';
import type { Role } from '../../schemas/model.ts';
import {
  callsFor,
  type Extent,
  type Proposals,
  planProposals,
  propose,
  rehearseSolvers,
} from '../../shopping/shop-lexicon/proposed/index.ts';
import { formatCount } from '../../text/numbers.ts';
import { moneyText, roleText } from '../build/call-estimate-text.ts';
import { tellSpending } from '../build/spending-report.ts';
import { Interrupted } from '../interrupt.ts';
import { modelsSettings } from '../model-limits.ts';
import { wholeOption } from '../option-values.ts';
import type { Output } from '../terminal/output.ts';
import { Page } from '../terminal/page.ts';
import type { Progress } from '../terminal/progress.ts';
import { concurrencyOf, namedModels, type ProposingOptions, votesOf } from './models.ts';

/** Fields and product types a model is asked about at most, and values of each field unless it is told otherwise. */
const MOST_FIELDS = 60;
const MOST_TYPES = 100;
const MOST_VALUES = 24;

const extentOf = (options: ProposingOptions): Extent => ({
  fields: MOST_FIELDS,
  types: MOST_TYPES,
  values: wholeOption('values', options.values) ?? MOST_VALUES,
});

/**
 * Tells what keeps questions about a field from bringing out what is said of it, in any family that has questions; null
 * where nothing does.
 */
const questionFault = (field: string) =>
  everyFamily().reduce<string | null>((fault, family) => fault ?? family.questionFault?.(field) ?? null, null);

const modeOf = ({ batch }: ProposingOptions) => (batch === true ? 'batch' : 'online');

interface Proposing {
  readonly options: ProposingOptions;
  readonly writer: 'openai' | 'replay';
  /** Names the lexicon in the store of replies. */
  readonly run: string;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly output: Output;
}

/** Says what a model would be asked and what that may cost; nobody is asked. */
export async function tellCost(catalog: Catalog, { options, run, progress, output }: Proposing): Promise<void> {
  const models = namedModels(options);
  const prices = Prices.read(options.prices);
  const replies = options.replies ?? REPLY_STORE;
  const store = existsSync(replies) ? ReplyStore.open(replies, { run: resolve(run), create: false }) : null;
  try {
    const { calls, values, fields, types } = await estimated(catalog, options, models, store);
    progress.close();
    const estimate = estimateRun(calls, store?.measuredLengths() ?? [], prices);
    const page = new Page(output);
    const say = (text: string) => page.paragraph(text, { hanging: 2 });
    say(
      `A model would be asked for clues for ${formatCount(values)} values, and about ${formatCount(fields)} fields and ${formatCount(types)} product types:`,
    );
    for (const role of estimate.roles) say(roleText(role, 0));
    const { low, high } = estimate.calls;
    say(`together: ${formatCount(low)} to ${formatCount(high)} calls, ${moneyText(estimate)}`);
    say(
      'Low: every first clue is accepted; high: every clue is refused, and every vote asked for. --budget-usd or --max-calls ends it before.',
    );
    for (const sentence of missingPrices(prices, estimate.unpriced, [modeOf(options)])) say(sentence);
    output.write(`${page.text}\n`);
  } finally {
    store?.close();
  }
}

async function estimated(catalog: Catalog, options: ProposingOptions, models: NamedModels, store: ReplyStore | null) {
  const votes = votesOf(options);
  const extent = extentOf(options);
  const plan = planProposals(catalog, extent);
  const rehearsal = new Rehearsal(store);
  const asker = promptAsker({ models: rehearsal, roles: models.roles });
  await propose(catalog, { asker, votes, extent, questionFault });
  await rehearseSolvers(plan, { asker });
  const wanted = callsFor(plan, votes);
  const planned = (role: Role, range: Range): PlannedCalls[] => {
    const found = rehearsal.calls.find((calls) => calls.role === role);
    if (found === undefined || found.missing === 0) return [];
    const left = (calls: number) => Math.max(0, calls - found.stored);
    return [plannedCalls(found, modeOf(options), { low: left(range.low), high: left(range.high) })];
  };
  return {
    calls: [...planned('lexicon_writer', wanted.writer), ...planned('blind_solver', wanted.solver)],
    values: plan.clues.reduce((sum, { values }) => sum + values.length, 0),
    fields: plan.fields.length,
    types: plan.types.length,
  };
}

/**
 * Prepares models for proposing what is known of a catalog's words; a ConfigError where a key, an address or a price is
 * missing. What it returns asks them, and says what they were asked and what it cost.
 */
export function preparedProposals({
  options,
  writer,
  run,
  progress,
  signal,
  output,
}: Proposing): (catalog: Catalog) => Promise<Proposals> {
  const extent = extentOf(options);
  const votes = votesOf(options);
  const resolved = namedModels(options);
  const onTrouble = (sentence: string) => progress.say(`models: ${sentence}`);
  const concurrency = concurrencyOf(options);
  const prepared = prepareModels(
    modelsSettings(options, resolved, { run, writer, concurrency, signal, onTrouble, batch: options.batch === true }),
  );
  for (const warning of prepared.warnings) progress.say(`models: ${warning}`);
  if (resolved.roles.lexicon_writer?.model === resolved.roles.blind_solver?.model)
    progress.say(
      `models: ${resolved.roles.blind_solver?.model} is to solve the clues it writes itself; name another model with --judge-model for independent solvers`,
    );
  return async (catalog) => {
    const opened = prepared.open();
    try {
      const found = await propose(catalog, {
        asker: opened.asker,
        votes,
        extent,
        questionFault,
        onProgress: (done, total, detail) =>
          progress.update({ phase: 'ask', done, total, counted: 'fields', spent: spentOf(opened.spendText()), detail }),
      });
      await opened.finish();
      if (signal.aborted)
        throw new Interrupted('what was answered is kept; the same command goes on without asking it again');
      progress.close();
      tellSpending(opened.spending(), output);
      return found;
    } finally {
      await opened.close();
    }
  };
}

const spentOf = (text: string | null) => (text === null ? [] : [text]);
