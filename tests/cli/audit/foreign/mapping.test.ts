import { expect, test } from 'vitest';
import { auditPaths } from '../../../../cli/audit/audit.ts';
import { ConfigError } from '../../../../schemas/errors.ts';
import { finishedRun } from '../../../fixtures/finished-run.ts';
import { folderWith, lines } from '../../../fixtures/raw-files.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document that is looked into
type Json = any;

const MAPPING = `
id: task
query: instruction
product_id: goal.asin
title: goal.name
price: goal.price
requirements: goal.options
profile: { columns: { material: Material } }
price_at_most: goal.upper
`;
const task = (change: object = {}, goal: object = {}) => ({
  task: 't1',
  instruction: 'Find me a black tote bag under $50.',
  material: 'Canvas',
  goal: { asin: 'T1', name: 'Harbor Canvas Tote Bag', price: 45, options: { Color: 'Black' }, upper: 50, ...goal },
  ...change,
});

async function linted(
  rows: readonly object[],
  { mapping = MAPPING, catalog }: { mapping?: string; catalog?: string } = {},
): Promise<Json> {
  const folder = folderWith({ 'tasks.jsonl': lines(...rows), 'tasks.yaml': mapping });
  let text = '';
  const output = { write: (part: string) => (text += part), width: 100, colour: false };
  await auditPaths([`${folder}/tasks.jsonl`], { json: true, mapping: `${folder}/tasks.yaml`, catalog }, output);
  const { files } = JSON.parse(text);
  return { ...files[0], counts: Object.fromEntries(files[0].counts.map((one: { code: string }) => [one.code, one])) };
}

test('tasks of any shape are read by a mapping of their columns', async () => {
  const { format, linted: read, defective } = await linted([task()]);
  expect([format, read, defective]).toEqual(['mapped', 1, 0]);
});

test.each<[string, object, object]>([
  ['hidden_in_query', { instruction: 'A canvas bag in black under $50.' }, {}],
  ['title_leak', { instruction: 'A black Harbor Canvas Tote Bag.' }, {}],
  ['implausible_value', {}, { options: { Color: 'Black', 'Compatible Devices': '2019)' } }],
  ['duplicate_fact', {}, { options: { Color: 'Black', Style: 'Black' } }],
  ['value_untraced', {}, { options: { Color: 'Black', Closure: 'Zipper' } }],
  ['target_reused', {}, {}],
])('a defect of a mapped task is found by its gate: %s', async (code, change, goal) => {
  const { counts } = await linted([task(), task({ task: 't2', ...change }, goal)]);
  expect(counts[code].tasks).toMatchObject([{ line: 2, id: 't2' }]);
});

test('items of a list are requirements as well, and numbers are values', async () => {
  const { counts } = await linted([task({}, { options: ['black', 7] })]);
  expect(counts.value_untraced).toMatchObject({ of: 2, found: 1, tasks: [{ found: ['options = 7'] }] });
});

test('a catalog shows whether the target of a mapped task satisfies what is asked', async () => {
  const { catalog } = finishedRun();
  const { counts } = await linted([task(), task({ task: 't2' }, { asin: 'P1' }), task({ task: 't3' }, { asin: 'X' })], {
    catalog,
  });
  expect(counts.target_fails.tasks).toMatchObject([{ id: 't2' }]);
  expect(counts.unknown_product.tasks).toMatchObject([{ id: 't3' }]);
});

test('a row without a query is told with its line', async () => {
  const { unreadable } = await linted([task(), { instruction: ' ' }]);
  expect(unreadable).toEqual([{ line: 2, problem: '"instruction" is " ", expected the query' }]);
});

test('a row without the column of requirements is told with its line', async () => {
  const { unreadable } = await linted([task(), task({ goal: { asin: 'T1' } })]);
  expect(unreadable).toEqual([{ line: 2, problem: '"goal.options" is missing, expected the requirements' }]);
});

test('rows without the column of the query are refused with its name', async () => {
  await expect(linted([task()], { mapping: 'query: instructon\nrequirements: goal.options' })).rejects.toThrow(
    /holds objects with the keys "task", .*, expected objects with "instructon", which the mapping says is the query$/,
  );
});

test.each([
  ['requirements: goal', /tasks\.yaml:1: "query" is missing, expected the name of a column/],
  ['query: [', /tasks\.yaml:1: not YAML: the \[ of this line/],
  ['query: q\nrequirements: r\ncolour: c', /tasks\.yaml:3: "colour" is not known, expected one of /],
])('a mapping that is none is one sentence: %j', async (mapping, sentence) => {
  await expect(linted([task()], { mapping })).rejects.toThrow(ConfigError);
  await expect(linted([task()], { mapping })).rejects.toThrow(sentence);
});
