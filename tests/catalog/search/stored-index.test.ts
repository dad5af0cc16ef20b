import { copyFileSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openProductSearch } from '../../../catalog/search/index.ts';
import { openSearchIndex, searchFileOf } from '../../../catalog/search/stored-index.ts';
import { temporaryFolder } from '../../fixtures/raw-files.ts';
import { details, storedCatalog } from '../../fixtures/stored-catalog.ts';

const tents = () =>
  storedCatalog([
    { id: 'T1', title: 'Ridgeline tent', details: details({ Color: ['Red', 'Blue'] }) },
    { id: 'T2', title: 'Ridgeline tarp', brand: 'Alder' },
  ]);
const bytesBeside = (catalog: { readonly path: string }) => readFileSync(searchFileOf(catalog.path));

test('a catalog that nobody searches has no index beside it', () => {
  const catalog = tents();
  openProductSearch(catalog);
  expect(existsSync(searchFileOf(catalog.path))).toBe(false);
});

test('two builds of equal catalogs write equal bytes, and leave nothing else', () => {
  const [one, other] = [tents(), tents()];
  openSearchIndex(one);
  openSearchIndex(other);
  expect(bytesBeside(one)).toEqual(bytesBeside(other));
  expect(readdirSync(dirname(one.path)).sort()).toEqual(['catalog.db', 'catalog.db.search']);
});

test('what is read from the file is what was built', () => {
  const catalog = tents();
  const built = openSearchIndex(catalog);
  const read = openSearchIndex(catalog);
  expect(read.file).not.toBe(built.file);
  expect(Buffer.from(read.file)).toEqual(Buffer.from(built.file));
});

test('an index of another catalog is built anew', () => {
  const [catalog, other] = [tents(), storedCatalog([{ id: 'X', title: 'Lamp' }])];
  openSearchIndex(other);
  copyFileSync(searchFileOf(other.path), searchFileOf(catalog.path));
  expect(openSearchIndex(catalog).digest).toBe(catalog.digest);
  const fresh = tents();
  openSearchIndex(fresh);
  expect(bytesBeside(catalog)).toEqual(bytesBeside(fresh));
});

test.each([
  ['broke off', (path: string) => truncateSync(path, 100)],
  ['is empty', (path: string) => truncateSync(path, 0)],
  ['is no index', (path: string) => writeFileSync(path, 'not an index of anything')],
])('a file that %s is built anew', (_, spoil) => {
  const catalog = tents();
  openSearchIndex(catalog);
  const before = bytesBeside(catalog);
  spoil(searchFileOf(catalog.path));
  openSearchIndex(catalog);
  expect(bytesBeside(catalog)).toEqual(before);
});

test('where nothing can be written, the index is kept in memory alone', () => {
  const folder = join(temporaryFolder(), 'missing');
  const catalog = tents();
  // Its folder is gone, which stops root too.
  Object.defineProperty(catalog, 'path', { value: join(folder, 'catalog.db') });
  expect(openSearchIndex(catalog).file.byteLength).toBeGreaterThan(0);
  expect(existsSync(folder)).toBe(false);
});

test('all who search equal catalogs share one index, and other threads are given its memory', () => {
  const [one, other] = [tents(), tents()];
  const search = openProductSearch(one);
  expect(search.inMemory()).toBe(openProductSearch(other).inMemory());
  expect(search.inMemory().file).toBeInstanceOf(SharedArrayBuffer);
});

test('a search goes on where another one’s catalog of equal content was closed before anything was sought', () => {
  const [one, other] = [tents(), tents()];
  const search = openProductSearch(one);
  const second = openProductSearch(other);
  one.close();
  expect(second.search({ text: 'tarp', page: 0, size: 1 })).toEqual({ total: 1, ids: ['T2'] });
  // What was read serves whoever came first, too.
  expect(search.search({ text: 'tarp', page: 0, size: 1 }).total).toBe(1);
});
