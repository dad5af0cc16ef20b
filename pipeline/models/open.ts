import { existsSync } from 'node:fs';
import { ConfigError } from '../../schemas/errors.ts';
import { type Asker, type Models, Role } from '../../schemas/model.ts';
import { PromptAsker } from './asker.ts';
import { BatchEndpoint } from './batch/batch-endpoint.ts';
import { BatchLedger } from './batch/batch-ledger.ts';
import type { BatchPace } from './batch/batch-pace.ts';
import { BatchGateway, type BatchRoute } from './batch.ts';
import { Budget } from './budget.ts';
import type { CallStatistics } from './call-statistics.ts';
import { systemClock } from './clock.ts';
import { Endpoint } from './endpoint.ts';
import { Gateway, type Route } from './gateway.ts';
import { Limiter } from './limiter.ts';
import { Prices } from './prices.ts';
import { PromptFolder } from './prompts.ts';
import { Replay } from './replay.ts';
import { ReplyStore } from './reply-store.ts';
import type { ResolvedModels, RoleEndpoint } from './settings.ts';
import { TokenEstimates } from './tokens.ts';

/** How often a request is sent at most when only the network or a limit keeps it from being answered. */
const ATTEMPTS = 6;
/** Asks for no key where it runs on one's own machine. */
const OWN_MACHINE = /^https?:\/\/(?:localhost|127\.|\[::1\]|0\.0\.0\.0|192\.168\.|10\.)/;

export interface OpenSettings {
  readonly resolved: ResolvedModels;
  readonly writer: 'openai' | 'replay';
  /** File of recorded requests and replies. */
  readonly replies: string;
  /** Names the run in the store: its earlier starts count towards the budget. */
  readonly run: string;
  readonly limits: {
    readonly concurrency: number;
    readonly requestsPerMinute: number | null;
    readonly tokensPerMinute: number | null;
  };
  readonly budgetUsd: number | null;
  /** The user's own price file. */
  readonly prices: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Told of trouble with an endpoint, once for each kind. */
  readonly onTrouble?: (sentence: string) => void;
  /** Whether requests are put into batches, at half the price; where left out, online. */
  readonly batch?: boolean;
  /** How batches are made and watched, where it differs from the usual. */
  readonly batchPace?: Partial<BatchPace>;
}

/** The models of a run, ready to be asked. */
export interface OpenedModels {
  readonly asker: Asker;
  /** What was asked and answered so far; null for recorded replies. */
  statistics(): CallStatistics | null;
  /** "$0.42 of $5.00"; null where nothing can be spent. */
  spendText(): string | null;
  /** For `run.json`: times, tokens, cost. */
  report(): Readonly<Record<string, unknown>>;
  /** "2 batches with 640 requests"; null where none is at its provider. */
  batchesUnderWay(): string | null;
  /** Waits for what is under way, so that every reply that comes is kept. */
  close(): Promise<void>;
}

/** Opens the models of a run: the reply store, and behind it the endpoints, or nothing but the store for a replay. */
export function openModels(settings: OpenSettings): OpenedModels {
  const { resolved, replies } = settings;
  if (settings.writer === 'replay' && !existsSync(replies))
    throw new ConfigError(
      `--replies names ${replies}, which does not exist; record replies with --writer openai first`,
    );
  const keys = [
    ...new Set(Object.values(resolved.endpoints).flatMap(({ apiKeyEnv }) => settings.env[apiKeyEnv]?.trim() || [])),
  ];
  const store = ReplyStore.open(replies, { run: settings.run, keys, create: settings.writer === 'openai' });
  const askerOf = (models: Models) => new PromptAsker({ models, prompts: new PromptFolder(), roles: resolved.roles });
  try {
    if (settings.writer === 'openai') return online(settings, store, askerOf);
    const replay = new Replay(store);
    return {
      asker: askerOf(replay),
      statistics: () => null,
      spendText: () => null,
      batchesUnderWay: () => null,
      report: () => ({ replayed: replay.hits }),
      close: async () => store.close(),
    };
  } catch (error) {
    store.close();
    throw error;
  }
}

/** Without `batch` nothing is submitted; batches of earlier starts are cancelled and what they have done is collected. */
const NO_BATCHES: Partial<BatchPace> = { tail: Number.POSITIVE_INFINITY, slowMs: 0 };

function online(settings: OpenSettings, store: ReplyStore, askerOf: (models: Models) => Asker): OpenedModels {
  const { resolved, limits, budgetUsd, signal, run, onTrouble = () => {}, batch = false } = settings;
  const prices = Prices.read(settings.prices);
  const models = [...new Set(Object.values(resolved.roles).map(({ model }) => model))];
  const modes = batch ? (['online', 'batch'] as const) : (['online'] as const);
  const budget = new Budget({
    capUsd: budgetUsd,
    prices,
    models: models.flatMap((model) => modes.map((mode) => [model, mode] as const)),
    spentNano: store.spentNano(),
  });
  const routes = routesOf(settings);
  const tokens = new TokenEstimates();
  const gateway = new Gateway({ routes, store, budget, tokens, signal, onTrouble });
  const ledger = new BatchLedger(store.path, run);
  const batches = (() => {
    try {
      return new BatchGateway({
        ...{ online: gateway, routes: batchRoutesOf(settings, routes), store, ledger, budget, tokens, run, signal },
        pace: { ...settings.batchPace, ...(batch ? {} : NO_BATCHES) },
      });
    } catch (error) {
      ledger.close();
      throw error;
    }
  })();
  return {
    asker: askerOf(batches),
    statistics: () => batches.snapshot(),
    spendText: () => [budget.spendText(), underWay(batches) ?? []].flat().join(', '),
    batchesUnderWay: () => underWay(batches),
    report: () => ({
      roles: batches.snapshot(),
      spent: budget.spendText(),
      prices: prices.versions,
      unpriced: Object.fromEntries(budget.unpriced),
      limits,
      ...(batch ? { batches: batches.counts } : {}),
    }),
    async close() {
      await batches.close();
      ledger.close();
      store.close();
    },
  };
}

function underWay({ counts: { underWay, waiting } }: BatchGateway): string | null {
  if (underWay === 0) return null;
  return `${underWay} ${underWay === 1 ? 'batch' : 'batches'} with ${waiting} ${waiting === 1 ? 'request' : 'requests'} under way`;
}

/** One for each endpoint, as online. */
function batchRoutesOf(
  { resolved, env }: OpenSettings,
  routes: Readonly<Record<Role, { readonly endpoint: Endpoint }>>,
): Readonly<Record<Role, BatchRoute>> {
  const made = new Map<Endpoint, BatchRoute>();
  const routeOf = (role: Role): BatchRoute => {
    const { endpoint } = routes[role];
    const { baseUrl, apiKeyEnv } = resolved.endpoints[role];
    const apiKey = keyOf(resolved.endpoints[role], env);
    const route = made.get(endpoint) ?? {
      endpoint,
      batches: new BatchEndpoint({ baseUrl, apiKey, keyName: apiKeyEnv }),
    };
    made.set(endpoint, route);
    return route;
  };
  return Object.fromEntries(Role.options.map((role) => [role, routeOf(role)])) as Record<Role, BatchRoute>;
}

/** One endpoint for each address and key, one limiter for each model of it, shared by the roles that ask it. */
function routesOf({
  resolved,
  limits,
  env,
}: OpenSettings): Readonly<Record<Role, Route & { readonly endpoint: Endpoint }>> {
  const endpoints = new Map<string, Endpoint>();
  const limiters = new Map<string, Limiter>();
  const routeOf = (role: Role) => {
    const { baseUrl, apiKeyEnv, timeoutMs } = resolved.endpoints[role];
    const place = `${baseUrl}\n${apiKeyEnv}`;
    const endpoint =
      endpoints.get(place) ??
      new Endpoint({ baseUrl, apiKey: keyOf(resolved.endpoints[role], env), keyName: apiKeyEnv });
    endpoints.set(place, endpoint);
    const model = `${place}\n${resolved.roles[role].model}`;
    const limiter = limiters.get(model) ?? new Limiter({ ...limits }, systemClock);
    limiters.set(model, limiter);
    return { endpoint, limiter, timeoutMs, attempts: ATTEMPTS };
  };
  return Object.fromEntries(Role.options.map((role) => [role, routeOf(role)])) as Record<
    Role,
    ReturnType<typeof routeOf>
  >;
}

/** The key of an endpoint; none is needed on one's own machine. */
function keyOf({ baseUrl, apiKeyEnv }: RoleEndpoint, env: OpenSettings['env']): string | null {
  const key = env[apiKeyEnv]?.trim() ?? '';
  if (key !== '') return key;
  if (OWN_MACHINE.test(baseUrl)) return null;
  throw new ConfigError(
    `${apiKeyEnv} is not set, and ${new URL(baseUrl).host} asks for a key; set it in the environment (it is never written anywhere)`,
  );
}
