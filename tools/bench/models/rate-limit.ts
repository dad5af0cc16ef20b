import { join } from 'node:path';
import type { ModelRequest } from '../../../schemas/model.ts';
import type { Limits as Enforced } from '../../../tests/mock-endpoint/rate-limits.ts';
import { type Figure, fixed, percent } from '../report.ts';
import { doneAt } from './callers.ts';
import { type MockAddress, MockHost } from './mock-host.ts';
import { openGateway } from './opened-gateway.ts';
import { questionsFrom } from './questions.ts';
import { plainFetch } from './throughput.ts';

const PER_MINUTE = 600;
/** One second's worth may come at once: who sends a minute's worth in its first second is turned away. */
const BURST_SECONDS = 1;
const BURST = (PER_MINUTE * BURST_SECONDS) / 60;
const LATENCY_MS = 250;
const CONCURRENCY = 64;
const RUNS = 3;
/** A little more than a minute's worth, so that whatever counts minutes comes to the end of one. */
const CALLS = 650;

/** One way to keep to a limit. */
interface Way {
  readonly name: string;
  readonly tells: NonNullable<Enforced['tells']>;
  readonly ask: (address: MockAddress, questions: readonly ModelRequest[], file: string) => Promise<number[]>;
  /** True for what the project promises, and false for what stands beside it. */
  readonly promised: boolean;
}

const gateway =
  (requestsPerMinute: number | null): Way['ask'] =>
  async (address, questions, file) => {
    const limits = { requestsPerMinute, tokensPerMinute: null, concurrency: CONCURRENCY };
    const opened = openGateway(address, limits, file);
    try {
      return await doneAt(questions, CONCURRENCY, (question) => opened.gateway.ask(question, 'bench'));
    } finally {
      opened.store.close();
    }
  };

/** The peer: fetches one after another at exactly the limit, from a timer; what is turned away is sent once more. */
async function fetchByTheClock(address: MockAddress, questions: readonly ModelRequest[]): Promise<number[]> {
  const start = performance.now();
  let sent = 0;
  return doneAt(questions, CONCURRENCY, async (question) => {
    let status = 0;
    while (status !== 200) {
      const due = start + (sent++ * 60_000) / PER_MINUTE;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      status = await plainFetch(address, question);
    }
  });
}

const WAYS: readonly Way[] = [
  { name: 'limit configured', tells: 'everything', ask: gateway(PER_MINUTE), promised: true },
  { name: 'limit from headers', tells: 'everything', ask: gateway(null), promised: true },
  { name: 'from Retry-After', tells: 'retry_after', ask: gateway(null), promised: false },
  { name: 'from 429s alone', tells: 'nothing', ask: gateway(null), promised: false },
  { name: 'fetch by the clock', tells: 'everything', ask: fetchByTheClock, promised: false },
];

/** Measures how near the gateway comes to a limit that is enforced, and how often it is turned away. */
export async function rateLimit(folder: string): Promise<{ title: string; figures: Figure[] }> {
  const each = WAYS.flatMap((way) => Array.from({ length: RUNS }, (_, run) => ({ way, run })));
  const host = await MockHost.start(
    each.map(({ way: { tells } }) => ({
      latencyMs: LATENCY_MS,
      limits: { requestsPerMinute: PER_MINUTE, burstSeconds: BURST_SECONDS, tells },
    })),
  );
  try {
    // All at the same time, each against an endpoint of its own: together they are far from loading the machine.
    const perMinute = await Promise.all(
      each.map(async ({ way }, at) => {
        const start = performance.now();
        const questions = questionsFrom(at * CALLS, CALLS);
        const times = await way.ask(host.addresses[at]!, questions, join(folder, `limit-${at}.db`));
        return (CALLS * 60_000) / (times.at(-1)! - start);
      }),
    );
    const limitedShare = (await host.counts()).map(({ requests, limited }) => limited / requests);
    const of = (way: Way, values: readonly number[]) => values.filter((_, at) => each[at]!.way === way);
    return {
      title: `Limit of ${PER_MINUTE} requests a minute, ${BURST} at once: ${RUNS} runs of ${CALLS} calls each`,
      figures: WAYS.flatMap((way): Figure[] => [
        {
          name: `${way.name}: per minute`,
          runs: of(way, perMinute),
          text: fixed(0),
          beside: `limit ${PER_MINUTE}`,
          ...(way.promised ? { aim: { atLeast: 0.95 * PER_MINUTE } } : {}),
        },
        {
          name: '  answered 429',
          runs: of(way, limitedShare),
          text: percent,
          ...(way.promised ? { aim: { below: 0.01 } } : {}),
        },
      ]),
    };
  } finally {
    host.close();
  }
}
