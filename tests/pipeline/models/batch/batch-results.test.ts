import { expect, test } from 'vitest';
import { BatchResults } from '../../../../pipeline/models/batch/batch-results.ts';
import { WaitingRequest } from '../../../../pipeline/models/batch/waiting-request.ts';
import { Budget } from '../../../../pipeline/models/budget.ts';
import { FIRST_DIALECT } from '../../../../pipeline/models/dialect.ts';
import type { Failure } from '../../../../pipeline/models/reply-store.ts';
import { ConfigError } from '../../../../schemas/errors.ts';
import type { ModelReply, ModelRequest } from '../../../../schemas/model.ts';
import { digestOf, LINE_NANO, prices, question } from '../../../fixtures/batch-world.ts';
import { goodLine } from '../../../fixtures/fake-batches.ts';

/** A store in memory that refuses what it is told to. */
class FakeStore {
  readonly replies = new Map<string, ModelReply>();
  readonly failures: Failure[] = [];
  refusals = 0;

  get(digest: string) {
    return this.replies.get(digest) ?? null;
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
  const settings = { store, budget, tokens: { learn: () => {} }, onReply: () => {} };
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
    results.missing();
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
  expect(() => results.missing()).toThrow('no room on the disk');
  results.missing();
  expect([results.again.length, results.size, store.failures.length, budget.open]).toEqual([3, 0, 3, 0]);
});
