import { join } from 'node:path';
import { expect, test } from 'vitest';
import { detectFile } from '../../../catalog/ingest/detect.ts';
import { Cells, readersOf } from '../../../catalog/readers/index.ts';
import { amazonReview, amazonRow, folderWith, lines } from '../../fixtures/raw-files.ts';

const detect = (name: string, content: string, format?: string) =>
  detectFile({ path: join(folderWith({ [name]: content }), name), name }, readersOf(format));

test.each([
  ['a.jsonl', lines(amazonRow('B1')), 'amazon2023-metadata'],
  ['a.jsonl.gz', lines(amazonReview('B1')), 'amazon2023-reviews'],
  ['a.json', JSON.stringify([{ product_id: 1, title: 'x', attributes: {} }]), 'lazada-documents'],
  ['a.jsonl', lines({ id: 1, contents: '', product: { product_id: 1, title: 'x', shop_id: 2 } }), 'lazada-documents'],
  ['a.jsonl', lines({ id: 'B1', contents: '', product: { asin: 'B1', name: 'x', pricing: [1] } }), 'webshop-documents'],
  ['a.csv', 'title,final_price,mpn,breadcrumb,product_specifications\nx,1,2,[],[]\n', 'lazada-csv'],
])('%s with %s is %s', async (name, content, reader) => {
  expect((await detect(name, content)).reader.name).toBe(reader);
});

test('some broken rows among the first do not hide the format', async () => {
  const content = lines('{"broken', amazonRow('B1'), 'nonsense', { odd: 1 }, amazonRow('B2'));
  expect((await detect('a.jsonl', content)).reader.name).toBe('amazon2023-metadata');
});

test('an unknown format is refused with the keys seen, the formats known and the way out', async () => {
  const refusal = detect('a.jsonl', lines({ user_id: 1, 'hist\u001b[31mory': [] }));
  await expect(refusal).rejects.toMatchObject({ name: 'ConfigError' });
  await expect(refusal).rejects.toThrow(
    /keys "user_id", "hist.*expected Amazon Reviews 2023 metadata .*Lazada CSV .*--format mapping:<file\.yaml>/,
  );
  await expect(refusal).rejects.not.toThrow(/\u001b/);
});

test('a file without any object is refused with what its first row is', async () => {
  await expect(detect('a.jsonl', '1\n2\n')).rejects.toThrow(/no row that is an object \(row 1 is no object\)/);
});

test('a CSV of which no row can be read is refused with why, in words of tables', async () => {
  await expect(detect('a.csv', 'sku,name\n1,"Lamp,12\n2,Rug,13\n')).rejects.toThrow(
    /a\.csv has no row that can be read \(row 2 opens a quote that never closes\); mend that line and run this again/,
  );
});

test('a CSV of nothing but a header is refused as such', async () => {
  await expect(detect('a.csv', 'only,a,header\n')).rejects.toThrow(/a\.csv has a header but no rows; /);
});

test('a CSV whose rows have other cells than its header is refused with the delimiter it was cut at', async () => {
  await expect(detect('a.csv', 'a;b\n1;2;3\n')).rejects.toThrow(
    /\(row 2 has 3 cells, expected 2 as in the header, cut at ";"; a text that has/,
  );
});

test('a CSV whose rows are cut otherwise than its header is refused with both delimiters', async () => {
  await expect(detect('a.csv', 'a;b;c\n1,2,3\n4,5,6\n')).rejects.toThrow(
    /\(row 2 has 1 cell, expected 3 as in the header, cut at ";"; cut at "," it has 3: cut both alike\)/,
  );
});

test.each([
  [
    'product: {id: sku, title: name}',
    'correct id and title under "product", or for reviews add a section "review" with product_id, rating and text',
  ],
  [
    'review: {product_id: sku, rating: stars, text: body}',
    'correct product_id, rating and text under "review", or for products add a section "product" with id and title',
  ],
  [
    'product: {id: sku, title: name}\nreview: {product_id: sku, rating: stars, text: body}',
    'correct id and title under "product" or product_id, rating and text under "review"',
  ],
])('rows that do not fit the mapping %j are refused with what to change in it', async (mapping, advice) => {
  const path = join(folderWith({ 'map.yaml': mapping }), 'map.yaml');
  const refusal = detect('r.csv', 'asin,score\n1,5\n', `mapping:${path}`);
  await expect(refusal).rejects.toThrow(`; in the mapping ${advice}`);
  await expect(refusal).rejects.not.toThrow(/--format/);
});

test.each([
  [
    'product:\n  id: sku\n  title: Titel\n',
    'sku,Title,price\n1,Tent,5\n',
    /map\.yaml:3: "product\.title" names the column "Titel", which no row of \S*r\.csv has, expected perhaps "Title"; correct its name$/,
  ],
  [
    'product:\n  id: skew\n  title: name\n',
    'sku,name\n1,Tent\n',
    /map\.yaml:2: "product\.id" names the column "skew", .*expected perhaps "sku"/,
  ],
  [
    'product: {id: sku, title: name}\nreview: {product_id: sku, rating: stars, text: boddy}\n',
    'sku,stars,body\n1,5,Good\n',
    /map\.yaml:2: "review\.text" names the column "boddy", .*perhaps "body"/,
  ],
  [
    'product: {id: sku, title: name}\n',
    'sku,stars,body\n1,5,Good\n',
    /"product\.title" .* expected one of "sku", "stars", "body"; correct its name, or for reviews add a section "review"/,
  ],
])(
  'of a mapping with one misspelt column that one is named, with the nearest there is: %j',
  async (mapping, content, sentence) => {
    const path = join(folderWith({ 'map.yaml': mapping }), 'map.yaml');
    await expect(detect('r.csv', content, `mapping:${path}`)).rejects.toThrow(sentence);
  },
);

test('all the columns that a mapping misspells are named at once', async () => {
  const mapping = 'product:\n  id: sku\n  title: nam\n  brand: makr\n  details: { columns: { colr: Color } }\n';
  const path = join(folderWith({ 'map.yaml': mapping }), 'map.yaml');
  const refused = detect('r.csv', 'sku,name,maker,color\n1,Mug,Acme,Red\n', `mapping:${path}`);
  await expect(refused).rejects.toThrow(/map\.yaml:3: .*perhaps "name"/);
  await expect(refused).rejects.toMatchObject({
    others: [
      expect.stringMatching(/map\.yaml:4: .*perhaps "maker"/),
      expect.stringMatching(/map\.yaml:5: .*perhaps "color"/),
    ],
  });
});

const NODES = [1, 2].map((id) => ({ node: { id, title: `Tent ${id}` } }));
test.each([
  ['r.json', JSON.stringify(NODES)],
  ['r.json', JSON.stringify({ data: { products: { edges: NODES } } })],
  ['r.jsonl', lines(...NODES)],
])('a mapping may name what stands in nodes with the nodes and without: %s with %s', async (name, content) => {
  for (const before of ['', 'node.']) {
    const path = join(folderWith({ 'map.yaml': `product: {id: ${before}id, title: ${before}title}\n` }), 'map.yaml');
    const { reader, firstRows } = await detect(name, content, `mapping:${path}`);
    const [row] = firstRows;
    const reading = reader.read(row as (typeof firstRows)[number], { file: name, line: 1 }, new Cells());
    expect(reading).toMatchObject({ product: { id: '1', title: 'Tent 1' } });
  }
});

test('a format that was asked for must fit the file', async () => {
  await expect(detect('a.jsonl', lines(amazonRow('B1')), 'lazada')).rejects.toThrow(/expected Lazada documents/);
  expect((await detect('a.jsonl', lines(amazonRow('B1')), 'amazon2023')).reader.name).toBe('amazon2023-metadata');
});

test('a format nobody knows is refused with those that are', () => {
  expect(() => readersOf('ebay')).toThrow(
    '--format is "ebay", expected one of amazon2023, lazada, webshop or mapping:<file.yaml>',
  );
});
