import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { prepareCatalog } from '../../../catalog/ingest/prepare.ts';
import { ingestAny } from '../../../catalog/ingest/with-proposed-mapping.ts';
import { amazonReview, amazonRow, folderWith, lines } from '../../fixtures/raw-files.ts';

const MADE = join(import.meta.dirname, '../../fixtures/exports');
const shopify = readFileSync(join(MADE, 'shopify.csv'), 'utf8');
const woocommerce = readFileSync(join(MADE, 'woocommerce.csv'), 'utf8');
const feed = readFileSync(join(MADE, 'google-merchant.tsv'), 'utf8');

function setUp(files: Readonly<Record<string, string>>) {
  const folder = folderWith(files);
  const mapping = join(folder, 'out/shop.mapping.yaml');
  const said: string[] = [];
  const inputs = Object.keys(files).map((name) => join(folder, name));
  const options = {
    inputs,
    database: join(folder, 'out/shop.db'),
    mapping,
    say: (sentence: string) => said.push(sentence),
  };
  return { options, mapping, said };
}

/** A table with the cells of some rows changed, and its header. */
function spoiled(text: string, change: (cell: string, column: string, line: number) => string): string {
  const delimiter = text.includes('\t') ? '\t' : ',';
  const [header = [], ...rows] = parse(text, { bom: true, delimiter }) as string[][];
  const lines = [
    header.map((name) => change(name, name, 0)),
    ...rows.map((row, at) => row.map((cell, place) => change(cell, header[place] as string, at + 1))),
  ];
  return lines.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)).join('\n');
}

const withoutTitles = spoiled(shopify, (cell, column, line) => (column === 'Title' && line > 0 ? '' : cell));
const twoNames = spoiled(feed, (cell, column, line) =>
  column === 'description' ? (line === 0 ? 'name' : (cell.split('.')[0] as string)) : cell,
);

test.each([
  [
    'titles that were lost',
    { 'shop.csv': withoutTitles },
    /shop\.mapping\.yaml:(\d+): "product\.title" is not settled: .*; write .* there/,
    'title',
  ],
  [
    'two names that differ',
    { 'shop.tsv': twoNames },
    /shop\.mapping\.yaml:(\d+): "product\.title" is not settled: "title" and "name" both hold names of products, and differ; write "title" or "name" there, and run this again$/,
    'title',
  ],
])(
  'an export spoiled by %s stops with the line to fill in, and says so until it is',
  async (_, files, message, key) => {
    const { options, mapping } = setUp(files as unknown as Readonly<Record<string, string>>);
    const refusal = await ingestAny(options).catch((error: Error) => error);
    expect(refusal).toMatchObject({ name: 'ConfigError', message: expect.stringMatching(message) });
    const [, line] = message.exec((refusal as Error).message) ?? [];
    expect(readFileSync(mapping, 'utf8').split('\n')[Number(line) - 1]).toMatch(new RegExp(`^  ${key}: *# FILL IN`));
    expect(existsSync(options.database)).toBe(false);
    await expect(ingestAny(options)).rejects.toThrow(new RegExp(`yaml:${line}: "product\\.${key}" is missing`));
  },
);

test('a line that is filled in is followed when the same is run again', async () => {
  const { options, mapping, said } = setUp({
    'shop.tsv': twoNames,
  });
  await expect(ingestAny(options)).rejects.toThrow(/not settled/);
  writeFileSync(mapping, readFileSync(mapping, 'utf8').replace(/^ {2}title:.*$/m, '  title: title'));
  expect(await ingestAny(options)).toMatchObject({ products: 10 });
  expect(said.at(-1)).toMatch(
    /shop\.mapping\.yaml is there and is followed as it is; remove it to have another proposed/,
  );
});

test('a file of a known format beside one of none is refused as before', async () => {
  const { options, mapping } = setUp({ 'a.jsonl': lines(amazonRow('B1')), 'b.csv': shopify });
  await expect(ingestAny(options)).rejects.toThrow(/b\.csv has rows with the keys/);
  expect(existsSync(mapping)).toBe(false);
});

test('a catalog that is kept has its proposed mapping beside it, and neither is made twice', async () => {
  const folder = folderWith({ 'raw/shop.csv': shopify });
  const said: string[] = [];
  const options = {
    inputs: [join(folder, 'raw')],
    cacheFolder: join(folder, 'kept'),
    say: (sentence: string) => said.push(sentence),
  };
  const first = await prepareCatalog(options);
  expect(first.report).toMatchObject({ products: 12 });
  expect(said[0]).toContain('no format is known that shop.csv (29 rows looked at) has');
  const again = await prepareCatalog(options);
  expect(again).toEqual({ path: first.path, report: null });
  const names = readdirSync(options.cacheFolder).sort();
  expect(names.map((name) => name.replace(/^[0-9a-f]{16}/, ''))).toEqual(
    expect.arrayContaining(['.db', '.mapping.yaml']),
  );
  // What people correct there is followed.
  const path = join(options.cacheFolder, names.find((name) => name.endsWith('.mapping.yaml')) as string);
  writeFileSync(path, readFileSync(path, 'utf8').replace('currency: USD', 'currency: EUR'));
  const corrected = await prepareCatalog(options);
  expect(corrected.path).not.toBe(first.path);
  expect(corrected.report).toMatchObject({ products: 12 });
});

test('an export whose prices are all on request is read without prices', async () => {
  const onRequest = spoiled(woocommerce, (cell, column, line) =>
    /price$/.test(column) && line > 0 && cell !== '' ? 'on request' : cell,
  );
  const { options } = setUp({ 'shop.csv': onRequest });
  expect(await ingestAny(options)).toMatchObject({ products: 12, files: [{ quarantined: 0 }] });
});

test('a column that another file has is not told to be misspelt', async () => {
  const { options } = setUp({
    'a.csv': 'sku,name,maker\n1,Mug,Acme\n',
    'b.csv': 'sku,nam,price\n2,Cup,5\n',
    'map.yaml': 'product: {id: sku, title: name, brand: maker}\n',
  });
  const [a = '', b = '', map = ''] = options.inputs;
  const refused = ingestAny({ ...options, inputs: [a, b], format: `mapping:${map}` });
  await expect(refused).rejects.toMatchObject({
    message: expect.stringMatching(/"name", which no row of \S*b\.csv has, expected perhaps "nam"/),
    others: [],
  });
});

const bare = (id: string, kind: string) => ({ ...amazonRow(id), title: `Acme ${kind} ${id}`, details: {} });
const manyBare = Array.from({ length: 24 }, (_, at) =>
  bare(`B${at}`, at % 2 === 0 ? 'Waterproof Case' : 'Foldable Case'),
);

test('an export of a known format in which no row states a detail is read for what its texts state', async () => {
  const { options, said } = setUp({ 'meta.jsonl': lines(...manyBare) });
  expect(await ingestAny(options)).toMatchObject({ products: 24 });
  expect(said[0]).toContain('rows of meta.jsonl (24 rows looked at) state no details');
  expect(readFileSync(options.mapping, 'utf8')).toMatch(/stated:\s+Special Feature/);
});

test('an export of a known format is read as it is where a row states a detail, or where its format is named', async () => {
  const { options, said } = setUp({
    'meta.jsonl': lines(...manyBare, amazonRow('C1'))
      .split('\n')
      .reverse()
      .join('\n'),
  });
  expect(await ingestAny(options)).toMatchObject({ products: 25 });
  const { options: named, said: alsoSaid } = setUp({ 'meta.jsonl': lines(...manyBare) });
  expect(await ingestAny({ ...named, format: 'amazon2023' })).toMatchObject({ products: 24 });
  expect([...said, ...alsoSaid]).toEqual([]);
});

test('an export of a known format is read as it is where only a late row states a detail', async () => {
  const { options, said } = setUp({ 'meta.jsonl': lines(...manyBare, amazonRow('C1')) });
  expect(await ingestAny(options)).toMatchObject({ products: 25 });
  expect(said).toEqual([]);
});

test('reviews that have a title and the id of a product stay reviews beside products without details', async () => {
  const { options } = setUp({
    'meta.jsonl': lines(...manyBare),
    'reviews.jsonl': lines(amazonReview('B1'), amazonReview('B2')),
  });
  expect(await ingestAny(options)).toMatchObject({ products: 24, reviews: 2 });
});
