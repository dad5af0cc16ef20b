import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ingestCatalog } from '../../../catalog/ingest/ingest.ts';
import { notesOn } from '../../../catalog/reading-report.ts';
import { type Catalog, openCatalog } from '../../../catalog/store/catalog.ts';
import { MOST_REVIEWS } from '../../../catalog/store/review-writer.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { amazonReview, amazonRow, folderWith, lines, temporaryFolder } from '../../fixtures/raw-files.ts';

async function ingest(files: Readonly<Record<string, string | Buffer>>) {
  const folder = folderWith(files);
  const database = join(temporaryFolder(), 'catalog.db');
  const report = await ingestCatalog({ inputs: [folder], database });
  return { report, catalog: openCatalog(database), folder, database };
}

const contentOf = (catalog: Catalog) =>
  [...catalog.products()].map(({ row, product }) => [product, catalog.reviewsOf(row), catalog.reviewCount(row)]);

test('every raw row is kept, merged or quarantined, file by file, whatever the rows are', async () => {
  const row = fc.oneof(
    fc.integer({ min: 0, max: 4 }).map((id) => JSON.stringify(amazonRow(`B${id}`))),
    fc.integer({ min: 0, max: 4 }).map((id) => JSON.stringify(amazonRow(`B${id}`, { price: null, title: '' }))),
    fc.constantFrom('{"broken', '[]', 'null', '3', '{}', '"x"'),
  );
  const review = fc.integer({ min: 0, max: 6 }).map((id) => JSON.stringify(amazonReview(`B${id}`)));
  const sound = [JSON.stringify(amazonRow('B0')), JSON.stringify(amazonRow('B1')), JSON.stringify(amazonRow('B2'))];
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 3 }),
      fc.array(review, { minLength: 1, maxLength: 12 }),
      async (rows, reviews) => {
        const { report, catalog } = await ingest({
          'meta.jsonl': lines(...sound, ...rows),
          'reviews.jsonl.gz': lines(...reviews),
        });
        const [meta, opinions] = report.files;
        expect(meta).toMatchObject({ read: sound.length + rows.length, kept: report.products });
        expect(opinions).toMatchObject({ read: reviews.length, kept: report.reviews });
        for (const { read, kept, merged, quarantined } of [...report.files, report.counts])
          expect(kept + merged + quarantined).toBe(read);
        expect([...catalog.quarantined()].length).toBe(report.counts.quarantined);
        expect(catalog.ingestCounts).toEqual(report.counts);
        catalog.close();
      },
    ),
    { numRuns: propertyRuns(15) },
  );
});

test('a malformed row is set aside with its line and reason, escaped, and the run goes on', async () => {
  const { catalog } = await ingest({
    'meta.jsonl': lines(
      amazonRow('B1'),
      '{"title": "\u001b[31m',
      amazonRow('B2', { title: '' }),
      '[1]',
      amazonRow('B3'),
    ),
  });
  expect(catalog.size).toBe(2);
  expect([...catalog.quarantined()]).toMatchObject([
    { file: 'meta.jsonl', line: 2, kind: 'product', reason: expect.stringContaining('is not JSON') },
    { line: 3, reason: '"title" is "", expected the product\'s name' },
    { line: 4, reason: 'is an array, expected an object' },
  ]);
  for (const { reason, excerpt } of catalog.quarantined())
    expect(reason + excerpt).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
});

test('a zipped file that ends early is read to its end, and one row says so', async () => {
  const zipped = gzipSync(
    lines(...Array.from({ length: 3000 }, (_, id) => amazonRow(`B${id}`, { store: `Store ${(id * 7919) % 3001}` }))),
  );
  const { report, catalog } = await ingest({ 'meta.jsonl.gz': zipped.subarray(0, Math.floor(zipped.length * 0.7)) });
  expect(report.counts.quarantined).toBe(1);
  expect(report.counts.kept).toBeGreaterThan(1000);
  expect([...catalog.quarantined()][0]).toMatchObject({
    line: report.counts.kept + 1,
    reason: expect.stringMatching(/gzip data breaks off .* at compressed byte \d+; everything before line/),
  });
});

test('the first row of a product is kept, a later one fills its gaps, and a disagreement is counted', async () => {
  const { report, catalog } = await ingest({
    'a.jsonl': lines(amazonRow('B1', { price: null }), amazonRow('B1', { price: 5, title: 'Other' })),
  });
  expect(report).toMatchObject({ products: 1, mergeConflicts: 1, counts: { read: 2, kept: 1, merged: 1 } });
  expect(catalog.productByRow(0)).toMatchObject({ title: 'Tent B1', priceMinor: 500, currency: 'USD' });
  expect(catalog.priceMinor(0)).toBe(500);
});

test('many rows that repeat an id and say something else are told of, a few are not', async () => {
  const rows = (repeated: number) => [
    ...Array.from({ length: 40 }, (_, place) => amazonRow(`B${place}`)),
    ...Array.from({ length: repeated }, (_, place) => amazonRow(`B${place}`, { title: 'Other' })),
  ];
  expect((await ingest({ 'a.jsonl': lines(...rows(3)) })).report.notes).toEqual([
    expect.stringMatching(/^3 rows repeat the id of a product and state .* name another column as product\.id/),
  ]);
  expect((await ingest({ 'a.jsonl': lines(...rows(2)) })).report.notes).toEqual([]);
});

test('SKU rows of one product are one product with all their options, found by each of them', async () => {
  const header = 'title,final_price,currency,mpn,sku,breadcrumb,product_specifications,product_variation\n';
  const sku = (id: string, color: string) =>
    `Koper,100,IDR,7,${id},"[""Tas""]",[],"[{""name"":""Warna"",""value"":""${color}""}]"\n`;
  const { report, catalog } = await ingest({ 'a.csv': header + sku('s1', 'Merah') + sku('s2', 'Hitam') });
  expect(report.counts).toEqual({ read: 2, kept: 1, merged: 1, quarantined: 0 });
  expect(catalog.productByRow(0).skuOptions).toHaveLength(2);
  expect([...catalog.valueRows('Color', 'hitam')]).toEqual([0]);
  expect([...catalog.valueRows('Color', 'merah')]).toEqual([0]);
});

const reviewsOf = (productId: string, count: number) =>
  Array.from({ length: count }, (_, place) =>
    amazonReview(productId, { text: `Opinion ${place}`, helpful_vote: place }),
  );

test('of many reviews the same twenty are kept in any order and in any files, and all distinct ones are counted', async () => {
  const reviews = reviewsOf('B1', 70);
  const meta = lines(amazonRow('B1'), amazonRow('B2'));
  const forwards = await ingest({ 'meta.jsonl': meta, 'r.jsonl': lines(...reviews, ...reviews.slice(0, 30)) });
  const backwards = await ingest({
    'a-first.jsonl': lines(...reviews.slice(40).reverse()),
    'meta.jsonl': meta,
    'z.jsonl': lines(...reviews.slice(0, 50).reverse()),
  });
  for (const { catalog, report } of [forwards, backwards]) {
    expect(catalog.reviewsOf(0)).toHaveLength(MOST_REVIEWS);
    expect(catalog.reviewCount(0)).toBe(70);
    expect(catalog.reviewCount(1)).toBe(0);
    expect(report.reviews).toBe(MOST_REVIEWS);
  }
  expect(contentOf(backwards.catalog)).toEqual(contentOf(forwards.catalog));
  const kept = forwards.catalog.reviewsOf(0).map(({ id }) => id);
  expect(kept).toEqual([...kept].sort());
});

test('the same review twice is one review, with the larger vote count', async () => {
  const { catalog, report } = await ingest({
    'meta.jsonl': lines(amazonRow('B1')),
    'r.jsonl': lines(
      amazonReview('B1', { helpful_vote: 2 }),
      amazonReview('B1', { helpful_vote: 9 }),
      amazonReview('B1', { helpful_vote: 4 }),
    ),
  });
  expect(catalog.reviewsOf(0)).toMatchObject([{ productId: 'B1', helpfulVotes: 9, verified: true }]);
  expect(catalog.reviewCount(0)).toBe(1);
  expect(report.files[1]).toMatchObject({ read: 3, kept: 1, merged: 2 });
});

test('a review of a product that is not there is set aside, though its file comes first', async () => {
  const { catalog } = await ingest({
    'a.jsonl': lines(amazonReview('B1'), amazonReview('B9')),
    'b.jsonl': lines(amazonRow('B1')),
  });
  expect(catalog.reviewsOf(0)).toHaveLength(1);
  expect([...catalog.quarantined()]).toMatchObject([
    { kind: 'review', line: 2, reason: 'reviews product "B9", which is not in the catalog' },
  ]);
});

test('the same files give the same digest in any folder and any order; other content gives another', async () => {
  const a = lines(amazonRow('B1'), amazonRow('B2'));
  const b = lines(amazonRow('B3'), amazonRow('B1', { features: ['Light'] }));
  const first = await ingest({ 'a.jsonl': a, 'b.jsonl': b });
  const folder = folderWith({ 'b.jsonl': b, 'a.jsonl': a });
  const database = join(temporaryFolder(), 'other.db');
  const second = await ingestCatalog({ inputs: [join(folder, 'b.jsonl'), join(folder, 'a.jsonl')], database });
  expect(second.digest).toBe(first.report.digest);
  const third = await ingest({ 'a.jsonl': a, 'b.jsonl': b.replace('Light', 'Heavy') });
  expect(third.report.digest).not.toBe(first.report.digest);
});

test('a review changes the digest', async () => {
  const digests = new Set<string>();
  for (const review of [{}, { helpful_vote: 7 }, { text: 'Bad.' }]) {
    digests.add(
      (await ingest({ 'a.jsonl': lines(amazonRow('B1')), 'r.jsonl': lines(amazonReview('B1', review)) })).report.digest,
    );
  }
  expect(digests.size).toBe(3);
});

test('a run that cannot start leaves nothing behind, and a catalog that was there stays', async () => {
  const { database, catalog } = await ingest({ 'a.jsonl': lines(amazonRow('B1')) });
  catalog.close();
  const bad = folderWith({ 'a.jsonl': lines({ odd: 1 }) });
  await expect(ingestCatalog({ inputs: [bad], database })).rejects.toMatchObject({ name: 'ConfigError' });
  expect(openCatalog(database).size).toBe(1);
  const fresh = temporaryFolder();
  await expect(ingestCatalog({ inputs: [bad], database: join(fresh, 'c.db') })).rejects.toThrow();
  expect(readdirSync(fresh)).toEqual([]);
});

test('no half-built catalog is left under the final name', async () => {
  const folder = folderWith({ 'a.jsonl': lines(amazonRow('B1')) });
  const database = join(temporaryFolder(), 'c.db');
  const crash = ingestCatalog({
    inputs: [folder],
    database,
    onProgress: () => {
      throw new Error('pulled the plug');
    },
  });
  await expect(crash).rejects.toThrow('pulled the plug');
  expect(existsSync(database)).toBe(false);
  expect(readdirSync(dirname(database))).toEqual([]);
});

test.each([
  ['b.jsonl', 0],
  ['b.jsonl', 1],
  ['b.jsonl', undefined],
  ['b.json', 0],
  ['b.json', 1],
])('a file that is gone before it is read is told in a sentence: %s with %s threads', async (gone, threads) => {
  const row = amazonRow('B2');
  const folder = folderWith({ 'a.jsonl': lines(amazonRow('B1')), [gone]: lines(gone.endsWith('l') ? row : [row]) });
  const database = join(temporaryFolder(), 'c.db');
  const onProgress = () => rmSync(join(folder, gone), { force: true });
  const options = { inputs: [folder], database, onProgress, ...(threads === undefined ? {} : { threads }) };
  await expect(ingestCatalog(options)).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringContaining(`${gone} cannot be read (ENOENT`),
  });
  expect(readdirSync(dirname(database))).toEqual([]);
});

test('products given as reviews, and reviews without products, are refused', async () => {
  const folder = folderWith({ 'meta.jsonl': lines(amazonRow('B1')), 'r.jsonl': lines(amazonReview('B1')) });
  const database = join(temporaryFolder(), 'c.db');
  const [meta, reviews] = [join(folder, 'meta.jsonl'), join(folder, 'r.jsonl')];
  await expect(ingestCatalog({ inputs: [reviews], database })).rejects.toThrow(/holds no products/);
  await expect(ingestCatalog({ inputs: [meta], reviews: [meta], database })).rejects.toThrow(
    /holds products .*expected reviews/,
  );
  expect((await ingestCatalog({ inputs: [meta], reviews: [reviews], database })).reviews).toBe(1);
});

test('a catalog without a single product is refused with the first reason', async () => {
  const folder = folderWith({ 'meta.jsonl': lines(amazonRow('B1', { title: '' }), amazonRow('B2', { title: '' })) });
  const crash = ingestCatalog({ inputs: [folder], database: join(temporaryFolder(), 'c.db') });
  await expect(crash).rejects.toThrow(
    'no row became a product: meta.jsonl:1 "title" is "", expected the product\'s name',
  );
});

test('a mapping reads products and reviews of one catalog', async () => {
  const folder = folderWith({
    'p.csv': 'sku,name\n1,Zelt\n2,Sack\n',
    'r.csv': 'sku,stars,body\n1,4,Gut\n',
    'map.yaml': 'product: { id: sku, title: name }\nreview: { product_id: sku, rating: stars, text: body }\n',
  });
  const database = join(temporaryFolder(), 'c.db');
  const report = await ingestCatalog({ inputs: [folder], format: `mapping:${join(folder, 'map.yaml')}`, database });
  expect(report).toMatchObject({ products: 2, reviews: 1 });
});

const NOTED =
  'product: {id: sku, title: name, price: price, currency: EUR}\nreview: {product_id: of, rating: stars, text: body}\n';

async function ingestMapped(mapping: string, files: Readonly<Record<string, string>>) {
  const folder = folderWith({ ...files, 'map.yaml': mapping });
  const database = join(temporaryFolder(), 'catalog.db');
  return ingestCatalog({ inputs: [folder], database, format: `mapping:${join(folder, 'map.yaml')}` });
}

test.each([
  [
    'a.csv',
    'sku,name,price\n1,Tent,5\n',
    NOTED.replace('price: price', 'price: prix'),
    '"product.price" names the column "prix"',
    'perhaps "price"',
  ],
  [
    'a.jsonl',
    lines({ sku: 1, name: 'Tent', price: 5 }),
    NOTED.replace('price: price', 'price: prix'),
    '"product.price" names the column "prix"',
    'perhaps "price"',
  ],
  [
    'a.csv',
    'sku,name\n1,Tent\n',
    'product: {id: sku, title: name, details: {columns: {colour: Color}}}',
    '"product.details.columns" names the column "colour"',
    'one of "sku", "name"',
  ],
  [
    'a.csv',
    'sku,name\n1,Tent\n',
    'product: {id: sku, title: name, details: {prefix: attr_}}',
    '"product.details.prefix" names columns that start with "attr_"',
    'one of',
  ],
  [
    'a.csv',
    'sku,name\n1,Tent\n',
    'product: {id: sku, title: name, features: {column: bulets, separator: ;}}',
    '"product.features" names the column "bulets"',
    'one of',
  ],
])(
  'a column that a mapping names and no row of %s has stops the ingest',
  async (file, content, mapping, named, expected) => {
    const refusal = ingestMapped(mapping, { [file]: content });
    await expect(refusal).rejects.toMatchObject({ name: 'ConfigError' });
    await expect(refusal).rejects.toThrow(named);
    await expect(refusal).rejects.toThrow(expected);
    await expect(refusal).rejects.toThrow(file);
  },
);

test('a column that a mapping names by a path is looked for, and suggested, by its path', async () => {
  const row = { sku: 1, info: { name: 'Tent', maker: 'Ridge' } };
  const refusal = ingestMapped('product: {id: sku, title: info.name, brand: info.makr}', { 'a.jsonl': lines(row) });
  await expect(refusal).rejects.toThrow(
    /"info\.makr", which no row of \S*a\.jsonl has, expected perhaps "info\.maker"/,
  );
});

test.each(['info.deep.makr', 'toString'])('the path %s, which no row has, stops the ingest', async (column) => {
  const row = { sku: 1, name: 'Tent', info: { deep: { maker: 'Ridge' } } };
  const refusal = ingestMapped(`product: {id: sku, title: name, brand: ${column}}`, { 'a.jsonl': lines(row) });
  await expect(refusal).rejects.toThrow(/"info\.deep\.maker"/);
});

test('a column of reviews that no row has stops the ingest before the products are read', async () => {
  const files = { 'a.csv': 'sku,name,price\n1,Tent,5\n', 'r.csv': 'of,stars,body\n1,5,Good\n' };
  await expect(ingestMapped(NOTED.replace('text: body', 'text: body, time: when'), files)).rejects.toThrow(
    /map\.yaml:2: "review\.time" names the column "when", which no row of \S*r\.csv has/,
  );
});

test('a column that only some files or a late row have is no mistake', async () => {
  const late = [
    ...Array.from({ length: 40 }, (_, id) => ({ sku: id, name: 'Tent' })),
    { sku: 40, name: 'Tent', price: 5 },
  ];
  expect(await ingestMapped(NOTED, { 'a.jsonl': lines(...late) })).toMatchObject({ products: 41, notes: [] });
  const files = { 'a.csv': 'sku,name\n1,Tent\n', 'b.csv': 'sku,name,price\n2,Tent,5\n' };
  expect(await ingestMapped(NOTED, files)).toMatchObject({ products: 2, notes: [] });
});

test('reviews of which none is of a product in the catalog are noted, and the note stays with the catalog', async () => {
  const { report, catalog } = await ingest({
    'meta.jsonl': lines(amazonRow('B1')),
    'r.jsonl': lines(amazonReview('X1'), amazonReview('X2')),
    's.jsonl': lines(amazonReview('B1'), amazonReview('X2')),
  });
  expect(report.notes).toEqual([
    'r.jsonl: none of its 2 rows was taken; the first reviews product "X1", which is not in the catalog',
  ]);
  expect(catalog.notes).toEqual(report.notes);
});

test.each([
  [
    'meta.jsonl.gz',
    lines(...Array.from({ length: 3000 }, (_, id) => amazonRow(`B${id}`, { store: `S${(id * 7919) % 3001}` }))),
  ],
  [
    'meta.json.gz',
    JSON.stringify(Array.from({ length: 3000 }, (_, id) => amazonRow(`B${id}`, { store: `S${(id * 7919) % 3001}` }))),
  ],
])('%s that breaks off is noted', async (name, content) => {
  const zipped = gzipSync(content);
  const { report } = await ingest({ [name]: zipped.subarray(0, Math.floor(zipped.length * 0.7)) });
  expect(report.notes).toEqual([
    expect.stringMatching(/^meta\.json.*: gzip data breaks off .*; the rest of the file is not in the catalog$/),
  ]);
});

test('columns that no line of a mapping names are noted, file by file, and the note stays with the catalog', async () => {
  const files = {
    'a.csv': 'sku,name,price,EAN,"info.care",Lieferzeit\n1,Tent,5,4001,Wash,3\n',
    'b.jsonl': lines({ sku: 2, name: 'Tent', price: 5, about: { weight: 3 } }),
    'c.csv': 'sku,name,price\n3,Tent,5\n',
    'd.jsonl': lines({ sku: 4, name: 'Tent', price: 5, about: { weight: 3, size: { cm: 5 } }, active: true }),
  };
  const mapping = `${NOTED}`.replace('price: price', 'price: price, details: {columns: {about.weight: Weight}}');
  const { notes } = await ingestMapped(mapping, files);
  // Who builds from it again has read them.
  expect(notesOn({ notes: [...notes, 'a.csv: gzip data breaks off'] }, false)).toEqual(['a.csv: gzip data breaks off']);
  expect(notesOn({ notes }, true)).toEqual(notes);
  expect(notes).toEqual([
    'a.csv: 3 columns are left out by the mapping: "EAN", "info.care", "Lieferzeit"; what says something of a product belongs under product.details.columns',
    'd.jsonl: 2 columns are left out by the mapping: "about.size.cm", "active"; what says something of a product belongs under product.details.columns',
  ]);
});

test('a CSV whose quote never closes is noted', async () => {
  const { notes } = await ingestMapped(NOTED, { 'a.csv': 'sku,name,price\n1,Tent,5\n2,"Tent,5\n3,Tent,5\n' });
  expect(notes).toEqual([expect.stringMatching(/^a\.csv: opens a quote that never closes; .*not in the catalog$/)]);
});

test.each([';', '\t', '|'])('a CSV cut at %j gives the products that it gives cut at commas', async (delimiter) => {
  const table = (cut: string) =>
    [
      ['sku', 'name', 'price'],
      ['1', '"Tent, ""big"""', '"19,99"'],
      ['2', 'Lamp', '5'],
    ]
      .map((row) => `${row.join(cut)}\n`)
      .join('');
  const digests = await Promise.all(
    [',', delimiter].map(async (cut) => (await ingestMapped(NOTED, { 'a.csv': table(cut) })).digest),
  );
  expect(digests[1]).toBe(digests[0]);
});

const METAFIELD = JSON.stringify({ value: '4.3', scale_min: '1.0', scale_max: '10.0' }).replaceAll('"', '""');
const TAGS = '[{""name"":""Out""}]';
const UNREAD = `sku,name,maker,path,stars,tags
1,Tent,Ridge,Out > Tents,"${METAFIELD}","${TAGS}"
2,Mug,Kiln,Home > Mugs,"${METAFIELD}","${TAGS}"
`;
const WHOLE = 'product:\n  id: sku\n  title: name\n  currency: USD\n';

test.each([
  [
    'price: maker',
    /map\.yaml:5: "product\.price" names .* "maker", of whose 2 values none could be read, the first is "Ridge" \(a\.csv:2\), expected a single amount; correct that line or leave it out/,
  ],
  [
    'rating: stars',
    /map\.yaml:5: "product\.rating" .* the first is "\{"value":"4\.3","scale_min".*\(a\.csv:2\), expected a number from 1 to 5/,
  ],
  [
    'category: tags',
    /map\.yaml:5: "product\.category" .*\[\{"name":"Out"\}\] \(a\.csv:2\), expected a list of levels, or one/,
  ],
  ['features: tags', /map\.yaml:5: "product\.features" .* expected a text or a list of texts/],
  ['rating_count: maker', /map\.yaml:5: "product\.rating_count" .*"Ridge".* expected a count/],
  [
    'category: {column: path, separator: " / "}',
    /map\.yaml:5: "product\.category" .*"Out > Tents".* expected a list of levels, or levels parted by " \/ "/,
  ],
  [
    'category: path',
    /map\.yaml:5: "product\.category" .*"Out > Tents".* expected a list of levels, or one, for no separator is named/,
  ],
  [
    'details: {columns: {stars: Grade, maker: Brand}, object: maker}',
    /map\.yaml:5: "product\.details\.object" .*"Ridge".* expected an object of details/,
  ],
])('a whole column that cannot be read stops the ingest at its line of the mapping: %s', async (line, sentence) => {
  const refusal = ingestMapped(`${WHOLE}  ${line}\n`, { 'a.csv': UNREAD });
  await expect(refusal).rejects.toMatchObject({ name: 'ConfigError' });
  await expect(refusal).rejects.toThrow(sentence);
});

test('a detail of which no value can be read stops the ingest at its own line', async () => {
  const mapping = `${WHOLE}  details:\n    columns:\n      maker: Brand\n      path: Care\n`;
  const files = { 'a.csv': UNREAD.replaceAll(/(Out|Home) > \w+/g, 'word '.repeat(60)) };
  await expect(ingestMapped(mapping, files)).rejects.toThrow(
    /map\.yaml:8: "product\.details\.columns" names the column "path", of whose 2 values none could be read, /,
  );
});

test('all columns that cannot be read are told at once', async () => {
  await expect(ingestMapped(`${WHOLE}  price: maker\n  rating: name\n`, { 'a.csv': UNREAD })).rejects.toThrow(
    /map\.yaml:5: .*; \S*map\.yaml:6: .*; correct these lines or leave them out/,
  );
});

test.each([
  ['some values', UNREAD.replace('Kiln', '12.50')],
  ['nothing but dashes', UNREAD.replace('Ridge', '—').replace('Kiln', '0')],
])('a column of which %s can be read stops nothing', async (_, content) => {
  expect((await ingestMapped(`${WHOLE}  price: maker\n`, { 'a.csv': content })).products).toBe(2);
});

test('reviews whose rating nobody can read stop the ingest, and do not only go into quarantine', async () => {
  const files = { 'a.csv': UNREAD, 'r.csv': 'of,grade,body\n1,good,Fine\n2,bad,Poor\n' };
  const mapping = 'product: {id: sku, title: name}\nreview:\n  product_id: of\n  text: body\n  rating: grade\n';
  await expect(ingestMapped(mapping, files)).rejects.toThrow(
    /map\.yaml:5: "review\.rating" .*"good" \(r\.csv:2\), expected a number from 1 to 5/,
  );
});
