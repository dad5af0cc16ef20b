import { existsSync } from 'node:fs';
import { systemClock } from '../schemas/clock.ts';
import { ConfigError, type ModelError } from '../schemas/errors.ts';
import type { Asker, Models, Role } from '../schemas/model.ts';
import { foundOrMade } from '../text/cache/found-or-made.ts';
import { counted } from '../text/numbers.ts';
import { promptAsker } from './asker.ts';
import { BatchEndpoint } from './batch/batch-endpoint.ts';
import { BatchGateway, type BatchRoute } from './batch/batch-gateway.ts';
import { BatchLedger } from './batch/batch-ledger.ts';
import { BATCH_PACE, type BatchPace } from './batch/batch-pace.ts';
import { type BreakerSettings, GuardedModels } from './breaker.ts';
import { Budget, type BudgetSettings } from './budget.ts';
import { Endpoint } from './endpoint.ts';
import { Gateway, type Route } from './gateway.ts';
import { Limiter, type Limits } from './limiter.ts';
import { missingPrices, Prices } from './prices.ts';
import { Replay } from './replay.ts';
import { ReplyStore } from './reply-store.ts';
import type { RoleCounts } from './reply-sums.ts';
import { ATTEMPTS } from './retry.ts';
import type { NamedModels, RoleEndpoint } from './settings.ts';
import { callsIn, type Spending, spendingForFile, spendingOf } from './spending.ts';
import { TokenEstimates } from './token-estimates.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The most times a request may be sent, answered or not, those in batches among them. */
export const mostSendings = (batch: boolean): number => ATTEMPTS + (batch ? BATCH_PACE.submissions : 0);
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

/** The routes of the roles: one endpoint for each address and key, one limiter for each model of it. */
function routesOf({ roles, endpoints }: NamedModels, limits: Limits, env: Environment) {
  const places = new Map<string, BatchRoute & Pick<Route, 'endpoint'>>();
  const limiters = new Map<string, Limiter>();
  const online: Partial<Record<Role, Route>> = {};
  const batches: Partial<Record<Role, BatchRoute>> = {};
  for (const role of Object.keys(roles) as Role[]) {
    const [own, settings] = [endpoints[role], roles[role]];
    if (own === undefined || settings === undefined) continue;
    const place = `${own.baseUrl}\n${own.apiKeyEnv}`;
    const opened = places.get(place) ?? openedPlace(place, own);
    const model = `${place}\n${settings.model}`;
    const limiter = foundOrMade(limiters, model, () => new Limiter(limits, systemClock));
    online[role] = { endpoint: opened.endpoint, limiter, timeoutMs: own.timeoutMs, attempts: ATTEMPTS };
    batches[role] = opened;
  }
  return { online, batches };

  function openedPlace(place: string, settings: RoleEndpoint) {
    const access = { baseUrl: settings.baseUrl, apiKey: keyOf(settings, env), keyName: settings.apiKeyEnv };
    const opened = { endpoint: new Endpoint(access), batches: new BatchEndpoint(access) };
    places.set(place, opened);
    return opened;
  }
}

export interface ModelsSettings {
  readonly resolved: NamedModels;
  readonly writer: 'openai' | 'replay';
  /** File of recorded requests and replies. */
  readonly replies: string;
  /** Names the run in the store: its earlier starts count towards the budget. */
  readonly run: string;
  readonly limits: Limits;
  readonly budgetUsd: number | null;
  /** Most calls of all starts of the run. */
  readonly maxCalls: number | null;
  /** Settings by which models are given up as of no use. */
  readonly breaker: BreakerSettings;
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
  /** Opens the reply store, and collects or cancels earlier starts' batches: only for who holds the run's folder. */
  open(): OpenedModels;
}

/** The models of a run, ready to be asked. */
export interface OpenedModels {
  /** The models that answer, and the asker that puts the run's prompts to them. */
  readonly models: Models;
  readonly asker: Asker;
  /** The error since which nothing is answered any more; null while it is. */
  readonly end: ModelError | null;
  /** Requests that were sent in this start. */
  calls(): number;
  /** "$0.42 of $5.00"; null where nothing can be spent. */
  spendText(): string | null;
  /** "2 batches with 640 requests"; null where none is at its provider. */
  batchesUnderWay(): string | null;
  /** Why the last request was not answered, until one is; null where nothing is to be told. */
  readonly trouble: string | null;
  /** The things waited for, as long as they are not plain from what is built; null where nothing is to be told. */
  activity(): string | null;
  /** Asks nothing more and waits for what is under way, so that every reply that comes is kept and counted. */
  finish(): Promise<void>;
  spending(): Spending;
  /**
   * Sets aside the replies that showed a model to be no use, so that the next start asks again, after `undo` has undone
   * what became of their tasks. Does nothing where every model was of use.
   */
  takeBack(undo: (taskIds: readonly string[]) => void): void;
  /** For `run.json`: times, tokens, cost. */
  report(): Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

/** The models of a run; a ConfigError where a key, an address, a price or the file of a replay is missing. */
export function prepareModels(settings: ModelsSettings): PreparedModels {
  return settings.writer === 'replay' ? preparedReplay(settings) : preparedOnline(settings);
}

function preparedReplay({ resolved, replies, run }: ModelsSettings): PreparedModels {
  if (!existsSync(replies))
    throw new ConfigError(
      `--replies names ${replies}, which does not exist; ask a model first, with the same --replies and without the replay`,
    );
  return {
    warnings: [],
    open() {
      const store = ReplyStore.open(replies, { run, create: false });
      const replay = new Replay(store);
      return {
        models: replay,
        asker: promptAsker({ models: replay, roles: resolved.roles }),
        end: null,
        calls: () => 0,
        spendText: () => null,
        batchesUnderWay: () => null,
        trouble: null,
        activity: () => null,
        finish: async () => {},
        spending: () => ({ kind: 'recorded', replies: replay.hits }),
        takeBack: () => {},
        report: () => ({ replayed: replay.hits }),
        close: async () => store.close(),
      };
    },
  };
}

/** Without `batch` nothing is submitted; batches of earlier starts are cancelled and what they have done is collected. */
const NO_BATCHES: Partial<BatchPace> = { tail: Number.POSITIVE_INFINITY, slowMs: 0 };

function preparedOnline(settings: ModelsSettings): PreparedModels {
  const {
    resolved,
    replies,
    run,
    limits,
    budgetUsd: capUsd,
    maxCalls: capCalls,
    env,
    signal,
    onTrouble,
    batch = false,
  } = settings;
  const prices = Prices.read(settings.prices);
  const modes = batch ? (['online', 'batch'] as const) : (['online'] as const);
  const asked = [...new Set(Object.values(resolved.roles).map(({ model }) => model))];
  const models = asked.flatMap((model) => modes.map((mode) => [model, mode] as const));
  const money: BudgetSettings = { capUsd, capCalls, prices, models };
  // A budget that cannot hold is refused before anything is opened; the one that counts also knows what was spent.
  new Budget(money);
  const unpriced = missingPrices(prices, asked, modes);
  const routes = routesOf(resolved, limits, env);
  const keys = [...new Set(Object.values(resolved.endpoints).flatMap(({ apiKeyEnv }) => env[apiKeyEnv]?.trim() || []))];
  return {
    warnings: unpriced.map((sentence) => `${sentence}; until then its calls count as costing nothing`),
    open() {
      const store = ReplyStore.open(replies, { run, keys });
      let ledger: BatchLedger | null = null;
      try {
        ledger = new BatchLedger(store.path, run);
        const before = store.counts('this run');
        const budget = new Budget({ ...money, spentNano: store.spentNano(), calls: callsIn(before) });
        const tokens = new TokenEstimates();
        const shared = { store, budget, tokens, signal };
        const online = new Gateway({ ...shared, routes: routes.online, onTrouble });
        const pace = { ...settings.batchPace, ...(batch ? {} : NO_BATCHES) };
        const gateway = new BatchGateway({ ...shared, online, routes: routes.batches, ledger, run, pace });
        return opened(store, before, ledger, budget, gateway);
      } catch (error) {
        ledger?.close();
        store.close();
        throw error;
      }
    },
  };

  function opened(
    store: ReplyStore,
    before: readonly RoleCounts[],
    ledger: BatchLedger,
    budget: Budget,
    gateway: BatchGateway,
  ): OpenedModels {
    // A batch is submitted as a whole: who waits for the first reply would wait for a day.
    const models = new GuardedModels(gateway, settings.breaker, batch ? null : settings.breaker.maxUnusable);
    const modelOf = (role: Role) => resolved.roles[role]?.model ?? '';
    const roles = () => spendingOf(before, store.counts('this run'));
    return {
      models,
      asker: promptAsker({ models, roles: resolved.roles }),
      get end() {
        return models.end;
      },
      calls: () => callsOf(gateway),
      spendText: () => budget.spendText(),
      batchesUnderWay: () => underWay(gateway),
      get trouble() {
        return gateway.trouble;
      },
      activity: () => underWay(gateway) ?? unheard(gateway),
      finish: () => gateway.close(),
      spending: () => {
        const spent = capUsd === null && capCalls === null ? null : budget.spendText();
        return { kind: 'asked', roles: roles(), modelOf, budget: spent, unpriced };
      },
      takeBack: (undo) => {
        const { wasted } = models;
        if (wasted.length === 0) return;
        undo([...new Set(wasted.map(({ taskId }) => taskId))]);
        // In this order: what rests on replies that are not there any more could not be told from what does not.
        store.setAside(wasted.map(({ digest }) => digest));
      },
      report: () => ({
        ...spendingForFile(roles(), gateway.snapshot(), modelOf),
        budget_usd: capUsd,
        max_calls: capCalls,
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
}

const callsOf = (gateway: BatchGateway): number =>
  Object.values(gateway.snapshot()).reduce((sum, { calls }) => sum + calls, 0);

/** Before the first reply nobody knows whether the endpoint is there at all. */
function unheard(gateway: BatchGateway): string | null {
  if (Object.values(gateway.snapshot()).some(({ replies }) => replies > 0)) return null;
  const sent = callsOf(gateway);
  return sent === 0 ? null : `${counted(sent, 'request', 'requests')} sent, none answered yet`;
}

function underWay({ counts: { underWay, waiting } }: BatchGateway): string | null {
  if (underWay === 0) return null;
  return `${counted(underWay, 'batch', 'batches')} with ${counted(waiting, 'request', 'requests')} under way`;
}
