import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { OURS } from '../../tools/bench/ingest/contestants.ts';
import type { MadeCatalog } from '../../tools/bench/made-catalogs.ts';
import { folderWith } from '../fixtures/raw-files.ts';

const RUN = fileURLToPath(new URL('../../tools/bench/run.ts', import.meta.url));
const bench = (...words: string[]) => spawnSync(process.execPath, [RUN, ...words], { encoding: 'utf8' });

test('what cannot be measured is refused with one sentence and exit code 2, before anything is', () => {
  const { status, stdout, stderr } = bench('ingest', 'speed');
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toBe(
    'there is nothing called "speed" to measure, expected some of ingest, build, resume, search, serve, models, or catalog\n',
  );
});

test('a catalog of any size is one command', () => {
  const out = join(folderWith({}), 'made');
  const { status, stdout } = bench('catalog', '--products', '30', '--reviews', '0', '--out', out);
  expect(status).toBe(0);
  expect(stdout).toContain(`${join(out, 'meta.jsonl.gz')}: 30 products`);
  expect(existsSync(join(out, 'reviews.jsonl.gz'))).toBe(false);
});

test('its options are told where help is asked for', () => {
  const { status, stdout } = bench('--help');
  expect(status).toBe(0);
  for (const option of ['--products', '--full', '--runs', '--per-intent', '--tasks']) expect(stdout).toContain(option);
});

test('an ingest of more than a thousand products is measured', async () => {
  const folder = folderWith({});
  const out = join(folder, 'made');
  expect(bench('catalog', '--products', '1010', '--reviews', '0', '--out', out).status).toBe(0);
  const made = { products: 1010, meta: join(out, 'meta.jsonl.gz') } as MadeCatalog;
  expect((await OURS.read(made, folder)).seconds).toBeGreaterThan(0);
});
