import { stripVTControlCharacters } from 'node:util';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AuditOptions, auditPaths } from '../../../../cli/audit/audit.ts';
import { displayWidth } from '../../../../cli/terminal/display-width.ts';
import { ConfigError } from '../../../../schemas/errors.ts';
import { finishedRun } from '../../../fixtures/finished-run.ts';
import { propertyRuns } from '../../../fixtures/property-runs.ts';
import { folderWith, lines } from '../../../fixtures/raw-files.ts';

const sound = (id: string, query = `Looking for a red wheel of size ${id} for my ${id} cart.`) => ({
  query,
  reward: { product_id: id, title: [`Wheel ${id}`], sku_options: [{ color: 'red' }] },
});
const noisy = (id: string) => ({
  ...sound(id, `Looking for a red wheel of the default model for my ${id} cart.`),
  reward: { ...sound(id).reward, attributes: [{ model: ['default'] }] },
});

async function linted(
  files: Readonly<Record<string, string>>,
  options: AuditOptions = {},
  width = 100,
  colour = false,
) {
  const folder = folderWith(files);
  let text = '';
  const paths = Object.keys(files).map((name) => `${folder}/${name}`);
  const code = await auditPaths(paths, options, { write: (part) => (text += part), width, colour });
  return { code, text: text.replaceAll(`${folder}/`, '') };
}
/** Without its line breaks, which depend on how long the names of folders are. */
const unwrapped = (text: string) => text.replaceAll(/\s+/g, ' ');
const documentOf = async (files: Readonly<Record<string, string>>, options: AuditOptions = {}) =>
  JSON.parse((await linted(files, { ...options, json: true })).text);

test('tasks without a defect end with 0, and what was looked for is named', async () => {
  const { code, text } = await linted({ 'tasks.jsonl': lines(sound('1'), sound('two')) });
  expect(code).toBe(0);
  expect(unwrapped(text)).toContain('tasks.jsonl (ShoppingBench): 2 tasks, 0 of them with a defect (0%)');
  expect(text).toMatch(/None of:\n {2}.*value_untraced/);
  expect(text).toContain('target products 2');
});

test('a defect ends with 1, and is shown with its tasks, its share, what it is counted over, its meaning and an example', async () => {
  const { code, text } = await linted({
    'tasks.jsonl': lines(sound('1'), noisy('two'), sound('three'), sound('four')),
  });
  expect(code).toBe(1);
  expect(text).toContain('noise_value: 1 of 4 tasks (25%), 1 of 5 values\n    a scored value says nothing by itself');
  expect(text).toContain('\n    line 2: model = default\n');
});

test('a sign with good reasons ends with 0', async () => {
  const short = {
    ...sound('1'),
    query: 'A red wheel, size L.',
    reward: { ...sound('1').reward, attributes: [{ size: ['l'] }] },
  };
  const { code, text } = await linted({ 'tasks.jsonl': lines(short) });
  expect(code).toBe(0);
  expect(text).toMatch(/Signs, which can have good reasons:\nvalue_short: 1 of 1 tasks \(100%\), 1 of 2 values/);
});

test('the most frequent defect comes first, with three examples at most', async () => {
  const rows = ['1', '2', '3', '4'].map(noisy);
  const { text } = await linted({ 'tasks.jsonl': lines(...rows, sound('4')) });
  expect(text.match(/line \d+: model = default/g)).toHaveLength(3);
  expect(text.indexOf('noise_value')).toBeLessThan(text.indexOf('target_reused'));
});

test('several files are summed up first and shown one by one, with the meaning once', async () => {
  const { text } = await linted({ 'a.jsonl': lines(noisy('1'), sound('2')), 'b.jsonl.gz': lines(noisy('1')) });
  expect(text).toContain('2 files together: 3 tasks, 2 of them with a defect (67%)');
  expect(unwrapped(text)).toContain('a.jsonl (ShoppingBench): 2 tasks, 1 of them with a defect (50%)');
  expect(unwrapped(text)).toContain('b.jsonl.gz (ShoppingBench): 1 task, 1 of them with a defect (100%)');
  expect(text.match(/says nothing by itself/g)).toHaveLength(1);
  expect(text).toContain('line 1: 1, as in a.jsonl:1');
});

test('a query that nearly repeats an earlier one is found across files, without its appended rules', async () => {
  const query = 'I need a red canvas tote bag with a zip that folds flat for travel.';
  const rules =
    '\n\nMy budget is only `425`, but I have a voucher with the following rules:\n1. The voucher applies to all products.';
  const { total } = await documentOf(
    {
      'a.jsonl': lines(sound('1', query), sound('2', `A red spoon.${rules}`)),
      'b.jsonl': lines(sound('3', query.replace('zip', 'strap')), sound('4', `One red lamp.${rules}`)),
    },
    { code: 'near_duplicate' },
  );
  expect(total.counts).toMatchObject([{ code: 'near_duplicate', of: 4, found: 1, tasks: 1 }]);
});

test('the document holds every line and value, per file and in total', async () => {
  const found = await documentOf({ 'a.jsonl': lines(...['1', '2', '3', '4', '5'].map(noisy)) });
  expect(found.total).toMatchObject({ read: 5, linted: 5, defective: 5, unreadable: 0 });
  expect(found.total.counts.find(({ code }: { code: string }) => code === 'noise_value')).toMatchObject({
    of: 10,
    found: 5,
    tasks: 5,
  });
  const { tasks } = found.files[0].counts.find(({ code }: { code: string }) => code === 'noise_value');
  expect(tasks).toEqual([1, 2, 3, 4, 5].map((line) => ({ line, found: ['model = default'] })));
});

test('one code lists every task that has it, a line each, and decides the end', async () => {
  const files = { 'a.jsonl': lines(...['1', '2', '3', '4', '5'].map(noisy)) };
  const { code, text } = await linted(files, { code: 'noise_value' }, 40);
  expect(code).toBe(1);
  expect(text.match(/^a\.jsonl:\d: model = default$/gm)).toHaveLength(5);
  expect((await linted(files, { code: 'title_only' })).code).toBe(0);
});

test('lines that are no tasks are counted and named, and end with 1', async () => {
  const files = { 'tasks.jsonl': lines(sound('1'), '{"query": ', { ...sound('2'), reward: [] }, [], '{"', sound('3')) };
  const { code, text } = await linted(files, {}, 300);
  expect(code).toBe(1);
  expect(text).toContain('4 of 6 lines cannot be read as tasks:');
  expect(text).toMatch(/tasks\.jsonl:2: is not JSON: /);
  expect(text).toContain('tasks.jsonl:3: "reward" is [], expected a product or a list of products');
  expect(text).toContain('tasks.jsonl:4: found [], expected an object');
  expect(text).toContain('and 1 more; --json lists them all');
  expect((await linted(files, { code: 'title_only' })).text).toContain('4 of 6 lines cannot be read as tasks:');
  expect((await documentOf(files)).files[0].unreadable.map(({ line }: { line: number }) => line)).toEqual([2, 3, 4, 5]);
});

test('what is read is what is linted and what cannot be read, whatever the lines', async () => {
  const row = fc.oneof(
    fc.constantFrom('1', '2', '3').map(sound),
    fc.constantFrom('{', '[]', 'null', '{"query": "q", "reward": 7}', '{"query": 1, "reward": {}}'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 12 }), async (rows) => {
      const {
        read,
        linted: kept,
        unreadable,
        counts,
      } = (await documentOf({ 'a.jsonl': lines(sound('0'), ...rows) })).files[0];
      expect(read).toBe(rows.length + 1);
      expect(kept + unreadable.length).toBe(read);
      for (const { of, found, tasks } of counts) {
        expect(found).toBe(tasks.reduce((sum: number, task: { found: string[] }) => sum + task.found.length, 0));
        expect(found).toBeLessThanOrEqual(of);
      }
    }),
    { numRuns: propertyRuns(40) },
  );
});

test('a file that breaks off is linted up to there', async () => {
  const whole = gzipSync(lines(...Array.from({ length: 2000 }, (_, at) => sound(String(at)))));
  const folder = folderWith({ 'cut.jsonl.gz': whole.subarray(0, whole.length - 40) });
  let text = '';
  const code = await auditPaths(
    [`${folder}/cut.jsonl.gz`],
    {},
    { write: (part) => (text += part), width: 200, colour: false },
  );
  expect(code).toBe(1);
  expect(text).toMatch(/1 of [\d,]+ lines cannot be read as tasks:\n.*gzip data breaks off/);
});

const refused: readonly (readonly [string, Readonly<Record<string, string>>, AuditOptions, RegExp])[] = [
  [
    'objects of another kind',
    { 'a.jsonl': lines({ id: 'x', user_query: 'q' }) },
    {},
    /a\.jsonl holds objects with the keys "id", "user_query", expected tasks of a benchmark that is known: EComAgentBench \(objects with "user_query" and "rubrics"\), ShoppingBench \(objects with "query" and "reward"\), ShopSimulator \(objects with "instruction", "target_product" and "target_attributes", or goals of WebShop with "asin" and "goal_options"\), ECom-Bench \(objects with "user_id", "instruction" and "metadata"\), tau2-bench \(objects with "user_scenario" and "evaluation_criteria"\); of any other say what its columns are with --mapping <file\.yaml>$/,
  ],
  ['rows that are no objects', { 'a.jsonl': '7\n' }, {}, /a\.jsonl holds rows such as 7, expected tasks/],
  [
    'no row that can be read',
    { 'a.jsonl': '{\n' },
    {},
    /holds no row that can be read \(line 1 is not JSON: .*\), expected tasks/,
  ],
  ['an empty file', { 'a.jsonl': '' }, {}, /a\.jsonl is empty, expected at least one row/],
  ['a file of another kind', { 'a.txt': 'x' }, {}, /a\.txt has no known extension/],
  [
    'a filter of runs',
    { 'a.jsonl': lines(sound('1')) },
    { stage: 'lock' },
    /--stage filters the rejections of a run, and .*a\.jsonl is a file/,
  ],
  [
    'another filter of runs',
    { 'a.jsonl': lines(sound('1')) },
    { intent: 'x' },
    /--intent filters the rejections of a run/,
  ],
  [
    'an unknown code',
    { 'a.jsonl': lines(sound('1')) },
    { code: 'noise' },
    /--code is "noise", expected one that these files are searched for: value_untraced, .*near_duplicate$/,
  ],
];

test.each(refused)('%s is one sentence that says what was found and expected', async (_, files, options, sentence) => {
  const refusal = await linted(files, options).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ConfigError);
  expect((refusal as ConfigError).message).toMatch(sentence);
});

test('paths that do not go together are refused', async () => {
  const folder = folderWith({ 'a.jsonl': lines(sound('1')) });
  const output = { write: () => {}, width: 80, colour: false };
  const path = `${folder}/a.jsonl`;
  await expect(auditPaths([path, folder], {}, output)).rejects.toThrow(
    /is a folder among 2 paths, expected one run folder, or files/,
  );
  await expect(auditPaths([path, `${folder}/./a.jsonl`], {}, output)).rejects.toThrow(/is given twice, first as /);
  await expect(auditPaths([path, `${folder}/b.jsonl`], {}, output)).rejects.toThrow(
    /b\.jsonl is missing, expected a file of published tasks/,
  );
  await expect(auditPaths([`${folder}/b.jsonl`], {}, output)).rejects.toThrow(
    /b\.jsonl is missing, expected a run folder/,
  );
});

test('a run folder is audited as before', async () => {
  const { folder } = finishedRun();
  let text = '';
  const output = { write: (part: string) => (text += part), width: 100, colour: false };
  expect(await auditPaths([folder], {}, output)).toBe(0);
  expect(text).toContain('Every planned task has one end');
});

test('no line is wider than the window, whatever the tasks say', async () => {
  const texts = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.lorem({ maxCount: 40 }));
  await fc.assert(
    fc.asyncProperty(texts, texts, fc.constantFrom(40, 80, 120), async (key, value, width) => {
      const task = { ...sound('1'), reward: [{ product_id: '1', title: [value], attributes: [{ [key]: [value] }] }] };
      const { text } = await linted({ 'a.jsonl': lines(task, '{"query": '), 'b.jsonl': lines(task) }, {}, width);
      for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
    }),
    { numRuns: propertyRuns(40) },
  );
});

test('colour adds nothing but colour, and what a task says cannot steer the terminal', async () => {
  const files = {
    'a.jsonl': lines({
      ...noisy('1'),
      query: 'q',
      reward: { ...noisy('1').reward, sku_options: [{ c: '\u001b[2Jx\u202e\u0007' }] },
    }),
  };
  const plain = (await linted(files)).text;
  expect(stripVTControlCharacters((await linted(files, {}, 100, true)).text)).toBe(plain);
  expect(plain.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});
