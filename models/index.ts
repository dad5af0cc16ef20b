/**
 * Asks language models for the rest of the house, which imports this file alone. `prepareModels` gives a run its models:
 * online (`Gateway`), in batches at half the price (`BatchGateway`) or from recorded replies (`Replay`); everything else
 * here is for what reads settings, estimates a run, reports what was spent, or looks at recorded replies.
 */
export { askFor, promptAsker } from './asker.ts';
export { BatchLedger, type UnfinishedBatch } from './batch/batch-ledger.ts';
export { BATCH_PACE, batchPaceOf } from './batch/batch-pace.ts';
export { Budget } from './budget.ts';
export { bodyOf, FIRST_DIALECT } from './chat-completion.ts';
export { Endpoint, REQUEST_ID } from './endpoint.ts';
export { connectionErrorOf, connectionErrorText, statusIn } from './faults.ts';
export { Gateway, type Route } from './gateway.ts';
export { Limiter, type Limits, quotesIn } from './limiter.ts';
export { type ModelsSettings, mostSendings, type OpenedModels, type PreparedModels, prepareModels } from './open.ts';
export { missingPrices, nanoOf, Prices, usdText } from './prices.ts';
export { filledPrompt, type Prompt, PromptFolder } from './prompts.ts';
export { Replay } from './replay.ts';
export { strictSchema } from './reply-form.ts';
export { REPLY_STORE, ReplyStore, requestDigest } from './reply-store.ts';
export { type BackOff, isOutOfQuota, retryAfterMs, retryDelayMs } from './retry.ts';
export {
  estimateRun,
  type PlannedCalls,
  plannedCalls,
  type Range,
  Rehearsal,
  type RehearsedCalls,
  type RoleEstimate,
  type RunEstimate,
  talliedCalls,
} from './run-estimate.ts';
export {
  endpointAddress,
  ModelsConfig,
  type NamedModels,
  type ResolvedModels,
  ROLE_NAMES,
  ROLE_SETTINGS,
  type RoleEndpoint,
  type RoleSettings,
  resolveModels,
  roleName,
} from './settings.ts';
export { callsIn, type Spending, type Spent, totalOf } from './spending.ts';
export { TokenEstimates } from './token-estimates.ts';
