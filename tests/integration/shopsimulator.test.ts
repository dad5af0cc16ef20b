import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCENARIOS, ShopsimulatorSample } from '../../families/shopsimulator/sample.ts';
import { cartwright, workFolder } from '../fixtures/command-line.ts';

const EQUAL_FILES = [
  'accepted.jsonl',
  'splits/train.jsonl',
  'splits/test.jsonl',
  'rejected.jsonl',
  'ledger.jsonl',
  'manifest.json',
];
type Rival = ShopsimulatorSample['proof']['rivals'][number];

const PER_INTENT = 10;

const { folder, discard } = workFolder();
afterAll(discard);

const built = (out: string, ...options: readonly string[]) =>
  cartwright(
    folder,
    ...['build:dataset', '--family', 'shopsimulator', '--per-intent', String(PER_INTENT), '--out', out, ...options],
  );
const linesOf = (run: string, file: string) =>
  readFileSync(join(folder, run, file), 'utf8')
    .trimEnd()
    .split('\n');
const samplesOf = (run: string, file = 'accepted.jsonl') =>
  linesOf(run, file).map((line) => ShopsimulatorSample.parse(JSON.parse(line)));

beforeAll(async () => {
  const { code, stderr } = await built('one', '--workers', '1');
  expect(code, stderr).toBe(0);
});

test('every scenario gets as many samples as asked for', () => {
  const intents = samplesOf('one').map(({ intent }) => intent);
  for (const scenario of SCENARIOS) expect(intents.filter((intent) => intent === scenario)).toHaveLength(PER_INTENT);
});

test('two workers give the same bytes as one', async () => {
  const { code, stderr } = await built('two', '--workers', '2');
  expect(code, stderr).toBe(0);
  for (const file of EQUAL_FILES) expect(linesOf('two', file), file).toEqual(linesOf('one', file));
});

test('exactly one product of the whole catalog satisfies each, and its rivals all miss something', () => {
  for (const { proof, target } of samplesOf('one')) {
    expect(proof.answer_set.product_ids).toEqual([target.product_id]);
    expect(proof.shelf.answers).toBe(1);
    for (const { product_id: id, misses } of proof.rivals) {
      expect(id).not.toBe(target.product_id);
      expect(misses.length).toBeGreaterThan(0);
    }
  }
});

test('at least fifteen products are left without a profile, and it fits at least twenty others', () => {
  const personalised = samplesOf('one').filter(({ profile }) => profile !== null);
  expect(personalised).toHaveLength(2 * PER_INTENT);
  for (const { proof } of personalised) {
    expect(proof.answer_set.without_profile).toBeGreaterThanOrEqual(15);
    expect(proof.profile?.others_fitting).toBeGreaterThanOrEqual(20);
  }
});

test('at least fifteen products are left by what a request says outright where it says everything', () => {
  for (const { intent, proof } of samplesOf('one'))
    if (intent === 'single_turn') expect(proof.answer_set.without_clues).toBeGreaterThanOrEqual(15);
});

test('no shelf and no target is in both splits', () => {
  const [train, test] = ['splits/train.jsonl', 'splits/test.jsonl'].map((file) => samplesOf('one', file));
  const shelves = new Set(train?.map(({ proof }) => proof.shelf.id));
  const targets = new Set(train?.map(({ target }) => target.product_id));
  expect(test?.length).toBeGreaterThan(0);
  for (const { proof, target } of test ?? []) {
    expect(shelves).not.toContain(proof.shelf.id);
    expect(targets).not.toContain(target.product_id);
  }
});

test('an agent sees the opening of a multi-turn task, never its instruction', () => {
  const views = linesOf('one', 'agent/train.jsonl').map((line) => JSON.parse(line) as Record<string, unknown>);
  const samples = samplesOf('one', 'splits/train.jsonl');
  for (const [at, sample] of samples.entries()) {
    expect(Object.keys(views[at] as object)).toEqual(['id', 'query', 'profile']);
    expect(views[at]?.query).toBe(sample.opening ?? sample.instruction);
    if (sample.opening !== null) expect(JSON.stringify(views[at])).not.toContain(sample.instruction);
  }
});

test('verify holds every promise anew', async () => {
  const sound = await cartwright(folder, 'verify', 'one');
  expect([sound.code, sound.stderr]).toEqual([0, '']);
});

test.each([
  [
    'states something else',
    (rivals: Rival[]) => Object.assign(rivals[0]?.misses[0] as object, { states: ['another'] }),
  ],
  ['is left out', (rivals: Rival[]) => rivals.splice(0, 1)],
])('verify finds a proof whose rival %s', async (_, touch) => {
  const lines = linesOf('one', 'accepted.jsonl');
  const [first, ...others] = lines;
  const sample = JSON.parse(first as string);
  touch(sample.proof.rivals);
  writeFileSync(join(folder, 'one', 'accepted.jsonl'), `${[JSON.stringify(sample), ...others].join('\n')}\n`);
  const touched = await cartwright(folder, 'verify', 'one');
  writeFileSync(join(folder, 'one', 'accepted.jsonl'), `${lines.join('\n')}\n`);
  expect([touched.code, touched.stdout + touched.stderr]).toEqual([1, expect.stringContaining('rival_differs')]);
});
