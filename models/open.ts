import { existsSync } from 'node:fs';
import { systemClock } from '../schemas/clock.ts';
import { ConfigError, ModelError } from '../schemas/errors.ts';
import type { Asker, ModelRequest, Models, Role, StoredReply } from '../schemas/model.ts';
import { counted } from '../text/numbers.ts';
import { PromptAsker } from './asker.ts';
import { BatchEndpoint } from './batch/batch-endpoint.ts';
import { BatchGateway, type BatchRoute } from './batch/batch-gateway.ts';
import { BatchLedger } from './batch/batch-ledger.ts';
import type { BatchPace } from './batch/batch-queue.ts';
import { Budget, type BudgetSettings } from './budget.ts';
import { Endpoint } from './endpoint.ts';
import { Gateway, type Route } from './gateway.ts';
import { Limiter } from './limiter.ts';
import { missingPrices, Prices } from './prices.ts';
import { PromptFolder } from './prompts.ts';
import { Replay } from './replay.ts';
import { ReplyStore } from './reply-store.ts';
import { forEachRole, type ResolvedModels, type RoleEndpoint } from './settings.ts';
import { type Spending, spendingForFile, spendingOf } from './spending.ts';
import { TokenEstimates } from './tokens.ts';

/** Models that remember why they answer nothing any more: of all errors the one that ended the run. */
export class EndNoted implements Models {
  readonly #models: Models;
  #end: ModelError | null = null;

  constructor(models: Models) {
    this.#models = models;
  }

  /** Null while they answer. */
  get end(): ModelError | null {
    return this.#end;
  }

  async ask(request: ModelRequest, taskId: string): Promise<StoredReply> {
    try {
      return await this.#models.ask(request, taskId);
    } catch (error) {
      if (error instanceof ModelError && error.ends) this.#end ??= error;
      throw error;
    }
  }
}

/** Limits of the account, where the user knows them. */
export interface Limits {
  readonly concurrency: number;
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
}

type Environment = Readonly<Record<string, string | undefined>>;
type OnlineRoute = Route & { readonly endpoint: Endpoint };

/** Attempts of a request that only the network or a limit keeps from being answered. */
const ATTEMPTS = 6;
/** Servers of one's own, on this machine or another, mostly speak HTTP without TLS and ask for no key; others all do. */
const OWN_SERVER = /^http:|^https:\/\/(?:localhost|127\.|\[::1\])/;

/** The key of an endpoint; a server of one's own needs none. A ConfigError where one is missing. */
function keyOf({ baseUrl, apiKeyEnv }: RoleEndpoint, env: Environment): string | null {
  const key = env[apiKeyEnv]?.trim() ?? '';
  if (key !== '') return key;
  if (OWN_SERVER.test(baseUrl)) return null;
  throw new ConfigError(
    `${apiKeyEnv} is not set, and ${new URL(baseUrl).host} wants a key; set it in the environment (it is never written anywhere), or give the address of a server of your own`,
  );
}

/** The online routes of the roles: one endpoint for each address and key, one limiter for each model of it. */
export function onlineRoutes(
  { roles, endpoints: places }: ResolvedModels,
  limits: Limits,
  env: Environment,
): Readonly<Record<Role, OnlineRoute>> {
  const endpoints = new Map<string, Endpoint>();
  const limiters = new Map<string, Limiter>();
  return forEachRole((role) => {
    const { baseUrl, apiKeyEnv, timeoutMs } = places[role];
    const place = `${baseUrl}\n${apiKeyEnv}`;
    const endpoint =
      endpoints.get(place) ?? new Endpoint({ baseUrl, apiKey: keyOf(places[role], env), keyName: apiKeyEnv });
    endpoints.set(place, endpoint);
    const model = `${place}\n${roles[role].model}`;
    const limiter = limiters.get(model) ?? new Limiter({ ...limits }, systemClock);
    limiters.set(model, limiter);
    return { endpoint, limiter, timeoutMs, attempts: ATTEMPTS };
  });
}

/** The batch routes of the roles: one for each endpoint, as online. */
export function batchRoutes(
  { endpoints: places }: ResolvedModels,
  online: Readonly<Record<Role, OnlineRoute>>,
  env: Environment,
): Readonly<Record<Role, BatchRoute>> {
  const made = new Map<Endpoint, BatchRoute>();
  return forEachRole((role) => {
    const { endpoint } = online[role];
    const { baseUrl, apiKeyEnv } = places[role];
    const batches = () => new BatchEndpoint({ baseUrl, apiKey: keyOf(places[role], env), keyName: apiKeyEnv });
    const route = made.get(endpoint) ?? { endpoint, batches: batches() };
    made.set(endpoint, route);
    return route;
  });
}

export interface ModelsSettings {
  readonly resolved: ResolvedModels;
  readonly writer: 'openai' | 'replay';
  /** File of recorded requests and replies. */
  readonly replies: string;
  /** Names the run in the store: its earlier starts count towards the budget. */
  readonly run: string;
  readonly limits: Limits;
  readonly budgetUsd: number | null;
  /** The user's own price file. */
  readonly prices: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Told of trouble with an endpoint, once for each kind. */
  readonly onTrouble: (sentence: string) => void;
  /** True for requests in batches, at half the price; where left out, online. */
  readonly batch?: boolean;
  /** Settings of batches that differ from `BATCH_PACE`. */
  readonly batchPace?: Partial<BatchPace>;
}

/** Models whose keys, addresses and prices are in order: nothing was written yet, and nobody was asked. */
export interface PreparedModels {
  /** Sentences for the user, to be told beforehand. */
  readonly warnings: readonly string[];
  /**
   * Opens the reply store, and what earlier starts left at their provider is collected or cancelled: only for who holds
   * the run's folder.
   */
  open(): OpenedModels;
}

/** The models of a run, ready to be asked. */
export interface OpenedModels {
  /** The models that answer, and the asker that puts the run's prompts to them. */
  readonly models: Models;
  readonly asker: Asker;
  /** The error since which nothing is answered any more; null while it is. */
  readonly end: ModelError | null;
  /** "$0.42 of $5.00"; null where nothing can be spent. */
  spendText(): string | null;
  /** "2 batches with 640 requests"; null where none is at its provider. */
  batchesUnderWay(): string | null;
  /** The things waited for, as long as they are not plain from what is built; null where nothing is to be told. */
  activity(): string | null;
  /** Asks nothing more and waits for what is under way, so that every reply that comes is kept and counted. */
  finish(): Promise<void>;
  spending(): Spending;
  /** For `run.json`: times, tokens, cost. */
  report(): Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

/** The models of a run; a ConfigError where a key, an address, a price or the file of a replay is missing. */
export function prepareModels(settings: ModelsSettings): PreparedModels {
  return settings.writer === 'replay' ? preparedReplay(settings) : preparedOnline(settings);
}

const askerOf = (models: Models, { roles }: ResolvedModels): Asker =>
  new PromptAsker({ models, prompts: new PromptFolder(), roles });

function preparedReplay({ resolved, replies, run }: ModelsSettings): PreparedModels {
  if (!existsSync(replies))
    throw new ConfigError(
      `--replies names ${replies}, which does not exist; record replies with --writer openai first`,
    );
  return {
    warnings: [],
    open() {
      const store = ReplyStore.open(replies, { run, create: false });
      const replay = new Replay(store);
      return {
        models: replay,
        asker: askerOf(replay, resolved),
        end: null,
        spendText: () => null,
        batchesUnderWay: () => null,
        activity: () => null,
        finish: async () => {},
        spending: () => ({ kind: 'recorded', replies: replay.hits }),
        report: () => ({ replayed: replay.hits }),
        close: async () => store.close(),
      };
    },
  };
}

/** Without `batch` nothing is submitted; batches of earlier starts are cancelled and what they have done is collected. */
const NO_BATCHES: Partial<BatchPace> = { tail: Number.POSITIVE_INFINITY, slowMs: 0 };

function preparedOnline(settings: ModelsSettings): PreparedModels {
  const { resolved, replies, run, limits, budgetUsd: capUsd, env, signal, onTrouble, batch = false } = settings;
  const prices = Prices.read(settings.prices);
  const modes = batch ? (['online', 'batch'] as const) : (['online'] as const);
  const asked = [...new Set(Object.values(resolved.roles).map(({ model }) => model))];
  const models = asked.flatMap((model) => modes.map((mode) => [model, mode] as const));
  const money: BudgetSettings = { capUsd, prices, models };
  // A budget that cannot hold is refused before anything is opened; the one that counts also knows what was spent.
  new Budget(money);
  const unpriced = missingPrices(prices, asked, modes);
  const online = onlineRoutes(resolved, limits, env);
  const batches = batchRoutes(resolved, online, env);
  const keys = [...new Set(Object.values(resolved.endpoints).flatMap(({ apiKeyEnv }) => env[apiKeyEnv]?.trim() || []))];
  return {
    warnings: unpriced.map((sentence) => `${sentence}; until then its calls count as costing nothing`),
    open() {
      const store = ReplyStore.open(replies, { run, keys });
      let ledger: BatchLedger | null = null;
      try {
        ledger = new BatchLedger(store.path, run);
        const budget = new Budget({ ...money, spentNano: store.spentNano() });
        const tokens = new TokenEstimates();
        const gateway = new Gateway({ routes: online, store, budget, tokens, signal, onTrouble });
        const all = new BatchGateway({
          ...{ online: gateway, routes: batches, store, ledger, budget, tokens, run, signal },
          pace: { ...settings.batchPace, ...(batch ? {} : NO_BATCHES) },
        });
        return openedOnline(settings, { store, ledger, budget, prices, unpriced, gateway: all });
      } catch (error) {
        ledger?.close();
        store.close();
        throw error;
      }
    },
  };
}

interface Parts {
  readonly store: ReplyStore;
  readonly ledger: BatchLedger;
  readonly budget: Budget;
  readonly prices: Prices;
  /** A sentence for every model without a known price. */
  readonly unpriced: readonly string[];
  readonly gateway: BatchGateway;
}

function openedOnline(
  { resolved, limits, budgetUsd, batch = false }: ModelsSettings,
  { store, ledger, budget, prices, unpriced, gateway }: Parts,
): OpenedModels {
  const models = new EndNoted(gateway);
  const before = store.counts('this run');
  const modelOf = (role: Role) => resolved.roles[role].model;
  const roles = () => spendingOf(before, store.counts('this run'));
  return {
    models,
    asker: askerOf(models, resolved),
    get end() {
      return models.end;
    },
    spendText: () => budget.spendText(),
    batchesUnderWay: () => underWay(gateway),
    activity: () => underWay(gateway) ?? unheard(gateway),
    finish: () => gateway.close(),
    spending: () => ({
      kind: 'asked',
      roles: roles(),
      modelOf,
      budget: budgetUsd === null ? null : budget.spendText(),
      unpriced,
    }),
    report: () => ({
      ...spendingForFile(roles(), gateway.snapshot(), modelOf),
      budget_usd: budgetUsd,
      prices: prices.versions,
      limits: {
        concurrency: limits.concurrency,
        requests_per_minute: limits.requestsPerMinute,
        tokens_per_minute: limits.tokensPerMinute,
      },
      ...(batch ? { batches: gateway.counts } : {}),
    }),
    async close() {
      await gateway.close();
      ledger.close();
      store.close();
    },
  };
}

/** Before the first reply nobody knows whether the endpoint is there at all. */
function unheard(gateway: BatchGateway): string | null {
  const roles = Object.values(gateway.snapshot());
  if (roles.some(({ replies }) => replies > 0)) return null;
  const sent = roles.reduce((sum, { calls }) => sum + calls, 0);
  return sent === 0 ? null : `${counted(sent, 'request', 'requests')} sent, none answered yet`;
}

function underWay({ counts: { underWay, waiting } }: BatchGateway): string | null {
  if (underWay === 0) return null;
  return `${counted(underWay, 'batch', 'batches')} with ${counted(waiting, 'request', 'requests')} under way`;
}
