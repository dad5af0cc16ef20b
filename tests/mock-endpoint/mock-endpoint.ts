import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Chat } from './chat.ts';
import { systemClock } from './clock.ts';
import { Exchange } from './exchange.ts';
import { FaultPlan } from './fault-plan.ts';
import type { MockOptions } from './options.ts';
import type { Limits } from './rate-limits.ts';
import { RequestLog, type RequestRecord } from './request-log.ts';
import { Resources } from './resources.ts';
import { type MockStats, statsOf } from './stats.ts';

/** A running endpoint. */
export interface MockEndpoint {
  /** What OPENAI_BASE_URL is set to. */
  readonly url: string;
  /** The key it asks for. */
  readonly key: string;
  /** Every request in order of arrival, also lines of batches when they are executed. */
  readonly requests: readonly RequestRecord[];
  readonly stats: MockStats;
  /** Requests that came although a reply to the same request had gone out whole before. */
  repeatedAfterSuccess(): RequestRecord[];
  /** Requests that came while the same request was under way. */
  repeatedUnderWay(): RequestRecord[];
  /** Enforces other limits from now on. */
  limitTo(limits: Limits): void;
  /** Ends all connections. Rejects with what a callback of the test threw, so that no mistake there passes for a fault. */
  close(): Promise<void>;
}

/** Starts an endpoint that speaks OpenAI's API on a free port of this machine and misbehaves as it is told. */
export async function startMockEndpoint(options: MockOptions): Promise<MockEndpoint> {
  const { clock = systemClock, key = `sk-mock-${randomUUID()}` } = options;
  const plan = new FaultPlan(options.faults ?? [], options.seededFaults, options.faultSettings);
  for (const kind of ['leak', 'tamper', 'obey'] as const) {
    if (plan.names(kind) && options[kind] === undefined)
      throw new TypeError(`the fault "${kind}" is scripted, but options.${kind} does not say what its content is`);
  }

  const log = new RequestLog(clock);
  const chat = new Chat(options, plan, log, clock);
  const resources = new Resources(options, { plan, chat, log, clock });
  const exchange = new Exchange({ ...options, key }, { log, chat, resources });
  const server = createServer(
    { requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 600_000 },
    (request, response) => exchange.take(request, response),
  );
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/v1`,
    key,
    requests: log.records,
    get stats() {
      return statsOf(log);
    },
    repeatedAfterSuccess: () => log.records.filter(({ repeatsDelivered }) => repeatsDelivered),
    repeatedUnderWay: () => log.records.filter(({ repeatsUnderWay }) => repeatsUnderWay),
    limitTo: (limits) => chat.limitTo(limits),
    async close() {
      await stop(server);
      if (chat.failures.length > 0) throw new AggregateError(chat.failures, 'a callback of the mock endpoint threw');
    },
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // Hundreds of clients may connect at once.
    server.listen({ port: 0, host: '127.0.0.1', backlog: 2048 }, () => resolve((server.address() as AddressInfo).port));
  });
}

function stop(server: Server): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}
