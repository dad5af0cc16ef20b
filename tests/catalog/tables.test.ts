import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import { readTable } from '../../catalog/tables.ts';

const folder = mkdtempSync(join(tmpdir(), 'tables-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MODULE = new URL('../../catalog/tables.ts', import.meta.url).href;

/** What a thread that is started now reads from a file. */
function readByThread(file: URL): Promise<unknown> {
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(workerData.module).then(({ readTable }) => parentPort.postMessage(readTable(new URL(workerData.file))));
  `;
  const thread = new Worker(code, { eval: true, workerData: { module: MODULE, file: file.href } });
  return new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject));
}

test('a thread is given a table that was read before it started, without reading the file again', async () => {
  const file = pathToFileURL(join(folder, 'colours.yaml'));
  writeFileSync(file, 'red: [crimson, scarlet]\n');
  const table = readTable(file);
  rmSync(file);

  expect(table).toEqual({ red: ['crimson', 'scarlet'] });
  expect(await readByThread(file)).toEqual(table);
});

test('a thread reads a table itself that nobody has read before', async () => {
  const file = pathToFileURL(join(folder, 'sizes.yaml'));
  writeFileSync(file, '- small\n- large\n');

  expect(await readByThread(file)).toEqual(['small', 'large']);
});
