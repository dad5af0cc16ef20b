import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Checkpoints, RUN_DB } from '../../../pipeline/checkpoints/checkpoints.ts';
import { countByIntent, type OutputSettings, writeManifest, writeOutputs } from '../../../pipeline/folder/outputs.ts';
import { RunFolder } from '../../../pipeline/folder/run-folder.ts';
import type { EndedTask } from '../../../pipeline/run/ended-task.ts';
import type { Finding } from '../../../schemas/finding.ts';
import type { QuarantinedRow } from '../../../schemas/product.ts';
import { LedgerLine, RejectionLine, type TaskResult, TaskStatus } from '../../../schemas/run.ts';
import { temporaryFolder } from '../../fixtures/raw-files.ts';
import { runKey } from '../../fixtures/run-key.ts';
import { plannedTask } from '../../fixtures/tasks.ts';

const INTENTS = ['search', 'coupon'];
const FILES = ['splits/valid.jsonl', 'splits/rejected.jsonl', 'ledger.jsonl', 'quarantine.jsonl'] as const;

const ended = (
  id: string,
  status: TaskStatus,
  { intent = 'search', ...end }: Partial<EndedTask> & { intent?: string } = {},
): EndedTask => ({
  task: plannedTask({ id, intent }),
  wave: 1,
  status,
  stage: null,
  code: null,
  lockDigest: null,
  sampleDigest: null,
  group: status === 'accepted' ? `brand of ${id}` : null,
  findings: [],
  ...end,
});
const rejected = (id: string, code: string, intent?: string) =>
  ended(id, 'rejected', { code, stage: 'extract', ...(intent === undefined ? {} : { intent }) });

const sampleOf = (id: string) => JSON.stringify({ id, user_query: `I need ${id}.` });
const resultOf = ({ task: { id }, status, code }: EndedTask): TaskResult | null => {
  if (status === 'pending') return null;
  if (status === 'failed') return { kind: 'failed', id, intent: 'a', stage: 'extract', error: 'bug' };
  if (status === 'rejected' && code !== 'near_duplicate')
    return {
      kind: 'rejected',
      id,
      intent: 'a',
      code: code ?? '',
      stage: 'extract',
      lockDigest: null,
      line: JSON.stringify({ id, code }),
    };
  return { kind: 'built', id, intent: 'a', line: sampleOf(id), text: id, lockDigest: 'd', group: `brand of ${id}` };
};

interface Run {
  readonly tasks?: readonly EndedTask[];
  readonly settings?: Partial<OutputSettings>;
  /** In what order tasks were finished, where not in the order they were planned in. */
  readonly finished?: readonly EndedTask[];
  readonly path?: string;
}

const TASKS = [
  ended('a', 'accepted', { lockDigest: 'd', sampleDigest: 's' }),
  rejected('b', 'no_voucher', 'coupon'),
  ended('c', 'surplus'),
  ended('d', 'accepted'),
  ended('e', 'failed', { stage: 'lock', code: 'stage_error' }),
];
const QUARANTINED: QuarantinedRow = {
  file: 'raw/a.jsonl',
  line: 7,
  kind: 'product',
  reason: 'has no title',
  excerpt: '{}',
};

function outputsOf({
  tasks = TASKS,
  settings = {},
  finished = tasks,
  path = join(temporaryFolder(), 'run'),
}: Run = {}) {
  const folder = RunFolder.open(path);
  const checkpoints = Checkpoints.open(folder.file(RUN_DB), runKey());
  for (const end of finished) {
    const result = resultOf(end);
    if (result !== null) checkpoints.add(result);
  }
  let digest: string;
  try {
    const manifest = writeOutputs(folder, { tasks }, checkpoints, {
      config: { intents: INTENTS, seed: 42 },
      versions: { cartwright: '0.1.0', code: 'c' },
      world: { catalog: { digest: 'cat', products: 3 } },
      quarantine: [QUARANTINED],
      splits: null,
      run: { seconds: 1 },
      ...settings,
    });
    writeManifest(folder, manifest);
    digest = manifest.dataset_digest;
  } finally {
    checkpoints.close();
    folder.release();
  }
  const read = (name: string) => readFileSync(join(path, name), 'utf8');
  const lines = (name: string) =>
    read(name)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    path,
    digest,
    read,
    lines,
    manifest: JSON.parse(read('manifest.json')) as Record<string, unknown> & { outputs: Record<string, string> },
  };
}

test('a finished run leaves every file it promises, whole', () => {
  const { path } = outputsOf();
  expect(readdirSync(path).sort()).toEqual([
    '.work',
    'ledger.jsonl',
    'manifest.json',
    'quarantine.jsonl',
    'run.json',
    'splits',
  ]);
  expect(readdirSync(join(path, 'splits')).sort()).toEqual(['rejected.jsonl', 'valid.jsonl']);
});

test('a run without a task leaves the same files, empty', () => {
  const { read, manifest } = outputsOf({ tasks: [], settings: { quarantine: [] } });
  expect(FILES.map((name) => read(name))).toEqual(['', '', '', '']);
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
  expect(read('splits/valid.jsonl')).toBe(`${sampleOf('a')}\n${sampleOf('d')}\n`);
});

test('accepted samples are counted by how much of what they hide they need, whatever became of the others', () => {
  const neededBy = (line: string) => (line === sampleOf('a') ? 'both' : 'none');
  const { manifest } = outputsOf({ settings: { neededBy } });
  const counts = Object.values(manifest.counts as Record<string, { needed: unknown }>);
  expect(counts.map(({ needed }) => needed)).toContainEqual({ both: 1, one: 0, none: 1 });
  expect(outputsOf().read('manifest.json')).not.toContain('needed');
});

test('surplus, failed and pending tasks are published nowhere but in the ledger', () => {
  const { lines } = outputsOf({ tasks: [...TASKS, ended('f', 'pending')] });
  const published = [...lines('splits/valid.jsonl'), ...lines('splits/rejected.jsonl')].map(({ id }) => id);
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
  expect(outputsOf().lines('splits/rejected.jsonl')).toEqual([{ id: 'b', code: 'no_voucher' }]);
});

test('a sample that repeats another is published among the rejections, with its text and the evidence', () => {
  const finding: Finding = {
    code: 'near_duplicate',
    path: 'user_query',
    detail: '0.80 of its three-word runs are those of a',
  };
  const twin = ended('b', 'rejected', { stage: 'admit', code: 'near_duplicate', findings: [finding] });
  const [line] = outputsOf({ tasks: [ended('a', 'accepted'), twin] }).lines('splits/rejected.jsonl');
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
        lines('splits/valid.jsonl').length,
        lines('splits/rejected.jsonl').length,
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

const SPLITS = { train: 0.5, dev: 0.2, test: 0.3 };
const SPLIT_FILES = ['splits/train.jsonl', 'splits/dev.jsonl', 'splits/test.jsonl'];
const MANY = [
  ...Array.from({ length: 60 }, (_, index) => ended(`a${index}`, 'accepted', { group: `brand ${index % 20}` })),
  ...TASKS,
];

test('the split files part the accepted samples: each stands in one, byte for byte and in order', () => {
  const { read } = outputsOf({ tasks: MANY, settings: { splits: SPLITS } });
  const valid = read('splits/valid.jsonl').split('\n').slice(0, -1);
  const parts = SPLIT_FILES.map((name) => read(name).split('\n').slice(0, -1));
  expect(parts.flat().toSorted()).toEqual(valid.toSorted());
  expect(valid).toHaveLength(62);
  for (const part of parts) expect(part).toEqual(valid.filter((line) => part.includes(line)));
  for (const part of parts) expect(part.length).toBeGreaterThan(0);
});

test('samples of one group are in one split', () => {
  const { lines } = outputsOf({ tasks: MANY, settings: { splits: SPLITS } });
  const splitsOf = new Map<string, Set<unknown>>();
  for (const { id, split } of lines('ledger.jsonl')) {
    const group = MANY.find(({ task }) => task.id === id)?.group;
    if (group !== null && group !== undefined) splitsOf.set(group, (splitsOf.get(group) ?? new Set()).add(split));
  }
  expect(splitsOf.size).toBeGreaterThan(20);
  expect([...splitsOf.values()].map(({ size }) => size)).toEqual([...splitsOf.keys()].map(() => 1));
});

test('a ledger line says the split of an accepted task, which is the file that holds it, and no other line says one', () => {
  const { lines } = outputsOf({ tasks: MANY, settings: { splits: SPLITS } });
  const ledger = lines('ledger.jsonl');
  for (const line of ledger) expect('split' in LedgerLine.parse(line)).toBe(line.status === 'accepted');
  for (const name of Object.keys(SPLITS))
    expect(lines(`splits/${name}.jsonl`).map(({ id }) => id)).toEqual(
      ledger.filter(({ split }) => split === name).map(({ id }) => id),
    );
});

test('a sample stays in its split when other samples come', () => {
  const of = (tasks: readonly EndedTask[]) =>
    new Map(
      outputsOf({ tasks, settings: { splits: SPLITS } })
        .lines('ledger.jsonl')
        .map(({ id, split }) => [id, split]),
    );
  const [few, many] = [of(MANY.slice(0, 20)), of(MANY.toReversed())];
  for (const [id, split] of few) expect(many.get(id)).toBe(split);
});

test('without splits the ledger names none and no split file is left', () => {
  const { lines, path } = outputsOf();
  expect(lines('ledger.jsonl').filter((line) => 'split' in line)).toEqual([]);
  expect(readdirSync(join(path, 'splits')).sort()).toEqual(['rejected.jsonl', 'valid.jsonl']);
});

test('a split that gets no sample is an empty file, and the manifest vouches for every split file', () => {
  const { read, manifest } = outputsOf({ tasks: [], settings: { splits: SPLITS } });
  for (const name of SPLIT_FILES) expect([name, read(name)]).toEqual([name, '']);
  expect(Object.keys(manifest.outputs).sort()).toEqual([...FILES, ...SPLIT_FILES].sort());
});

test('other shares are another dataset', () => {
  const digest = (splits: OutputSettings['splits']) => outputsOf({ tasks: MANY, settings: { splits } }).digest;
  expect(new Set([digest(null), digest(SPLITS), digest({ train: 0.5, test: 0.5 })]).size).toBe(3);
});

test('a split of an earlier run in the folder is removed, and other files there are left alone', () => {
  const path = join(temporaryFolder(), 'run');
  outputsOf({ settings: { splits: { train: 0.5, holdout: 0.5 } }, path });
  writeFileSync(join(path, 'splits', 'notes.txt'), 'mine');
  outputsOf({ settings: { splits: { train: 0.5, test: 0.5 } }, path });
  expect(readdirSync(join(path, 'splits')).sort()).toEqual([
    'notes.txt',
    'rejected.jsonl',
    'test.jsonl',
    'train.jsonl',
    'valid.jsonl',
  ]);
  outputsOf({ path });
  expect(readdirSync(join(path, 'splits')).sort()).toEqual(['notes.txt', 'rejected.jsonl', 'valid.jsonl']);
});

test('what the tasks were made from besides the catalog is in the manifest, and only where there is something', () => {
  const inputs = { questions: { digest: 'q', read: 7 } };
  expect(outputsOf({ settings: { inputs } }).manifest.inputs).toEqual(inputs);
  expect('inputs' in outputsOf().manifest).toBe(false);
});

test('an accepted task without a sample in the checkpoints is an error, not a gap', () => {
  const finished = TASKS.filter(({ task }) => task.id !== 'd');
  expect(() => outputsOf({ finished })).toThrow('d');
});

test('splits that a broken off run has published or begun are removed by the next one that does not make them', () => {
  const path = join(temporaryFolder(), 'run');
  outputsOf({ settings: { splits: { train: 0.5, test: 0.5 } }, path });
  const breaksOff = (splits: OutputSettings['splits'], obstacle: string) => {
    rmSync(join(path, obstacle), { force: true });
    mkdirSync(join(path, obstacle));
    expect(() => outputsOf({ settings: { splits }, path })).toThrow();
    rmSync(join(path, obstacle), { recursive: true });
  };
  breaksOff({ dev: 1 }, 'run.json');
  breaksOff({ holdout: 1 }, 'ledger.jsonl.part');
  expect(readdirSync(join(path, 'splits')).sort()).toEqual(
    [
      'dev.jsonl',
      'holdout.jsonl.part',
      'rejected.jsonl',
      'rejected.jsonl.part',
      'valid.jsonl',
      'valid.jsonl.part',
    ].sort(),
  );
  outputsOf({ settings: { splits: null }, path });
  expect(readdirSync(join(path, 'splits')).sort()).toEqual(['rejected.jsonl', 'valid.jsonl']);
  expect(readdirSync(join(path, '.work')).sort()).toEqual(['lock.db', 'previous.json', 'run.db']);
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
