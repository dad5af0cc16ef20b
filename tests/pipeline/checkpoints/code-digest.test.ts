import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeDigests, decidingFiles, filesOfWorkers } from '../../../pipeline/checkpoints/code-digest.ts';
import { reachedModules } from '../../../text/files/source-imports.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PARTED = ['ecomagentbench', 'ecombench', 'mixecom', 'shoppingbench', 'shopsimulator'];
const { lock, text, asking } = decidingFiles();

test('a file decides locks or texts alone, never both', () => {
  expect(lock.filter((file) => text.includes(file))).toEqual([]);
});

test('all that builders of the families are made of decides one of the two, but for the definitions of intents', () => {
  const starts = PARTED.flatMap((name) =>
    ['building.ts', 'locking.ts', 'planning.ts'].map((file) => `families/${name}/${file}`),
  ).filter((file) => existsSync(join(ROOT, file)));
  const undecided = [...reachedModules(ROOT, starts)].filter((file) => !lock.includes(file) && !text.includes(file));
  expect(undecided.sort()).toEqual(PARTED.map((name) => `families/${name}/intents.ts`));
});

test('what reads, recounts or scores what was built decides nothing', () => {
  const decided = [...lock, ...text];
  const readers = [
    'family.ts',
    'published.ts',
    'read.ts',
    'recount.ts',
    'lint/index.ts',
    'paper.ts',
    'agents/replay.ts',
  ];
  for (const name of PARTED) for (const file of readers) expect(decided).not.toContain(`families/${name}/${file}`);
  expect(decided).not.toContain('stages/service/records.ts');
});

test('what is plausible of a product decides locks', () => {
  expect(lock).toEqual(expect.arrayContaining(['shopping/catalog-view.ts', 'shopping/plausibility/value.ts']));
});

test('the stages up to the lock and what they judge by decide locks', () => {
  for (const file of [
    'stages/extract/index.ts',
    'families/ecomagentbench/partition/index.ts',
    'families/shoppingbench/partition.ts',
    'stages/lock.ts',
    'stages/service/locking.ts',
    'service/policy/decide.ts',
    'shopping/kinds/attribute-match.ts',
  ])
    expect(lock).toContain(file);
});

test('gates, writers, judges and prompts decide texts alone, but for the prompt that proposes opinions', () => {
  const gates = readdirSync(join(ROOT, 'stages', 'gates'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `stages/gates/${name}`);
  expect(gates.filter((file) => !text.includes(file))).toEqual([]);
  expect(text).toEqual(
    expect.arrayContaining(['stages/semantic/index.ts', 'stages/service/gates.ts', 'prompts/shoppingbench/judge.md']),
  );
  expect(lock.filter((file) => file.startsWith('prompts/'))).toEqual(['prompts/ecomagentbench/opinion_proposer.md']);
});

test('what makes requests of prompts, and answers of replies, is told from the other code of models', () => {
  expect(asking).toEqual(expect.arrayContaining(['models/prompts.ts', 'models/asker.ts']));
  expect(asking.filter((file) => !text.includes(file))).toEqual([]);
  expect(asking).not.toContain('models/gateway.ts');
});

test('tables count with the code that reads them', () => {
  expect(lock).toEqual(
    expect.arrayContaining(['lexicon/en/fields/power.yaml', 'lexicon/en/plausibility/contradictions.yaml']),
  );
  expect([...lock, ...text]).not.toContain('models/prices.yaml');
});

test('every file is there, and the digests are three', () => {
  expect([...lock, ...text].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  const digests = Object.values(codeDigests());
  for (const digest of digests) expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(digests).size).toBe(3);
});

test('workers have all in common that decides anything, intents and the form of jobs too', () => {
  const files = filesOfWorkers();
  expect(files).toEqual(expect.arrayContaining([...lock, ...text]));
  expect(files).toEqual(expect.arrayContaining(['families/ecomagentbench/intents.ts', 'pipeline/jobs/job.ts']));
  expect(new Set(files).size).toBe(files.length);
});
