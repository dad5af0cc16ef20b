import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endOf, startNode } from '../../../tools/bench/children/child.ts';
import { folderWith } from '../../fixtures/raw-files.ts';

const scriptOf = (source: string) => join(folderWith({ 'script.mjs': source }), 'script.mjs');

test('a measured program says how long it took, how much memory, and what it wrote', async () => {
  const script = scriptOf('const held = Buffer.alloc(150e6, 1); console.log(held.length, process.argv[2]);');
  const { seconds, peakMegabytes, code, stdout } = await startNode(script, ['x']).ended;
  expect({ code, stdout }).toEqual({ code: 0, stdout: '150000000 x\n' });
  expect(seconds).toBeGreaterThan(0);
  expect(peakMegabytes).toBeGreaterThan(150);
});

test('the memory of its threads counts', async () => {
  const thread = 'Buffer.alloc(150e6, 1)';
  const script = scriptOf(
    `import { Worker } from 'node:worker_threads'; new Worker(${JSON.stringify(thread)}, { eval: true });`,
  );
  expect((await startNode(script, []).ended).peakMegabytes).toBeGreaterThan(150);
});

test('a program that ends otherwise than it should stops the benchmark, with its last words', async () => {
  const failing = startNode(scriptOf("console.error('no such catalog'); process.exitCode = 2;"), []);
  await expect(endOf('the loader', failing)).rejects.toThrow(
    'the loader ended with 2, expected 0; it said:\nno such catalog',
  );
});

test('a program that was killed says nothing of its memory', async () => {
  const child = startNode(scriptOf('setInterval(() => {}, 1000);'), []);
  child.stop('SIGKILL');
  expect(await child.ended).toMatchObject({ code: null, peakMegabytes: null });
});

test('a program that is not there is told like any other error', async () => {
  const missing = startNode(join(folderWith({}), 'missing.mjs'), []);
  await expect(endOf('the loader', missing)).rejects.toThrow(/^the loader ended with 1, expected 0/);
});
