import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readTable, tableOf } from '../../lexicon/tables.ts';

const folder = mkdtempSync(join(tmpdir(), 'tables-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MODULE = new URL('../../lexicon/tables.ts', import.meta.url).href;

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

/** A folder to keep tables in, and the path of the only one in it. */
function keeping(): { readonly folder: string; only(): string } {
  const place = mkdtempSync(join(folder, 'kept-'));
  return { folder: place, only: () => join(place, ...readdirSync(place)) };
}

test('a table that was kept is not kept anew', () => {
  const { folder: place, only } = keeping();
  expect(tableOf('red: 1', place)).toEqual({ red: 1 });
  const { ino } = statSync(only());
  expect(tableOf('red: 1', place)).toEqual({ red: 1 });
  expect(statSync(only()).ino).toBe(ino);
});

test('a text that was changed is parsed, whatever was kept', () => {
  const { folder: place } = keeping();
  tableOf('red: 1', place);
  expect(tableOf('red: 2', place)).toEqual({ red: 2 });
});

test.each(['', '{"red"', '{}'])('a table is parsed again where what was kept is torn: %j', (torn) => {
  const { folder: place, only } = keeping();
  tableOf('red: 1', place);
  const whole = readFileSync(only(), 'utf8');
  writeFileSync(only(), torn);
  expect(tableOf('red: 1', place)).toEqual({ red: 1 });
  expect(readFileSync(only(), 'utf8')).toBe(whole);
});

test('a table is parsed again where what was kept was changed', () => {
  const { folder: place, only } = keeping();
  tableOf('red: 1', place);
  writeFileSync(only(), readFileSync(only(), 'utf8').replace(':1', ':2'));
  expect(tableOf('red: 1', place)).toEqual({ red: 1 });
});

test('a table is parsed where nothing can be kept', () => {
  const file = join(folder, 'no folder');
  writeFileSync(file, '');
  expect([undefined, file].map((place) => tableOf('red: 1', place))).toEqual([{ red: 1 }, { red: 1 }]);
});

test('every table of the package says the same when it was kept', () => {
  const root = join(import.meta.dirname, '..', '..');
  const files = ['families', 'lexicon', 'models', 'service', 'shopping', 'text'].flatMap((name) =>
    globSync(join(root, name, '**', '*.yaml')),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const table = parse(readFileSync(file, 'utf8'));
    expect(JSON.parse(JSON.stringify(table)), file).toEqual(table);
  }
});
