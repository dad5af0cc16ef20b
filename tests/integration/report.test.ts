import { existsSync, readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cartwright, startCartwrightWith } from '../fixtures/command-line.ts';
import { SMALL_BUILD, SmallRuns } from '../fixtures/small-run.ts';

const runs = new SmallRuns();
beforeAll(() => runs.undisturbed('built', 'raw', SMALL_BUILD));
afterAll(runs.discard);

const pageIn = (name: string) => readFileSync(runs.at(name, 'run', 'report.html'), 'utf8');

test('the page of a finished run, written again, is the one its build left', async () => {
  const folder = runs.like('again', 'built');
  rmSync(runs.at('again', 'run', 'report.html'));
  const { code, stdout, stderr } = await cartwright(folder, 'report', 'run');
  expect([code, stdout, stderr]).toEqual([0, 'run/report.html\n', '']);
  expect(pageIn('again')).toBe(pageIn('built'));
});

test('a bug in the page costs nobody the run, and leaves no page of another', async () => {
  const folder = runs.like('buggy', 'built');
  const { code, stderr } = await startCartwrightWith({ preloads: ['no-gzip.ts'] }, folder, ...SMALL_BUILD).ended;
  expect(code, stderr).toBe(0);
  expect(stderr).toContain('report.html was not written, which is a bug of Cartwright: gzip is out of order\n');
  expect(existsSync(runs.at('buggy', 'run', 'manifest.json'))).toBe(true);
  expect(existsSync(runs.at('buggy', 'run', 'report.html'))).toBe(false);
});
