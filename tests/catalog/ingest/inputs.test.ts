import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findRawFiles, inputsDigest, readingFiles } from '../../../catalog/ingest/inputs.ts';
import { folderWith, temporaryFolder } from '../../fixtures/raw-files.ts';

const names = (paths: readonly string[]) => findRawFiles(paths).map(({ name }) => name);

test('a folder gives its raw files and those of its folders, sorted by name; other files and hidden ones are not raw', () => {
  const folder = folderWith({
    'b.jsonl.gz': 'x',
    'a.csv': 'x',
    'deep/er/c.json': 'x',
    'README.md': 'x',
    'catalog.db': 'x',
    '.hidden.jsonl': 'x',
    '.git/d.jsonl': 'x',
  });
  expect(names([folder])).toEqual(['a.csv', 'b.jsonl.gz', 'deep/er/c.json']);
});

test('the order in which files are given makes no difference, and a file given twice counts once', () => {
  const folder = folderWith({ 'a.csv': 'x', 'b.csv': 'x' });
  const [a, b] = [join(folder, 'a.csv'), join(folder, 'b.csv')];
  expect(names([b, a])).toEqual(['a.csv', 'b.csv']);
  expect(names([a, folder, b, a])).toEqual(['a.csv', 'b.csv']);
});

test('two files of one name have two names', () => {
  const paths = [folderWith({ 'a.csv': 'x' }), folderWith({ 'a.csv': 'y' })];
  expect(names(paths)).toEqual(['a.csv', 'a.csv#2']);
});

test('a link to a file is that file; a link to a folder is not entered', () => {
  const folder = folderWith({ 'a.csv': 'x' });
  symlinkSync(join(folder, 'a.csv'), join(folder, 'b.csv'));
  symlinkSync(folder, join(folder, 'loop'));
  expect(names([folder])).toEqual(['a.csv']);
});

test('what is missing or holds no raw file is refused with what was expected', () => {
  const empty = temporaryFolder();
  expect(() => findRawFiles([join(empty, 'nothing')])).toThrow(/nothing is missing, expected a file or folder/);
  expect(() => findRawFiles([empty])).toThrow(/holds no raw files, expected names that end in \.jsonl/);
  const database = join(folderWith({ 'catalog.db': 'x' }), 'catalog.db');
  expect(() => findRawFiles([database])).toThrow(/is a catalog already/);
});

test('the digest of the inputs changes with a name, a content, the format or a mapping, and with nothing else', () => {
  const mapping = join(folderWith({ 'm.yaml': 'a' }), 'm.yaml');
  const digests = [
    inputsDigest(
      [
        ['a', '1'],
        ['b', '2'],
      ],
      undefined,
    ),
    inputsDigest(
      [
        ['a', '1'],
        ['b', '3'],
      ],
      undefined,
    ),
    inputsDigest(
      [
        ['a', '1'],
        ['c', '2'],
      ],
      undefined,
    ),
    inputsDigest(
      [
        ['a', '1'],
        ['b', '2'],
      ],
      'lazada',
    ),
    inputsDigest(
      [
        ['a', '1'],
        ['b', '2'],
      ],
      `mapping:${mapping}`,
    ),
  ];
  expect(new Set(digests).size).toBe(5);
  expect(
    inputsDigest(
      [
        ['b', '2'],
        ['a', '1'],
      ],
      undefined,
    ),
  ).toBe(digests[0]);
  writeFileSync(mapping, 'b');
  expect(
    inputsDigest(
      [
        ['a', '1'],
        ['b', '2'],
      ],
      `mapping:${mapping}`,
    ),
  ).not.toBe(digests[4]);
});

test('two files of one name are told apart by what they hold, in whatever order they are given', () => {
  const one = join(folderWith({ 'meta.jsonl': '{"a":1}\n' }), 'meta.jsonl');
  const two = join(folderWith({ 'meta.jsonl': '{"a":2}\n' }), 'meta.jsonl');
  const named = (...paths: string[]) => findRawFiles(paths).map(({ name, path }) => [name, path]);
  expect(named(one, two)).toEqual(named(two, one));
});

test('a link to a file that is missing is told in a sentence', () => {
  const folder = folderWith({ 'a.csv': 'x' });
  symlinkSync(join(folder, 'gone.csv'), join(folder, 'b.csv'));
  expect(() => names([folder])).toThrow(/b\.csv is a link to a file that is missing; mend or remove it$/);
});

test.each([
  ['catalog/ingest/ingest.ts', true],
  ['lexicon/en/fields/identity.yaml', true],
  ['lexicon/en/unit-spellings.yaml', true],
  ['lexicon/fr/columns.yaml', true],
  ['lexicon/en/personas.yaml', false],
])('a kept catalog is of no use once %s has changed: %s', (file, isRead) =>
  expect(readingFiles().includes(file)).toBe(isRead),
);
