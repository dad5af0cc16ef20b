import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeDigests, decidingFiles, filesOfWorkers, reached } from '../../pipeline/code-digest.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const { lock, text, asking } = decidingFiles();

test('a file decides locks or texts alone, never both', () => {
  expect(lock.filter((file) => text.includes(file))).toEqual([]);
});

test('all that the families are composed of decides one of the two, but for the definitions of intents', () => {
  const composed = [...reached('pipeline/compose.ts')];
  const undecided = composed.filter((file) => !lock.includes(file) && !text.includes(file));
  expect(undecided.sort()).toEqual(['families/ecomagentbench/intents.ts', 'families/shoppingbench/intents.ts']);
});

test('the stages up to the lock and what they judge by decide locks', () => {
  for (const file of [
    'stages/extract.ts',
    'stages/partition.ts',
    'stages/select.ts',
    'stages/lock.ts',
    'catalog/satisfies.ts',
  ])
    expect(lock).toContain(file);
});

test('gates, writers, judges and prompts decide texts alone, but for the prompt that proposes opinions', () => {
  const gates = readdirSync(join(ROOT, 'stages', 'validators')).map((name) => `stages/validators/${name}`);
  // Admission is asked by the run itself, and the type of a gate is no code.
  expect(gates.filter((file) => !text.includes(file))).toEqual([
    'stages/validators/gate.ts',
    'stages/validators/near-duplicate.ts',
  ]);
  expect(text).toEqual(expect.arrayContaining(['stages/semantic.ts', 'prompts/shoppingbench/judge.md']));
  expect(lock.filter((file) => file.startsWith('prompts/'))).toEqual(['prompts/ecomagentbench/opinion_proposer.md']);
});

test('what makes requests of prompts, and answers of replies, is told from the other code of models', () => {
  expect(asking).toEqual(expect.arrayContaining(['pipeline/models/prompts.ts', 'pipeline/models/structured.ts']));
  expect(asking.filter((file) => !text.includes(file))).toEqual([]);
  expect(asking).not.toContain('pipeline/models/gateway.ts');
});

test('tables count with the code that reads them', () => {
  expect(lock).toEqual(expect.arrayContaining(['families/language/fields.yaml', 'catalog/plausibility/domains.yaml']));
  expect([...lock, ...text]).not.toContain('pipeline/models/prices.yaml');
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
