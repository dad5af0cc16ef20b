import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BatchLedger, type NewBatch } from '../../../models/batch/batch-ledger.ts';
import { ReplyStore, requestDigest } from '../../../models/reply-store.ts';
import { temporaryFolder } from '../../fixtures/raw-files.ts';
import { replyOf, requestOf } from '../requests.ts';

const batched = (number: number) => {
  const request = requestOf({ messages: [{ role: 'user', content: `question ${number}` }] });
  return { digest: requestDigest(request), taskId: `task-${number}`, request };
};
const batchOf = (name: string, ...numbers: readonly number[]): NewBatch => ({
  name,
  address: 'https://some.test/v1',
  model: 'some-model',
  inputDigest: 'input',
  requests: numbers.map(batched),
});

function opened(run = 'out/run', path = join(temporaryFolder(), 'replies.db')) {
  const store = ReplyStore.open(path, { run });
  const ledger = new BatchLedger(path, run, () => new Date('2026-01-01T00:00:00Z'));
  onTestFinished(() => {
    ledger.close();
    store.close();
  });
  return { path, store, ledger };
}

test('a batch is known with all its requests before it has an id, and with it after', () => {
  const { path, ledger } = opened();
  ledger.begin(batchOf('one', 1, 2));
  const known = { ...batchOf('one', 1, 2), submittedAt: new Date('2026-01-01T00:00:00Z') };
  expect(opened('out/run', path).ledger.unfinished()).toEqual([{ ...known, id: null }]);
  ledger.submitted('one', 'batch-1');
  expect(opened('out/run', path).ledger.unfinished()).toEqual([{ ...known, id: 'batch-1' }]);
});

test('a request cannot stand in two unfinished batches of a run', () => {
  const { ledger } = opened();
  ledger.begin(batchOf('one', 1, 2));
  expect(() => ledger.begin(batchOf('two', 2, 3))).toThrow(/UNIQUE/);
  expect(ledger.unfinished().map(({ name }) => name)).toEqual(['one']);
});

test('the requests of a batch that ended are free for another', () => {
  const { ledger } = opened();
  ledger.begin(batchOf('one', 1, 2));
  ledger.end('one', 'expired');
  ledger.begin(batchOf('two', 2));
  expect(ledger.unfinished().map(({ name }) => name)).toEqual(['two']);
});

test('how many batches had an input counts those that ended', () => {
  const { ledger } = opened();
  ledger.begin(batchOf('one', 1));
  ledger.end('one', 'completed');
  ledger.begin(batchOf('two', 1));
  expect([ledger.earlierWith('input'), ledger.earlierWith('other')]).toEqual([2, 0]);
});

test('runs that share the file do not see each other’s batches', () => {
  const { path, ledger } = opened();
  ledger.begin(batchOf('one', 1));
  const other = opened('out/other', path).ledger;
  expect(other.unfinished()).toEqual([]);
  other.begin(batchOf('two', 1));
  expect(ledger.unfinished().map(({ name }) => name)).toEqual(['one']);
});

test('replies can be kept while batches are written down', () => {
  const { store, ledger } = opened();
  ledger.begin(batchOf('one', 1));
  const { digest, taskId, request } = batched(1);
  store.put(digest, request, replyOf('kept'), { taskId, costNano: 1 });
  ledger.end('one', 'completed');
  expect(store.get(digest)?.text).toBe('kept');
});
