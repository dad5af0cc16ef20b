import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BatchResults, WaitingRequest } from '../../../models/batch/batch-results.ts';
import { Budget } from '../../../models/budget.ts';
import { FIRST_DIALECT } from '../../../models/chat-completion.ts';
import type { Failure } from '../../../models/reply-store.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import type { ModelReply, ModelRequest } from '../../../schemas/model.ts';
import { digestOf, LINE_NANO, prices, question } from '../../fixtures/batch-world.ts';
import { goodLine } from '../../fixtures/fake-batches.ts';

/** A store in memory that refuses what it is told to. */
class FakeStore {
  readonly replies = new Map<string, ModelReply>();
  readonly failures: Failure[] = [];
  refusals = 0;

  read() {
    return null;
  }

  put(digest: string, _: ModelRequest, reply: ModelReply) {
    this.#mayRefuse();
    this.replies.set(digest, reply);
    return { digest, reply };
  }

  putFailure(failure: Failure) {
    this.#mayRefuse();
    this.failures.push(failure);
  }

  #mayRefuse() {
    if (this.refusals-- > 0) throw new ConfigError('no room on the disk', { cause: new Error('full') });
  }
}

function resultsOf(count: number) {
  const store = new FakeStore();
  const budget = new Budget({ capUsd: null, prices, models: [] });
  const requests = Array.from({ length: count }, (_, number) => {
    const request = question(number);
    const waiting = new WaitingRequest({ digest: digestOf(number), taskId: `task-${number}`, request }, true);
    return [waiting, budget.reserve('m', 100, 400, 'batch')] as const;
  });
  const settings = { store, run: 'out/run', budget, tokens: { learn: () => {} }, onReply: () => {} };
  return { store, budget, results: new BatchResults(settings, FIRST_DIALECT, new Map(requests)) };
}

const lineOf = (number: number, line: object = goodLine(digestOf(number))) =>
  JSON.stringify({ custom_id: digestOf(number), ...line });
const failedLine = (number: number, usage?: object) =>
  lineOf(number, { response: { status_code: 500, body: { error: { message: 'oops' }, usage } } });

test('a reply that cannot be stored is still to come, and is charged once when it has been taken in again', () => {
  const { store, budget, results } = resultsOf(2);
  store.refusals = 1;
  expect(() => results.take(lineOf(0))).toThrow('no room on the disk');
  expect(results.size).toBe(2);
  results.take(lineOf(0));
  expect([results.size, store.replies.size]).toEqual([1, 1]);
  expect([budget.spentNano, budget.open]).toEqual([LINE_NANO, 1]);
});

test.each([
  ['costs nothing', undefined, 0],
  ['is on the bill', { prompt_tokens: 10, completion_tokens: 5 }, LINE_NANO],
])('a failure that cannot be stored and %s is taken in again', (_, usage, costNano) => {
  const { store, budget, results } = resultsOf(1);
  store.refusals = 1;
  const collect = () => {
    results.take(failedLine(0, usage));
    results.missing(0);
  };
  expect(collect).toThrow('no room on the disk');
  expect(results.again).toEqual([]);
  collect();
  expect([results.again.length, store.failures.length]).toEqual([1, 1]);
  expect([budget.spentNano, budget.open]).toEqual([costNano, 0]);
});

test('what no line came for ends once each, though the store refuses one in between', () => {
  const { store, budget, results } = resultsOf(3);
  store.refusals = 1;
  expect(() => results.missing(0)).toThrow('no room on the disk');
  results.missing(0);
  expect([results.again.length, results.size, store.failures.length, budget.open]).toEqual([3, 0, 3, 0]);
});

test.each([
  ['after', [failedLine(0), lineOf(0)]],
  ['before', [lineOf(0), failedLine(0)]],
])('a reply is kept though another line says that it failed: %s', (_, lines) => {
  const { store, budget, results } = resultsOf(1);
  for (const line of lines) results.take(line);
  results.missing(0);
  expect([store.replies.size, store.failures, results.again]).toEqual([1, [], []]);
  expect([budget.spentNano, budget.open]).toEqual([LINE_NANO, 0]);
});

test('lines that come again, and those of requests that are not ours, change nothing', () => {
  const { store, budget, results } = resultsOf(2);
  for (const line of [lineOf(0), lineOf(0), lineOf(7), failedLine(1), failedLine(1)]) results.take(line);
  results.missing(0);
  expect([store.replies.size, store.failures.length, results.again.length]).toEqual([1, 1, 1]);
  expect([budget.spentNano, budget.open]).toEqual([LINE_NANO, 0]);
});

test('what the provider counts as done is on the bill, though its line is missing', () => {
  const { store, budget, results } = resultsOf(3);
  results.take(lineOf(0));
  results.missing(2 - results.replies);
  const costs = store.failures.map(({ costNano }) => costNano);
  expect(costs).toEqual([expect.any(Number), 0]);
  expect(costs[0]).toBeGreaterThan(0);
  expect([budget.spentNano, budget.open]).toEqual([LINE_NANO + costs[0]!, 0]);
});

test('whatever lines come, in whatever order and with whatever store, each request ends once and what it cost is noted', () => {
  const count = 4;
  const line = fc
    .tuple(
      fc.constantFrom(
        lineOf,
        failedLine,
        () => 'torn',
        () => '{}',
      ),
      fc.nat(count),
    )
    .map(([kind, number]) => kind(number));
  const step = fc.record({ line, refusals: fc.constantFrom(0, 0, 1) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), fc.nat(2), (steps, lastRefusals) => {
      const { store, budget, results } = resultsOf(count);
      const tried = (work: () => void) => {
        try {
          work();
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigError);
        }
      };
      for (const { line, refusals } of steps) {
        store.refusals = refusals;
        tried(() => results.take(line));
      }
      store.refusals = lastRefusals;
      for (let time = 0; time <= lastRefusals; time++) tried(() => results.missing(0));
      expect(store.replies.size + store.failures.length).toBe(count);
      expect(results.again).toHaveLength(store.failures.length);
      const noted = store.failures.reduce((sum, { costNano }) => sum + costNano!, store.replies.size * LINE_NANO);
      expect([results.size, budget.open, budget.spentNano]).toEqual([0, 0, noted]);
    }),
  );
});
