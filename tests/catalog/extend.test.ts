import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type IngestReport, ingestCatalog } from '../../catalog/ingest/ingest.ts';
import { openCatalog } from '../../catalog/store/catalog.ts';
import { MOST_REVIEWS } from '../../catalog/store/review-writer.ts';
import { propertyRuns } from '../fixtures/property-runs.ts';
import { amazonReview, amazonRow, folderWith, lines, temporaryFolder } from '../fixtures/raw-files.ts';

type Files = Readonly<Record<string, string>>;

/** What a catalog says, by all ways to ask it. */
function contentOf(path: string) {
  const catalog = openCatalog(path);
  const content = {
    ...{ digest: catalog.digest, inputs: catalog.inputsDigest, notes: catalog.notes, counts: catalog.ingestCounts },
    files: catalog.files,
    quarantined: [...catalog.quarantined()],
    shelves: catalog.shelves(),
    columns: catalog.numericColumns(),
    products: [...catalog.products()].map(({ row, product }) => ({
      ...{ row, product, reviews: catalog.reviewsOf(row), count: catalog.reviewCount(row) },
      title: [...catalog.titleRows(product.title)],
    })),
    values: catalog
      .fieldNames()
      .map((field) => [
        field,
        catalog.valuesOf(field).map((value) => ({ ...value, rows: [...catalog.valueRows(field, value.norm)] })),
      ]),
  };
  catalog.close();
  return content;
}

/** Builds a catalog from files one lot after the other, each from the catalog before. */
async function builtFrom(lots: readonly Files[], format?: string): Promise<{ path: string; reports: IngestReport[] }> {
  const folder = temporaryFolder();
  const raw = join(folder, 'raw');
  mkdirSync(raw);
  const path = join(folder, 'catalog.db');
  const reports: IngestReport[] = [];
  for (const lot of lots) {
    for (const [name, content] of Object.entries(lot)) writeFileSync(join(raw, name), content);
    reports.push(await ingestCatalog({ inputs: [raw], database: path, startingPoints: [path], format }));
  }
  expect(readdirSync(folder).sort()).toEqual(['catalog.db', 'raw']);
  return { path, reports };
}

const howRead = async (...lots: readonly Files[]) => (await builtFrom(lots)).reports.at(-1)?.howRead;

const a = lines(amazonRow('B1'), amazonRow('B2'));
const reviews = lines(amazonReview('B1'), amazonReview('B2', { text: 'Dry.' }));

test('a catalog that is extended, in however many steps, is the catalog read at once', async () => {
  const id = fc.integer({ min: 0, max: 7 }).map((number) => `B${number}`);
  const row = fc
    .record({
      id,
      title: fc.constantFrom('Tent', 'Blue Tent', 'Tent for two'),
      features: fc.constantFrom([], ['Light']),
      price: fc.constantFrom(null, 19.99, 25),
      main_category: fc.constantFrom('Tents', 'Bags'),
      details: fc.dictionary(fc.constantFrom('Color', 'Colour', 'Size', 'Brand'), fc.constantFrom('Red', 'red', 'L'), {
        noNullPrototype: true,
      }),
    })
    .map(({ id: product, ...changes }) => JSON.stringify(amazonRow(product, changes)));
  const meta = fc
    .array(fc.oneof({ weight: 9, arbitrary: row }, fc.constantFrom('{"broken', '[]')), { maxLength: 5 })
    .map((rows) => lines(amazonRow('B0'), ...rows));
  const review = fc
    .tuple(id, fc.nat(4), fc.nat(3))
    .map(([product, text, helpful_vote]) => JSON.stringify(amazonReview(product, { text: `T${text}`, helpful_vote })));
  const opinions = fc
    .array(fc.oneof({ weight: 9, arbitrary: review }, fc.constantFrom('{"broken', '{}')), { maxLength: 12 })
    .map((rows) => lines(amazonReview('B0', { text: 'Dry.' }), ...rows));
  const step = fc.nat(2);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(meta, step), { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(opinions, step), { maxLength: 3 }),
      fc.boolean(),
      async (products, all, inOrder) => {
        const lots: Record<string, string>[] = [{}, {}, {}];
        const steps = products.map(([, at]) => at);
        if (inOrder) steps.sort();
        for (const [place, [content]] of products.entries())
          (lots[steps[place] as number] as Record<string, string>)[`meta${place}.jsonl`] = content;
        for (const [place, [content, at]] of all.entries())
          (lots[Math.max(at, Math.min(...steps))] as Record<string, string>)[`a${place}.jsonl`] = content;
        const filled = lots.filter((lot) => Object.keys(lot).length > 0);
        const { path, reports } = await builtFrom(filled);
        const whole = await builtFrom([Object.assign({}, ...filled)]);
        expect(contentOf(path)).toEqual(contentOf(whole.path));
        const { seconds: _, howRead: how, ...last } = reports.at(-1) as IngestReport;
        if (inOrder && filled.length > 1) expect(how).toContain('unchanged');
        const { counts, mergeConflicts, products: kept } = whole.reports[0] as IngestReport;
        expect(last).toMatchObject({ counts, mergeConflicts, products: kept });
      },
    ),
    { numRuns: propertyRuns(25) },
  );
}, 120_000);

test('of many reviews the same twenty are kept, and are those of the same files, whichever file came last', async () => {
  const many = Array.from({ length: MOST_REVIEWS * 3 }, (_, place) =>
    amazonReview('B1', { text: `T${place}`, helpful_vote: place }),
  );
  const files = {
    'r1.jsonl': lines(...many.slice(0, 40)),
    'r2.jsonl': lines(...many.slice(10, 50)),
    'r3.jsonl': lines(...many.slice(30)),
  };
  const whole = contentOf((await builtFrom([{ 'meta.jsonl': a, ...files }])).path);
  for (const last of ['r1.jsonl', 'r2.jsonl', 'r3.jsonl'] as const) {
    const { [last]: later, ...others } = files;
    const { path, reports } = await builtFrom([{ 'meta.jsonl': a, ...others }, { [last]: later }]);
    expect(reports[1]?.howRead).toBe('3 files unchanged, 1 read');
    expect(contentOf(path)).toEqual(whole);
  }
});

test('it is told how many files were read, and how many were not', async () => {
  expect(await howRead({ 'a.jsonl': a })).toBeNull();
  expect(await howRead({ 'a.jsonl': a }, {})).toBe('1 file unchanged, 0 read');
  expect(await howRead({ 'a.jsonl': a, 'r.jsonl': reviews }, { 'b.jsonl': lines(amazonRow('B3')) })).toBe(
    '2 files unchanged, 1 read',
  );
});

test('reviews whose products came later are found by reading their files again, and no others', async () => {
  const strays = lines(amazonReview('B1'), amazonReview('B3'), '{"broken');
  const lots = [{ 'a.jsonl': a, 'r.jsonl': reviews, 's.jsonl': strays }, { 'b.jsonl': lines(amazonRow('B3')) }];
  const { path, reports } = await builtFrom(lots);
  expect(reports[1]?.howRead).toBe(
    '2 files unchanged, 2 read, 1 of them again for reviews of products that were not there',
  );
  const catalog = openCatalog(path);
  expect(catalog.reviewsOf(2)).toHaveLength(1);
  expect([...catalog.quarantined()]).toMatchObject([{ file: 's.jsonl', line: 3 }]);
});

test('a file of products that would have come before another makes all be read, and it is told why', async () => {
  expect(await howRead({ 'b.jsonl': a }, { 'a.jsonl': lines(amazonRow('B3')) })).toBe(
    'all files are read, since a.jsonl comes by name before b.jsonl, and products are numbered in that order',
  );
});

test('a catalog of too many products that were put together from several rows is read again, and it is told why', async () => {
  const { path } = await builtFrom([{ 'a.jsonl': a }]);
  const db = new DatabaseSync(path);
  db.exec("UPDATE meta SET value = 'false' WHERE key = 'history'");
  db.close();
  const inputs = [folderWith({ 'a.jsonl': a, 'b.jsonl': lines(amazonRow('B3')) })];
  expect((await ingestCatalog({ inputs, database: path, startingPoints: [path] })).howRead).toBe(
    'all files are read, since too many products of the catalog that is there were put together from several rows',
  );
});

test('a file that has changed or is gone makes all be read', async () => {
  expect(await howRead({ 'a.jsonl': a }, { 'a.jsonl': lines(amazonRow('B1')) })).toBeNull();
  const { path } = await builtFrom([{ 'a.jsonl': a, 'b.jsonl': lines(amazonRow('B3')) }]);
  const inputs = [folderWith({ 'a.jsonl': a })];
  expect((await ingestCatalog({ inputs, database: path, startingPoints: [path] })).howRead).toBeNull();
});

test('another format, another version, or what is no catalog at all is nothing to go on from', async () => {
  const folder = folderWith({ 'a.jsonl': a, 'none.db': 'no catalog' });
  const database = join(folder, 'c.db');
  const inputs = [join(folder, 'a.jsonl')];
  await ingestCatalog({ inputs, database });
  const startingPoints = [database, join(folder, 'none.db'), join(folder, 'missing.db')];
  const other = { inputs, database: join(folder, 'd.db'), startingPoints };
  expect((await ingestCatalog({ ...other, format: 'amazon2023' })).howRead).toBeNull();
  expect((await ingestCatalog(other)).howRead).toBe('1 file unchanged, 0 read');
});

test('of several catalogs the one is gone on from that saves most reading, and it stays as it was', async () => {
  const folder = folderWith({ 'a.jsonl': a, 'b.jsonl': lines(amazonRow('B3')), 'c.jsonl': lines(amazonRow('B4')) });
  const raw = (...names: string[]) => names.map((name) => join(folder, `${name}.jsonl`));
  const [one, two] = [join(folder, 'one.db'), join(folder, 'two.db')];
  await ingestCatalog({ inputs: raw('a'), database: one });
  await ingestCatalog({ inputs: raw('a', 'b'), database: two });
  const before = contentOf(two);
  const report = await ingestCatalog({
    inputs: raw('a', 'b', 'c'),
    database: join(folder, 'all.db'),
    startingPoints: [one, two],
  });
  expect(report.howRead).toBe('2 files unchanged, 1 read');
  expect(contentOf(two)).toEqual(before);
});

test('a new file that stops the run leaves the catalog as it was, and nothing beside it', async () => {
  const { path } = await builtFrom([{ 'a.jsonl': a }]);
  const before = contentOf(path);
  const inputs = [folderWith({ 'a.jsonl': a, 'b.jsonl': lines(amazonRow('B3')) })];
  const stopped = ingestCatalog({
    ...{ inputs, database: path, startingPoints: [path] },
    onProgress: () => {
      throw new Error('pulled the plug');
    },
  });
  await expect(stopped).rejects.toThrow('pulled the plug');
  expect(contentOf(path)).toEqual(before);
  expect(readdirSync(join(path, '..')).sort()).toEqual(['catalog.db', 'raw']);
});

test('a column that a mapping names is looked for in new files only where there were none of their kind', async () => {
  const mapping = join(folderWith({}), 'shop.yaml');
  writeFileSync(
    mapping,
    'product: {id: sku, title: name, price: price, currency: EUR}\nreview: {product_id: of, rating: stars, text: body, title: head}\n',
  );
  const format = `mapping:${mapping}`;
  const products = { 'a.csv': 'sku,name,price\n1,Tent,5\n' };
  const more = { 'b.csv': 'sku,name\n2,Tent\n' };
  const { path } = await builtFrom([products, more], format);
  expect(openCatalog(path).size).toBe(2);
  const odd = { 'r.csv': 'of,stars,body\n1,5,Good\n' };
  await expect(builtFrom([products, odd], format)).rejects.toThrow(/names the column "head"/);
});
