import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type ScoreOptions, score } from '../../../cli/score/score.ts';
import { displayWidth } from '../../../cli/terminal/display-width.ts';
import { agentIdOf } from '../../../pipeline/agent-view.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import { finishedRun } from '../../fixtures/finished-run.ts';
import { folderWith, lines } from '../../fixtures/raw-files.ts';
import { storedCatalog } from '../../fixtures/stored-catalog.ts';
import { testModel, tinyModel } from '../../fixtures/tiny-embedding-model.ts';

const VOUCHER = {
  voucher_type: 'platform',
  threshold: 100,
  discount_type: 'fixed',
  face_value: 20,
  discount: null,
  cap: null,
  price_after_voucher: 95,
  budget: 100,
};
const FINDER = { query: 'a canvas tote', reward: { product_id: 'A', title: ['Harbor Canvas Tote'] } };
const KNOWLEDGE = {
  query: 'what Aitken played, and a bow for it',
  Knowledge_Attribute: 'Violin',
  reward: { product_id: 'B', title: 'Violin Bow', price: 12 },
};
const SHOP = {
  id: 'shoppingbench-multi_products_seller-1',
  intent: 'multi_products_seller',
  query: 'a shop with a tent and a stove',
  reward: [
    { product_id: 'C', title: ['Ridgeline Tent'] },
    { product_id: 'D', title: ['Camping Stove'] },
  ],
};
const BUDGET = {
  query: 'a tent for 100 with a voucher',
  reward: [{ product_id: 'E', title: ['Dome Tent'] }],
  voucher: VOUCHER,
};
const TASKS = [FINDER, KNOWLEDGE, SHOP, BUDGET];
const RIGHT = [
  { query: FINDER.query, products: ['A'] },
  { query: KNOWLEDGE.query, products: ['B'] },
  { id: SHOP.id, products: ['D', 'C'] },
  { query: BUDGET.query, products: ['E'] },
];

/** A document as ShoppingBench's search index holds it. */
const document = (id: string, title: string, more = {}) => ({
  product_id: id,
  shop_id: 's1',
  title,
  price: 50,
  sku_options: {},
  attributes: {},
  service: [],
  description: '',
  ...more,
});

interface Printed {
  readonly code: number;
  readonly text: string;
}

async function printed(paths: readonly string[], options: ScoreOptions = {}, width = 120): Promise<Printed> {
  let text = '';
  const code = await score(paths, options, { write: (part) => (text += part), width, colour: false });
  return { code, text };
}

const files = (tasks: readonly unknown[], predictions: readonly unknown[]) => {
  const folder = folderWith({ 'test.jsonl': lines(...tasks), 'run.jsonl': lines(...predictions) });
  return [join(folder, 'test.jsonl'), join(folder, 'run.jsonl')];
};
const scored = async (tasks: readonly unknown[], predictions: readonly unknown[], options: ScoreOptions = {}) =>
  JSON.parse((await printed(files(tasks, predictions), { ...options, json: true })).text);
const said = async (tasks: readonly unknown[], predictions: readonly unknown[], options: ScoreOptions = {}) =>
  (await printed(files(tasks, predictions), options, 1000)).text;
const refusal = async (tasks: readonly unknown[], predictions: readonly unknown[], options: ScoreOptions = {}) => {
  const error = await printed(files(tasks, predictions), options).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ConfigError);
  return (error as ConfigError).message;
};

test('the targets score 100 % in every intent, by query or id, and the command ends with 0', async () => {
  const { code, text } = await printed(files(TASKS, RIGHT));
  expect(code).toBe(0);
  const rows = text.split('\n');
  const [groups, columns, , figures] = rows.slice(rows.findIndex((row) => row.includes('products_finder')));
  expect(groups).toMatch(/^ +products_finder +knowledge +multi_products_seller +coupon_budget +average ASR$/);
  expect(columns?.trim().split(/ +/)).toEqual(
    'ASR CAR ASR CAR r_kw ASR CAR r_shop ASR CAR r_budget tasks intents'.split(' '),
  );
  expect(figures).toMatch(/^run +(?:100\.0 *){13}$/);
});

test('in a window too narrow for the row of the paper there is a row for each intent', async () => {
  const { text } = await printed(files(TASKS, RIGHT), {}, 80);
  expect(text).toMatch(/intent +tasks +ASR +CAR +constraint/);
  expect(text).toMatch(/products_finder +1 +100\.0 +100\.0 +none/);
  expect(text).toMatch(/coupon_budget +1 +100\.0 +100\.0 +r_budget 100\.0/);
  expect(text).toContain('Average ASR: 100.0 over tasks, 100.0 over intents');
});

test('the short names of the figures that are printed are spelt out, and no others', async () => {
  const { text } = await printed(files([FINDER, KNOWLEDGE], RIGHT.slice(0, 2)));
  expect(text).toMatch(/^ASR +absolute success rate: /m);
  expect(text).toMatch(/^CAR +cumulative average of product relevance: /m);
  expect(text).toMatch(/^r_kw +knowledge constraint: /m);
  expect(text).not.toContain('r_shop');
});

test.each([20, 40, 80, 120])('no line is wider than a window of %i columns', async (width) => {
  const predictions = [
    { query: FINDER.query, products: ['nowhere', 'A'] },
    { query: 'another task', products: [] },
  ];
  const { text } = await printed(files(TASKS, predictions), {}, width);
  for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
});

test('a file name with control characters is printed escaped', async () => {
  const folder = folderWith({ 'test.jsonl': lines(...TASKS), 'r\u001b[31mun.jsonl': lines(...RIGHT) });
  const { text } = await printed([join(folder, 'test.jsonl'), join(folder, 'r\u001b[31mun.jsonl')]);
  expect(text).not.toContain('\u001b');
  expect(text).toContain('r\\u{1b}[31mun');
});

test('one JSON document holds the figures and every task', async () => {
  const document = await scored(TASKS, RIGHT.slice(1));
  expect(document).toMatchObject({
    rules: 'paper',
    catalog: null,
    average_asr: { over_tasks: 0.75, over_intents: 0.75 },
    without_prediction: 1,
  });
  expect(document.intents[0]).toEqual({ intent: 'products_finder', tasks: 1, asr: 0, car: 0, constraint: null });
  expect(document.tasks[2]).toEqual({
    task: SHOP.id,
    intent: 'multi_products_seller',
    r_pro: 1,
    constraint: 1,
    success: true,
  });
});

test('tasks without a prediction count as 0 and are said', async () => {
  expect(await said(TASKS, RIGHT.slice(2))).toContain('2 of 4 tasks have no prediction and count as 0.');
  expect(await said(TASKS, RIGHT.slice(1))).toContain('1 of 4 tasks has no prediction and counts as 0.');
  expect(await said(TASKS, RIGHT)).not.toContain('no prediction');
});

test('a prediction of no products scores 0, and is a prediction', async () => {
  const folder = folderWith({ 'test.jsonl': lines(FINDER), 'run.jsonl': lines({ query: FINDER.query, products: [] }) });
  const { text } = await printed([join(folder, 'test.jsonl'), join(folder, 'run.jsonl')], { json: true });
  expect(JSON.parse(text)).toMatchObject({ average_asr: { over_tasks: 0 }, without_prediction: 0 });
});

test('several splits files and gzip files are read as one benchmark', async () => {
  const folder = folderWith({
    'a.jsonl.gz': gzipSync(lines(FINDER, KNOWLEDGE)),
    'b.jsonl': lines(SHOP, BUDGET),
    'run.jsonl.gz': gzipSync(lines(...RIGHT)),
  });
  const paths = ['a.jsonl.gz', 'b.jsonl', 'run.jsonl.gz'].map((name) => join(folder, name));
  const { text } = await printed(paths, { json: true });
  expect(JSON.parse(text)).toMatchObject({ average_asr: { over_tasks: 1 }, without_prediction: 0 });
});

test('an inline document is scored as a catalog product would be', async () => {
  const inline = document('X', 'Harbor canvas tote bag');
  expect((await scored([FINDER], [{ query: FINDER.query, products: [inline] }])).tasks[0]).toMatchObject({
    r_pro: 1,
    success: true,
  });
});

test('predicted ids are looked up in the catalog named, which is believed over a document', async () => {
  const catalog = storedCatalog([{ id: 'X', title: 'Harbor canvas tote bag' }]);
  const { path } = catalog;
  catalog.close();
  const byId = [{ query: FINDER.query, products: ['X'] }];
  const byDocument = [{ query: FINDER.query, products: [document('X', 'Steel Chair')] }];
  expect((await scored([FINDER], byId)).tasks[0].r_pro).toBe(0);
  expect((await scored([FINDER], byId, { catalog: path })).tasks[0].r_pro).toBe(1);
  expect((await scored([FINDER], byDocument, { catalog: path })).tasks[0].r_pro).toBe(1);
});

test('products that nobody knows are counted and said, with what to do; targets are not among them', async () => {
  const predictions = [{ query: FINDER.query, products: ['nowhere'] }, RIGHT[1]];
  expect(await said(TASKS, predictions)).toContain(
    '1 predicted product is unknown and scores 0: no catalog was looked in; name one with --catalog <catalog.db>',
  );
  const catalog = storedCatalog([{ id: 'X' }]);
  catalog.close();
  const text = await said(TASKS, predictions, { catalog: catalog.path });
  expect(text).toContain(`1 predicted product is unknown and scores 0: neither in ${catalog.path} nor predicted`);
  expect(await said(TASKS, RIGHT)).not.toContain('unknown');
});

test('predictions with more products than were asked for are said', async () => {
  const surplus = { query: FINDER.query, products: ['A', 'Z'] };
  expect(await said([FINDER], [surplus])).toContain('1 prediction has more products than were asked for');
});

test('a prediction may name its task by the id that agents know it by', async () => {
  const byAgents = { id: agentIdOf(FINDER), products: RIGHT[0]?.products };
  expect((await scored([FINDER, SHOP], [byAgents])).average_asr.over_tasks).toBe(0.5);
});

test('predictions of tasks outside the splits are left out and said', async () => {
  const text = await said([FINDER], RIGHT);
  expect(text).toContain('3 predictions are of tasks outside the splits, and left out.');
  expect((await scored([FINDER], RIGHT)).average_asr.over_tasks).toBe(1);
});

test('the published rules hold products against targets by place', async () => {
  expect((await scored([SHOP], [RIGHT[2]])).average_asr.over_tasks).toBe(1);
  expect((await scored([SHOP], [RIGHT[2]], { rules: 'published' })).average_asr.over_tasks).toBe(0);
  expect(await said([SHOP], [RIGHT[2]], { rules: 'published' })).toContain('by the rules of the published evaluator');
});

test.each(['splits/test.jsonl', 'accepted.jsonl'])(
  'the samples of a run are scored with the catalog the run was built from, in %s',
  async (file) => {
    const run = finishedRun();
    const other = storedCatalog([{ id: 'X' }]);
    other.close();
    const splits = join(run.folder, file);
    writeFileSync(splits, lines(FINDER));
    const [, predictions] = files([], [RIGHT[0]]);
    const { text } = await printed([splits, predictions as string], { catalog: run.catalog, json: true });
    expect(JSON.parse(text).catalog).toBe(run.catalog);
    await expect(printed([splits, predictions as string], { catalog: other.path })).rejects.toThrow(
      /^--catalog is .* with digest .*, expected the one .* was built from/,
    );
    const manifest = join(run.folder, 'manifest.json');
    const { catalog: _, ...spoiled } = JSON.parse(readFileSync(manifest, 'utf8'));
    writeFileSync(manifest, JSON.stringify(spoiled));
    await expect(printed([splits, predictions as string])).rejects.toThrow(/manifest\.json: "catalog": /);
  },
);

testModel('titles are compared by the model named, and the page says so', async () => {
  const model = tinyModel({ tote: [1, 0], satchel: [0.9, 0.1], chair: [0, 1] });
  const task = { query: 'a tote', reward: { product_id: 'A', title: ['tote'] } };
  const predictions = [{ query: 'a tote', products: [document('X', 'satchel')] }];
  expect((await scored([task], predictions)).average_asr.over_tasks).toBe(0);
  expect((await scored([task], predictions, { embeddingModel: model })).average_asr.over_tasks).toBe(1);
  expect(await said([task], predictions, { embeddingModel: model })).toMatch(
    /Titles are similar from 0\.5 on, by embeddings of \S+ \(fp32, mean pooling\)\.$/m,
  );
  expect(await said([task], predictions)).toContain('similar from 0.2 on, by shared words and letters');
});

test.each<[string, unknown[], unknown[], RegExp]>([
  ['a line that is not JSON', [FINDER], ['{"query"'], /run\.jsonl:1: is not JSON: .*; expected predictions, one JSON/],
  ['a line without products', [FINDER], [{ query: 'x' }], /run\.jsonl:1: "products": .*; expected \{"id" or "query"/],
  ['a line without a task', [FINDER], [{ products: [] }], /run\.jsonl:1: names no task, expected "id" or "query"; /],
  [
    'a product that is none',
    [FINDER],
    [{ query: FINDER.query, products: ['A', true] }],
    /run\.jsonl:1: product 2 is true, expected a product id or a product document$/,
  ],
  [
    'a document without a title',
    [FINDER],
    [{ query: FINDER.query, products: [{ product_id: 'X' }] }],
    /run\.jsonl:1: product 1: "title" is missing, expected the product's name$/,
  ],
  [
    'a second prediction for a task',
    [FINDER],
    [RIGHT[0], RIGHT[0]],
    /run\.jsonl:2 predicts for the task of .*run\.jsonl:1 again; keep one of the two lines$/,
  ],
  [
    'predictions of other tasks only',
    [FINDER],
    [RIGHT[1], RIGHT[2]],
    /run\.jsonl:1 names "what Aitken played.*", and no prediction is of a task of the splits; /,
  ],
  [
    'a query that two tasks have',
    [SHOP, { ...SHOP, id: 'another' }],
    [{ query: SHOP.query, products: [] }],
    /run\.jsonl:1 names its task by a query that two tasks have; name it by "id"$/,
  ],
  ['a task twice', [FINDER, FINDER], [RIGHT[0]], /test\.jsonl:2 is the task of .*test\.jsonl:1 again; give each/],
  [
    'a line that is no task',
    [{ user_query: 'x' }],
    [RIGHT[0]],
    /test\.jsonl:1 is no ShoppingBench task \("query": .*\); give the tasks first/,
  ],
  [
    'a task that lacks its voucher',
    [{ ...FINDER, intent: 'coupon_budget' }],
    [RIGHT[0]],
    /test\.jsonl:1: is a coupon_budget task without "voucher"$/,
  ],
])('%s is refused with its file and line', async (_, tasks, predictions, sentence) => {
  const message = await refusal(tasks, predictions);
  expect(message).toMatch(sentence);
  expect(message).not.toContain('\n');
});

test('files that are missing, folders, and unknown rules are refused with what to do', async () => {
  const [tasks = '', predictions = ''] = files([FINDER], [RIGHT[0]]);
  await expect(printed([tasks])).rejects.toThrow(
    'score reads the tasks of splits files and, last, a file of predictions',
  );
  await expect(printed([`${tasks}x.jsonl`, predictions])).rejects.toThrow(
    /is missing, expected a file of ShoppingBench/,
  );
  await expect(printed([dirname(tasks), predictions])).rejects.toThrow(/is a folder, expected a file of ShoppingBench/);
  await expect(printed([tasks, predictions], { rules: 'mine' })).rejects.toThrow(
    '--rules is "mine", expected paper or published',
  );
  await expect(printed([tasks, predictions], { catalog: 'nowhere.db' })).rejects.toThrow('nowhere.db is missing');
});
