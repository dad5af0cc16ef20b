import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { searchFileOf } from '../../catalog/search/stored-index.ts';
import { storedCatalog } from '../fixtures/stored-catalog.ts';

const module = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const SCRIPT = `
const { openCatalog } = await import(${JSON.stringify(module('catalog/index.ts'))});
const { openProductSearch } = await import(${JSON.stringify(module('catalog/search/index.ts'))});
const { total } = openProductSearch(openCatalog(process.argv[1])).search({ text: 'tent', page: 0, size: 5 });
console.log(total);`;
const searching = (path: string) => promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT, path]);

test('processes that build the index of one catalog at once all find the same, and leave one whole file', async () => {
  const catalog = storedCatalog(
    Array.from({ length: 3000 }, (_, at) => ({ id: `T${at}`, title: `Tent number ${at} of oak` })),
  );
  const ended = await Promise.all(Array.from({ length: 3 }, () => searching(catalog.path)));
  expect(ended.map(({ stdout }) => stdout)).toEqual(['3000\n', '3000\n', '3000\n']);
  expect(readdirSync(dirname(catalog.path)).sort()).toEqual(['catalog.db', 'catalog.db.search']);

  const together = readFileSync(searchFileOf(catalog.path));
  rmSync(searchFileOf(catalog.path));
  await searching(catalog.path);
  expect(existsSync(searchFileOf(catalog.path))).toBe(true);
  expect(readFileSync(searchFileOf(catalog.path))).toEqual(together);
});
