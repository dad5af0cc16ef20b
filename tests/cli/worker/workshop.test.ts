import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Workshop } from '../../../cli/worker/workshop.ts';
import { workerCodeDigest } from '../../../pipeline/checkpoints/code-digest.ts';
import type { JobTerms } from '../../../pipeline/jobs/job.ts';
import { pathMap } from '../../../pipeline/jobs/job-runner.ts';
import { RedisAddress } from '../../../pipeline/jobs/redis.ts';
import { sha256Of } from '../../../text/digest.ts';
import { termsOf } from '../../fixtures/jobs.ts';
import { storedCatalog } from '../../fixtures/stored-catalog.ts';

const folder = mkdtempSync(join(tmpdir(), 'workshop-'));
afterAll(() => rmSync(folder, { recursive: true }));

const catalog = storedCatalog([{ title: 'A tent' }]);
const questions = join(folder, 'questions.csv');
writeFileSync(questions, 'question,answer\n');

const workshopWith = (code = workerCodeDigest()) =>
  new Workshop({
    address: new RedisAddress('redis://127.0.0.1:1'),
    pathHere: pathMap([`/there=${folder}`]),
    threads: 1,
    code,
  });

/** Terms of a run with a catalog and questions of this machine. */
const termsWith = (changes: Partial<JobTerms> = {}, at = catalog.path) =>
  termsOf('/run', {
    settings: { family: 'ecomagentbench', world: at, seed: 1, splits: { test: 1 }, writer: 'offline' },
    worldDigest: catalog.digest,
    files: { '/there/questions.csv': sha256Of(questions) },
    ...changes,
  });

test('a machine with the inputs of the run opens what it builds with', async () => {
  const { pool, broken } = await workshopWith().open(termsWith());
  expect(broken).toBeNull();
  await pool.close();
});

test.each([
  [
    'another catalog',
    termsWith({ worldDigest: 'f'.repeat(64) }),
    /is a catalog with digest \w{16}, expected that of the run, f{16}$/,
  ],
  ['no catalog', termsWith({}, '/there/catalog.db'), new RegExp(`^${folder}/catalog.db is missing`)],
  [
    'other questions',
    termsWith({ files: { '/there/questions.csv': 'f' } }),
    /questions.csv holds something else than the run was started with$/,
  ],
  [
    'no questions',
    termsWith({ files: { '/there/none.csv': 'f' } }),
    /none.csv is missing, which the run was started with$/,
  ],
])('a machine with %s says so', async (_what, terms, sentence) => {
  await expect(workshopWith().open(terms)).rejects.toThrow(sentence);
});

test('a worker whose code was changed under it builds nothing more', async () => {
  await expect(workshopWith('of another day').open(termsWith())).rejects.toThrow(
    'the code of this worker was changed after it was started; start it again',
  );
});
