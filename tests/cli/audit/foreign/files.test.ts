import { expect, test } from 'vitest';
import { knownFormats, lintFiles } from '../../../../cli/audit/foreign/files.ts';
import type { BenchmarkFormat } from '../../../../pipeline/foreign-lint.ts';
import { folderWith, lines } from '../../../fixtures/raw-files.ts';

const CODE = { code: 'shouting', meaning: 'the wish is in capitals', unit: 'wishes', isDefect: true };

/** A benchmark of wishes, to stand beside those that are known. */
const WISHES: BenchmarkFormat = {
  name: 'Wishes',
  rows: 'objects with "wish"',
  recognises: (row) => typeof row === 'object' && row !== null && 'wish' in row,
  counters: [CODE],
  begin: () => ({
    add: (row) => {
      const { wish } = row as { wish: unknown };
      if (typeof wish !== 'string') return { problem: `"wish" is ${wish}, expected text` };
      return { text: wish, looked: [{ code: 'shouting', of: 1, found: wish === wish.toUpperCase() ? [wish] : [] }] };
    },
    figures: (file) => [{ name: 'wishes', value: file === undefined ? 2 : 1 }],
  }),
};
const FORMATS = [...knownFormats(), WISHES];

const TASK = { query: 'A red wheel.', reward: { product_id: '1', title: ['Wheel'], sku_options: [{ color: 'red' }] } };

test('each file is read in its own format, and every code is counted over the files of its format', async () => {
  const folder = folderWith({
    'a.jsonl': lines(TASK),
    'b.jsonl': lines({ wish: 'A TENT' }),
    'c.jsonl': lines({ wish: 'a tarp' }),
  });
  const { files, total } = await lintFiles(
    ['a', 'b', 'c'].map((name) => `${folder}/${name}.jsonl`),
    { formats: FORMATS },
  );
  expect(files.map(({ format }) => format)).toEqual(['ShoppingBench', 'Wishes', 'Wishes']);
  expect(files.map(({ counts }) => counts.some(({ code }) => code === 'shouting'))).toEqual([false, true, true]);
  expect(total.counts.find(({ code }) => code === 'shouting')).toEqual({ ...CODE, of: 2, found: 1, tasks: 1 });
  expect(total.counts.find(({ code }) => code === 'near_duplicate')).toMatchObject({ of: 3, found: 0 });
  expect(total.figures).toContainEqual({ name: 'wishes', value: 2 });
});

test('a broken line at the head of a file does not hide its format', async () => {
  const folder = folderWith({ 'a.jsonl': lines('{', { wish: 7 }, { wish: 'a tent' }) });
  const [file] = (await lintFiles([`${folder}/a.jsonl`], { formats: FORMATS })).files;
  expect(file).toMatchObject({ format: 'Wishes', read: 3, linted: 1 });
  expect(file!.unreadable.map(({ line }) => line)).toEqual([1, 2]);
});

test('a file whose first hundred rows nobody knows is refused with every format that is known', async () => {
  const folder = folderWith({
    'a.jsonl': lines(...Array.from({ length: 100 }, () => ({ dream: 1 })), { wish: 'a tent' }),
  });
  await expect(lintFiles([`${folder}/a.jsonl`], { formats: FORMATS })).rejects.toThrow(
    /holds objects with the keys "dream", expected .*: EComAgentBench \(.*\), ShoppingBench \(.*\), Wishes \(objects with "wish"\); of any other say/,
  );
});

test('blank lines are no rows, and lines are counted as an editor counts them', async () => {
  const folder = folderWith({ 'a.jsonl': `\n${lines({ wish: 'a tent' })}\n${lines({ wish: 'A TARP' })}` });
  const [file] = (await lintFiles([`${folder}/a.jsonl`], { formats: FORMATS })).files;
  expect(file).toMatchObject({ read: 2, linted: 2, defective: 1 });
  expect(file!.counts[0]!.tasks).toEqual([{ line: 4, found: ['A TARP'] }]);
});
