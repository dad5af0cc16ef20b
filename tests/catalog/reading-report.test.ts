import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openCatalog, readingReport } from '../../catalog/index.ts';
import { ingestCatalog } from '../../catalog/ingest/reading.ts';
import { propertyRuns, TRIES_ALL } from '../fixtures/property-runs.ts';
import { amazonReview, amazonRow, folderWith, lines, temporaryFolder } from '../fixtures/raw-files.ts';

interface Ingested {
  readonly files: Readonly<Record<string, string>>;
  readonly mapping?: string;
  readonly threads?: number;
}

async function reportOf({ files, mapping, threads }: Ingested) {
  const folder = folderWith(files);
  const database = join(temporaryFolder(), 'catalog.db');
  const format = mapping === undefined ? undefined : `mapping:${join(folderWith({ 'map.yaml': mapping }), 'map.yaml')}`;
  await ingestCatalog({ inputs: [folder], database, format, threads });
  const catalog = openCatalog(database);
  const report = readingReport(catalog);
  const products = [...catalog.products()].map(({ product }) => product);
  catalog.close();
  const column = (name: string) => report.columns.find((one) => one.name === name);
  return { report: { ...report, path: '' }, products, column };
}

const SHOP = 'sku,name,cost,path,care\n';
const MAPPING =
  'product:\n  id: sku\n  title: name\n  price: cost\n  currency: USD\n  category: { column: path, separator: " > " }\n  details: { columns: { care: Care } }\n';

test('each column says how many products state it, what could not be read, and what was stated', async () => {
  const { report, column } = await reportOf({
    files: {
      'a.csv': `${SHOP}1,Tent,12.50,Out > Tents,Wash\n2,Mug,from 9,Home > Mugs,${'x'.repeat(300)}\n3,Bag,—,Bags,\n`,
    },
    mapping: MAPPING,
  });
  expect(column('price')).toMatchObject({ from: ['cost'], products: 1, unread: 1, example: 'USD 12.50' });
  expect(column('rating')).toMatchObject({ from: [], products: 0, unread: 0, example: null });
  expect(column('category')).toMatchObject({ products: 3, values: 3, example: '1 to 2 levels: Out > Tents' });
  expect(column('Care')).toMatchObject({ isDetail: true, products: 1, values: 1, unread: 1, example: 'Wash' });
  expect(report.unread).toMatchObject([
    {
      of: 'product.price',
      column: 'cost',
      stated: 2,
      unread: 1,
      example: { file: 'a.csv', line: 3, text: '"from 9"' },
    },
    { of: 'detail', column: 'Care', unread: 1, example: { line: 3 } },
  ]);
});

test('a product in no category is none of those that state one', async () => {
  const { column } = await reportOf({
    files: { 'a.csv': `${SHOP}1,Tent,5,Out > Tents,\n2,Mug,6,,\n3,Bag,7,Bags,\n4,Cup,8,,\n` },
    mapping: MAPPING,
  });
  expect(column('category')).toMatchObject({ products: 2, values: 2, example: '1 to 2 levels: Out > Tents' });
});

test('prices are a range in the currency that most of them have, and counted in others', async () => {
  const { column } = await reportOf({
    files: { 'a.csv': 'sku,name,cost,money\n1,Tent,12.5,EUR\n2,Mug,9000,JPY\n3,Bag,40,EUR\n4,Cup,3,USD\n5,Pan,,USD\n' },
    mapping: 'product: { id: sku, title: name, price: cost, currency: { column: money } }\n',
  });
  expect(column('price')).toMatchObject({ products: 4, example: 'EUR 12.50 to EUR 40; 1 in JPY, 1 in USD' });
});

test('rows that were set aside are counted by their cause, with the first line of each and the way out', async () => {
  const { report } = await reportOf({
    files: {
      'a.csv': `${SHOP}1,Tent,5,A,\n1,,6,,\n1,,7,,\n,Mug,1,A,\n1,2\n`,
    },
    mapping: MAPPING,
  });
  expect(report.files).toMatchObject([
    {
      file: 'a.csv',
      setAside: [
        {
          cause: '"name" does not hold the product\'s name',
          rows: 2,
          line: 3,
          remedy: /variants of the product whose "sku" they repeat, or that a column of theirs names/,
        },
        { cause: '"sku" does not hold a product id', rows: 1, line: 5, remedy: null },
        { cause: /^has 2 cells, expected 5 as in the header/, rows: 1, line: 6, remedy: null },
      ],
    },
  ]);
});

test('rows that say all but their name are told to get one, and not taken for variants', async () => {
  const { report } = await reportOf({
    files: { 'a.csv': `${SHOP}1,Tent,5,A,\n2,,6,A > B,wash\n` },
    mapping: MAPPING,
  });
  expect(report.files).toMatchObject([
    { setAside: [{ rows: 1, line: 3, remedy: /^give them a name, or list a column/ }] },
  ]);
});

const detail = fc.constantFrom('Red', 'Blue', 'Red, Blue', '—', 'x'.repeat(300), { odd: 1 });
const details = fc.dictionary(fc.constantFrom('Color', 'Colour', 'Size', 'Care', 'Brand'), detail, {
  noNullPrototype: true,
});
const price = fc.constantFrom(5, 'from 9', null, '—', '3.50');

test('products of a field are counted as the catalog has them, whatever rows met in them and whoever read the rows', async () => {
  const row = fc.record({ id: fc.integer({ min: 0, max: 5 }), details, price });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 25 }), async (rows) => {
      const meta = lines(...rows.map(({ id, ...changes }) => amazonRow(`B${id}`, changes)));
      const files = { 'meta.jsonl': meta, 'r.jsonl': lines(amazonReview('B0', { helpful_vote: 'many' })) };
      const { report, products } = await reportOf({ files });
      const stating = (field: string) => products.filter((product) => product.details[field]?.options.length).length;
      const told = report.columns.filter(({ isDetail }) => isDetail);
      expect(told.map((column) => [column.name, column.products])).toEqual(
        told.map((column) => [column.name, stating(column.name)]),
      );
      const fields = new Set(products.flatMap((product) => Object.keys(product.details).filter(stating)));
      expect(new Set(told.filter((column) => column.products).map(({ name }) => name))).toEqual(fields);
      const unread = rows.filter((one) => one.price === 'from 9').length;
      expect(report.columns[0]).toMatchObject({ name: 'price', unread });
    }),
    { numRuns: propertyRuns(15) },
  );
});

// Each thread loads and compiles everything once more.
test.runIf(TRIES_ALL)('threads tell what one thread tells', async () => {
  const rows = Array.from({ length: 9000 }, (_, id) =>
    amazonRow(`B${id % 8000}`, {
      price: id % 7 === 0 ? 'from 9' : id,
      title: id % 11 === 0 ? '' : `Tent ${id}`,
      details: { Color: ['Red', 'Blue'][id % 2], Rank: { at: id }, [`Spec ${id % 30}`]: id },
    }),
  );
  const files = { 'meta.jsonl': lines(...rows) };
  const [one, other] = [await reportOf({ files, threads: 0 }), await reportOf({ files, threads: 2 })];
  expect(other.report).toEqual(one.report);
  expect(one.column('Rank')).toMatchObject({ products: 0, unread: 8181 });
});
