import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countByIntent, type OutputSettings } from '../../../pipeline/folder/outputs.ts';
import { TaskStatus } from '../../../schemas/run.ts';
import { temporaryFolder } from '../../fixtures/raw-files.ts';
import {
  ended,
  FILES,
  INTENTS,
  MANY,
  outputsOf,
  QUARANTINED,
  type Run,
  rejected,
  SPLITS,
  TASKS,
} from '../../fixtures/run-outputs.ts';

const end = fc.record({
  status: fc.constantFrom(...TaskStatus.options),
  intent: fc.constantFrom(...INTENTS),
  code: fc.constantFrom('no_voucher', 'too_few_features', 'near_duplicate'),
});
const ends = fc
  .array(end, { maxLength: 30 })
  .map((list) =>
    list.map(({ status, intent, code }, index) =>
      ended(`t${index}`, status, { intent, code: status === 'rejected' ? code : null }),
    ),
  );

test('per intent, planned tasks are the sum of all ends, and rejections the sum of their codes', () => {
  fc.assert(
    fc.property(ends, (tasks) => {
      const counts = countByIntent(INTENTS, tasks);
      expect(Object.keys(counts)).toEqual(INTENTS);
      for (const [intent, { planned, accepted, rejected: refused, surplus, failed, pending, codes }] of Object.entries(
        counts,
      )) {
        expect(planned).toBe(tasks.filter(({ task }) => task.intent === intent).length);
        expect(accepted + refused + surplus + failed + pending).toBe(planned);
        expect(Object.values(codes).reduce((sum, count) => sum + count, 0)).toBe(refused);
      }
    }),
  );
});

test('the counts of the manifest are those of the files beside it', () => {
  fc.assert(
    fc.property(ends, (tasks) => {
      const { lines, manifest } = outputsOf({ tasks });
      const counts = Object.values(manifest.counts as ReturnType<typeof countByIntent>);
      const total = (key: 'planned' | 'accepted' | 'rejected') => counts.reduce((sum, count) => sum + count[key], 0);
      expect([total('accepted'), total('rejected'), total('planned')]).toEqual([
        lines('accepted.jsonl').length,
        lines('rejected.jsonl').length,
        lines('ledger.jsonl').length,
      ]);
    }),
    { numRuns: 10 },
  );
});

test('the digests of the manifest are those of the files', () => {
  const { manifest, read } = outputsOf();
  expect(manifest.outputs).toEqual(
    Object.fromEntries(FILES.map((name) => [name, createHash('sha256').update(read(name)).digest('hex')])),
  );
});

test('equal runs have equal bytes and one dataset digest, in whatever order their tasks were finished', () => {
  const [one, other] = [outputsOf(), outputsOf({ finished: TASKS.toReversed() })];
  expect(other.digest).toBe(one.digest);
  for (const name of [...FILES, 'manifest.json']) expect(other.read(name)).toBe(one.read(name));
});

test('times, rates and costs are outside the dataset digest', () => {
  const other = outputsOf({ settings: { run: { seconds: 99, cost_usd: 3 } } });
  expect(other.digest).toBe(outputsOf().digest);
  expect(other.read('run.json')).toContain('"cost_usd": 3');
});

test('the order of keys in the settings is outside the dataset digest', () => {
  expect(outputsOf({ settings: { config: { seed: 42, intents: INTENTS } } }).digest).toBe(outputsOf().digest);
});

test.each<[string, Run]>([
  ['a sample', { tasks: [...TASKS.slice(0, 3), ended('dd', 'accepted'), ...TASKS.slice(4)] }],
  ['the order of the tasks', { tasks: TASKS.toReversed() }],
  [
    'the code of a rejection',
    { tasks: TASKS.map((task) => (task.code === 'no_voucher' ? rejected('b', 'no_exclusion', 'coupon') : task)) },
  ],
  ['the digest of a lock', { tasks: TASKS.map((task) => ({ ...task, lockDigest: 'other' })) }],
  ['the end of a task', { tasks: [...TASKS.slice(0, 2), ended('c', 'accepted'), ...TASKS.slice(3)] }],
  ['a setting', { settings: { config: { intents: INTENTS, seed: 43 } } }],
  ['the code that built it', { settings: { versions: { cartwright: '0.1.0', code: 'd' } } }],
  ['the catalog', { settings: { world: { catalog: { digest: 'dog', products: 3 } } } }],
  ['a row set aside', { settings: { quarantine: [{ ...QUARANTINED, line: 8 }] } }],
])('another dataset digest stands for another %s', (_, run) => {
  expect(outputsOf(run).digest).not.toBe(outputsOf().digest);
});

test('the manifest holds the dataset digest it is known by', () => {
  const { manifest, digest } = outputsOf();
  expect(manifest.dataset_digest).toBe(digest);
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
});

test('other shares are another dataset', () => {
  const digest = (splits: OutputSettings['splits']) => outputsOf({ tasks: MANY, settings: { splits } }).digest;
  expect(new Set([digest({ test: 1 }), digest(SPLITS), digest({ train: 0.5, test: 0.5 })]).size).toBe(3);
});

test('what the tasks were made from besides the catalog is in the manifest, and only where there is something', () => {
  const inputs = { questions: { digest: 'q', read: 7 } };
  expect(outputsOf({ settings: { inputs } }).manifest.inputs).toEqual(inputs);
  expect('inputs' in outputsOf().manifest).toBe(false);
});

test('the manifest of the run before is kept where it was of other content, also over the same run again', () => {
  const path = join(temporaryFolder(), 'run');
  const previous = () => JSON.parse(readFileSync(join(path, '.work', 'previous.json'), 'utf8')).config.seed;
  const config = (seed: number) => ({ settings: { config: { intents: INTENTS, seed } }, path });
  outputsOf(config(1));
  outputsOf(config(1));
  expect(existsSync(join(path, '.work', 'previous.json'))).toBe(false);
  outputsOf(config(2));
  outputsOf(config(2));
  expect(previous()).toBe(1);
  outputsOf(config(3));
  expect(previous()).toBe(2);
});

test('a run that broke off while it replaced the one before is not compared with itself', () => {
  const path = join(temporaryFolder(), 'run');
  const run = (seed: number) => outputsOf({ settings: { config: { intents: INTENTS, seed } }, path });
  run(1);
  const first = readFileSync(join(path, 'manifest.json'));
  run(2);
  rmSync(join(path, '.work', 'previous.json'));
  // As a run leaves it that was killed once its manifest was there.
  writeFileSync(join(path, '.work', 'replaced.json'), first);
  run(2);
  expect(JSON.parse(readFileSync(join(path, '.work', 'previous.json'), 'utf8')).config.seed).toBe(1);
  expect(existsSync(join(path, '.work', 'replaced.json'))).toBe(false);
});
