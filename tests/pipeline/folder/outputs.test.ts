import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Finding } from '../../../schemas/finding.ts';
import { LedgerLine, RejectionLine } from '../../../schemas/run.ts';
import { ended, FILES, INTENTS, outputsOf, QUARANTINED, sampleOf, TASKS } from '../../fixtures/run-outputs.ts';

test('a finished run leaves every file it promises, whole', () => {
  const { path } = outputsOf();
  expect(readdirSync(path).sort()).toEqual([
    '.work',
    'README.md',
    'accepted.jsonl',
    'agent',
    'ledger.jsonl',
    'manifest.json',
    'quarantine.jsonl',
    'rejected.jsonl',
    'run.json',
    'splits',
  ]);
  expect(readdirSync(join(path, 'splits'))).toEqual(['test.jsonl']);
});

test('a run without a task leaves the same files, empty', () => {
  const { read, manifest } = outputsOf({ tasks: [], settings: { quarantine: [] } });
  expect(FILES.map((name) => read(name))).toEqual(FILES.map(() => ''));
  expect(manifest.counts).toEqual(
    Object.fromEntries(
      INTENTS.map((intent) => [
        intent,
        { planned: 0, accepted: 0, rejected: 0, surplus: 0, failed: 0, pending: 0, codes: {} },
      ]),
    ),
  );
});

test('accepted samples are published byte for byte as they were built, in the order they were planned in', () => {
  const { read } = outputsOf({ finished: TASKS.toReversed() });
  expect(read('accepted.jsonl')).toBe(`${sampleOf('a')}\n${sampleOf('d')}\n`);
});

test('accepted samples are counted by how much of what they hide they need, whatever became of the others', () => {
  const neededBy = (sample: unknown) => ((sample as { id: string }).id === 'a' ? 'both' : 'none');
  const { manifest } = outputsOf({ settings: { neededBy } });
  const counts = Object.values(manifest.counts as Record<string, { needed: unknown }>);
  expect(counts.map(({ needed }) => needed)).toContainEqual({ both: 1, one: 0, none: 1 });
  expect(outputsOf().read('manifest.json')).not.toContain('needed');
});

test('surplus, failed and pending tasks are published nowhere but in the ledger', () => {
  const { lines } = outputsOf({ tasks: [...TASKS, ended('f', 'pending')] });
  const published = [...lines('accepted.jsonl'), ...lines('rejected.jsonl')].map(({ id }) => id);
  expect(published.sort()).toEqual(['a', 'b', 'd']);
  expect(lines('ledger.jsonl').map(({ id, status }) => [id, status])).toEqual([
    ['a', 'accepted'],
    ['b', 'rejected'],
    ['c', 'surplus'],
    ['d', 'accepted'],
    ['e', 'failed'],
    ['f', 'pending'],
  ]);
});

test('every line of the ledger is one of its kind', () => {
  for (const line of outputsOf().lines('ledger.jsonl')) LedgerLine.parse(line);
});

test('a rejection is published as its stage wrote it', () => {
  expect(outputsOf().lines('rejected.jsonl')).toEqual([{ id: 'b', code: 'no_voucher' }]);
});

test('a sample that repeats another is published among the rejections, with its text and the evidence', () => {
  const finding: Finding = {
    code: 'near_duplicate',
    path: 'user_query',
    detail: '0.80 of its three-word runs are those of a',
  };
  const twin = ended('b', 'rejected', { stage: 'admit', code: 'near_duplicate', findings: [finding] });
  const [line] = outputsOf({ tasks: [ended('a', 'accepted'), twin] }).lines('rejected.jsonl');
  expect(RejectionLine.parse(line)).toMatchObject({
    id: 'b',
    stage: 'admit',
    code: 'near_duplicate',
    detail: finding.detail,
    findings: [finding],
    record: { user_query: 'I need b.' },
  });
});

test('rows that were set aside are listed', () => {
  expect(outputsOf().lines('quarantine.jsonl')).toEqual([QUARANTINED]);
});

test('an accepted task without a sample in the checkpoints is an error, not a gap', () => {
  const finished = TASKS.filter(({ task }) => task.id !== 'd');
  expect(() => outputsOf({ finished })).toThrow('d');
});
