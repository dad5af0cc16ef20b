import { existsSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareCatalog } from '../../../catalog/ingest/prepare.ts';
import { amazonRow, folderWith, lines, temporaryFolder } from '../../fixtures/raw-files.ts';

const setUp = () => {
  const folder = folderWith({ 'a.jsonl': lines(amazonRow('B1')) });
  return { folder, options: { inputs: [folder], cacheFolder: temporaryFolder() } };
};

test('a catalog built from the same files is used again, also when they were touched or moved', async () => {
  const { folder, options } = setUp();
  const first = await prepareCatalog(options);
  expect(first.report).toMatchObject({ products: 1 });
  utimesSync(join(folder, 'a.jsonl'), 1, 1);
  renameSync(folder, `${folder}-moved`);
  expect(await prepareCatalog({ ...options, inputs: [`${folder}-moved`] })).toEqual({ path: first.path, report: null });
});

test('a changed file is read again, and the earlier catalog stays', async () => {
  const { folder, options } = setUp();
  const first = await prepareCatalog(options);
  writeFileSync(join(folder, 'a.jsonl'), lines(amazonRow('B1'), amazonRow('B2')));
  const changed = await prepareCatalog(options);
  expect(changed.report).toMatchObject({ products: 2 });
  expect(changed.path).not.toBe(first.path);
});

test('new files are added to what was read before, and the earlier catalog stays', async () => {
  const { folder, options } = setUp();
  const first = await prepareCatalog(options);
  writeFileSync(join(folder, 'b.jsonl'), lines(amazonRow('B2')));
  const { path, report } = await prepareCatalog(options);
  expect(report).toMatchObject({ products: 2, howRead: '1 file unchanged, 1 read' });
  expect(await prepareCatalog(options)).toEqual({ path, report: null });
  const alone = await prepareCatalog({ ...options, cacheFolder: temporaryFolder() });
  expect(alone.report).toMatchObject({ digest: report?.digest, howRead: null });
  expect(existsSync(first.path)).toBe(true);
});

test('another format is read again, and a cached file that is no catalog is replaced', async () => {
  const { options } = setUp();
  const first = await prepareCatalog(options);
  writeFileSync(first.path, 'not a catalog');
  expect((await prepareCatalog(options)).report).not.toBeNull();
  expect((await prepareCatalog({ ...options, format: 'amazon2023' })).report).not.toBeNull();
});

test('a catalog.db is used as it is, alone', async () => {
  const { folder, options } = setUp();
  const { path } = await prepareCatalog(options);
  const { cacheFolder } = options;
  expect(await prepareCatalog({ inputs: [path], cacheFolder })).toEqual({ path, report: null });
  await expect(prepareCatalog({ inputs: [path, folder], cacheFolder })).rejects.toThrow(/is a catalog already/);
  await expect(prepareCatalog({ inputs: [path], format: 'mapping:nope.yaml', cacheFolder })).rejects.toThrow(
    /is a catalog already, which is not read by --format mapping:nope\.yaml; leave --format out/,
  );
  await expect(prepareCatalog({ inputs: [path], reviews: [folder], cacheFolder })).rejects.toThrow(
    /is a catalog already/,
  );
});

test('no input at all is refused', async () => {
  await expect(prepareCatalog({ inputs: [], cacheFolder: 'unused' })).rejects.toThrow(/no catalog is given/);
});
