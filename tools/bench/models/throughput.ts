import { join } from 'node:path';
import { bodyOf, FIRST_DIALECT } from '../../../models/index.ts';
import type { ModelRequest } from '../../../schemas/model.ts';
import { median } from '../../../text/numbers.ts';
import { cpuMs } from '../machine.ts';
import { type Figure, fixed, percent } from '../report.ts';
import { doneAt } from './callers.ts';
import { type MockAddress, MockHost } from './mock-host.ts';
import { openGateway } from './opened-gateway.ts';
import { questionsFrom } from './questions.ts';

const LATENCY_MS = 250;
const CONCURRENCY = 64;
const IDEAL = (CONCURRENCY * 1000) / LATENCY_MS;
const RUNS = 3;
const CALLS = 40 * CONCURRENCY;
/** Replies after which the gateway's careful start is over: requests under way grow by one with each. */
const STARTED = 5 * CONCURRENCY;

interface Measured {
  /** Replies per second once all requests are under way at once. */
  readonly perSecond: number;
  /** From the first question to the last reply. */
  readonly seconds: number;
  readonly cpuMsPerCall: number;
  /** Seconds in which the event loop had work for each second of processor time: more than 1 where it had to wait for one. */
  readonly busyPerCpu: number;
}

async function measured(
  questions: readonly ModelRequest[],
  callers: number,
  ask: (one: ModelRequest) => Promise<unknown>,
) {
  const start = performance.now();
  const cpuBefore = cpuMs();
  const loopBefore = performance.eventLoopUtilization();
  const times = await doneAt(questions, callers, ask);
  const usedMs = cpuMs() - cpuBefore;
  const [steadyFrom, end] = [times[STARTED - 1]!, times.at(-1)!];
  return {
    perSecond: ((questions.length - STARTED) * 1000) / (end - steadyFrom),
    seconds: (end - start) / 1000,
    cpuMsPerCall: usedMs / questions.length,
    busyPerCpu: performance.eventLoopUtilization(loopBefore).active / usedMs,
  };
}

const throughGateway = async (
  address: MockAddress,
  questions: readonly ModelRequest[],
  file: string,
): Promise<Measured> => {
  const limits = { requestsPerMinute: null, tokensPerMinute: null, concurrency: CONCURRENCY };
  const { gateway, store } = openGateway(address, limits, file);
  try {
    // More callers than places: it is the gateway that keeps requests to so many at once.
    return await measured(questions, 2 * CONCURRENCY, (question) => gateway.ask(question, 'bench'));
  } finally {
    store.close();
  }
};

/**
 * Measures how many replies a second come through the gateway, and what a call costs it, beside a plain loop of
 * fetches.
 */
export async function throughput(folder: string): Promise<{ title: string; figures: Figure[] }> {
  const host = await MockHost.start([{ latencyMs: LATENCY_MS }]);
  const [address] = host.addresses as [MockAddress];
  const plain: Measured[] = [];
  const ours: Measured[] = [];
  try {
    // Compiles what both run, so that the first run is like the others.
    const warmUp = questionsFrom(-CONCURRENCY * 10, CONCURRENCY * 10);
    await throughGateway(address, warmUp, join(folder, 'warm-up.db'));
    for (let run = 0; run < RUNS; run++) {
      const questions = questionsFrom(run * CALLS, CALLS);
      plain.push(await measured(questions, CONCURRENCY, (question) => plainFetch(address, question)));
      ours.push(await throughGateway(address, questions, join(folder, `throughput-${run}.db`)));
    }
  } finally {
    host.close();
  }
  const plainPerSecond = median(plain.map(({ perSecond }) => perSecond));
  const plainCpu = median(plain.map(({ cpuMsPerCall }) => cpuMsPerCall));
  const perSecond = ours.map((run) => run.perSecond);
  return {
    title: `Throughput at ${LATENCY_MS} ms and ${CONCURRENCY} at once: ${RUNS} runs of ${CALLS} calls`,
    figures: [
      { name: 'replies per second', runs: perSecond, text: fixed(1), beside: `ideal ${IDEAL}` },
      {
        name: 'of the ideal',
        runs: perSecond.map((rate) => rate / IDEAL),
        text: percent,
        beside: `fetch ${percent(plainPerSecond / IDEAL)}`,
        aim: { atLeast: 0.95 },
      },
      { name: 'of plain fetch', runs: ours.map((run, at) => run.perSecond / plain[at]!.perSecond), text: percent },
      {
        name: 'the careful start costs, s',
        runs: ours.map((run) => run.seconds - CALLS / run.perSecond),
        text: fixed(2),
      },
      {
        name: 'CPU per call, ms',
        runs: ours.map(({ cpuMsPerCall }) => cpuMsPerCall),
        text: fixed(2),
        beside: `fetch ${plainCpu.toFixed(2)}`,
      },
      {
        name: 'CPU per call beyond fetch, ms',
        runs: ours.map((run, at) => run.cpuMsPerCall - plain[at]!.cpuMsPerCall),
        text: fixed(2),
        aim: { below: 1 },
      },
      {
        name: 'loop busy per second of CPU',
        runs: ours.map((run) => run.busyPerCpu),
        text: fixed(2),
        beside: 'undisturbed 1',
      },
    ],
  };
}

/** The peer: the same question with nothing but Node's own fetch. Returns the status. */
export async function plainFetch({ url, key }: MockAddress, question: ModelRequest): Promise<number> {
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf(question, FIRST_DIALECT)),
  });
  await response.json();
  return response.status;
}
