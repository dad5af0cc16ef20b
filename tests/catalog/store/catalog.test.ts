import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ingestCatalog } from '../../../catalog/ingest/ingest.ts';
import { type Catalog, openCatalog } from '../../../catalog/store/catalog.ts';
import { Product, Review } from '../../../schemas/product.ts';
import { containsWords, normaliseText, normaliseValue, tokensOf } from '../../../text/normalise.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { amazonReview, amazonRow, folderWith, lines, temporaryFolder } from '../../fixtures/raw-files.ts';
import { storedCatalog } from '../../fixtures/stored-catalog.ts';

async function catalogOf(...rows: readonly object[]) {
  const database = join(temporaryFolder(), 'catalog.db');
  const reviewed = lines(amazonReview('B1'), amazonReview('B1', { text: 'Second.' }));
  const files = {
    'meta.jsonl': lines(...rows),
    ...(rows.length > 0 && 'reviewed' in rows[0]! ? { 'r.jsonl': reviewed } : {}),
  };
  await ingestCatalog({ inputs: [folderWith(files)], database });
  return openCatalog(database);
}

const shelved = [
  amazonRow('B1', { reviewed: true, details: { Color: 'Green, Red', OS: 'Linux' } }),
  amazonRow('B2', {
    title: 'Red tent for two',
    price: null,
    average_rating: null,
    rating_number: null,
    details: { Colour: 'red' },
  }),
  amazonRow('B3', {
    main_category: 'Bags',
    categories: ['Outdoors', 'Bags'],
    title: 'Tented bag',
    details: { Color: 'Blue' },
  }),
];

test('products are read back as they were written, in the order they came', async () => {
  const catalog = await catalogOf(...shelved);
  const products = [...catalog.products()];
  expect(products.map(({ row, product }) => [row, product.id])).toEqual([
    [0, 'B1'],
    [1, 'B2'],
    [2, 'B3'],
  ]);
  for (const { row, product } of products) {
    expect(Product.parse(product)).toEqual(product);
    expect(catalog.productByRow(row)).toEqual(product);
    expect(catalog.productById(product.id)).toEqual(product);
    expect(catalog.rowOf(product.id)).toBe(row);
  }
  expect(catalog.size).toBe(3);
});

test('what is not there is null for an id and an error for a row', async () => {
  const catalog = await catalogOf(...shelved);
  expect([catalog.rowOf('B9'), catalog.productById('B9')]).toEqual([null, null]);
  expect(() => catalog.productByRow(3)).toThrow('row 3 is outside the catalog of 3 products');
  expect(() => catalog.shelfOf(3)).toThrow(RangeError);
});

test('a value is found by its comparison form, under the canonical name of its field', async () => {
  const catalog = await catalogOf(...shelved);
  expect([...catalog.valueRows('Color', 'red')]).toEqual([0, 1]);
  expect([...catalog.valueRows('Color', 'Red')]).toEqual([]);
  expect([...catalog.valueRows('Operating System', normaliseValue('LINUX'))]).toEqual([0]);
  expect([...catalog.valueRows('OS', 'linux')]).toEqual([]);
  expect(catalog.fieldNames()).toEqual(['Color', 'Operating System']);
  expect(catalog.valuesOf('Color')).toEqual([
    { norm: 'red', display: 'Red', count: 2 },
    { norm: 'blue', display: 'Blue', count: 1 },
    { norm: 'green', display: 'Green', count: 1 },
  ]);
  expect(catalog.valuesOf('Nothing')).toEqual([]);
});

test('titles are found by whole consecutive words', async () => {
  const catalog = await catalogOf(...shelved);
  expect([...catalog.titleRows('TENT')]).toEqual([0, 1]);
  expect([...catalog.titleRows('red  tent')]).toEqual([1]);
  expect([...catalog.titleRows('tent red')]).toEqual([]);
  expect([...catalog.titleRows('bag')]).toEqual([2]);
  expect([...catalog.titleRows('')]).toEqual([]);
  expect([...catalog.titleRows('"*" OR -')]).toEqual([]);
});

test('the title index finds just the titles that hold the phrase, in any script', async () => {
  const words = [
    'red',
    'Tent',
    '1.69"',
    "men's",
    '帐篷',
    '防水帐篷',
    'เต็นท์',
    'हिन्दी',
    'café',
    'CAFE',
    '2-person',
    'AND',
    '64GB',
    'naïve',
    'Ærø',
  ];
  const phrase = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((chosen) => chosen.join(' '));
  await fc.assert(
    fc.asyncProperty(
      fc.array(phrase, { minLength: 1, maxLength: 8 }),
      fc.array(phrase, { minLength: 5, maxLength: 5 }),
      async (titles, phrases) => {
        const catalog = await catalogOf(...titles.map((title, place) => amazonRow(`P${place}`, { title })));
        for (const wanted of phrases) {
          const expected = titles.flatMap((title, row) => (containsWords(title, wanted) ? [row] : []));
          expect([...catalog.titleRows(wanted)]).toEqual(expected);
        }
        catalog.close();
      },
    ),
    { numRuns: propertyRuns(25) },
  );
});

test.each([
  ['Chinese', '不锈钢保温杯电热水器一级能效'],
  ['Japanese', 'ステンレス保温マグカップ大きい'],
  ['Thai', 'หม้อหุงข้าวไฟฟ้า'],
])(
  'titles in %s are found by any characters one after the other, wherever a dictionary cuts them',
  async (_, letters) => {
    const part = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...letters) },
      { weight: 3, arbitrary: fc.nat(letters.length - 3).map((at) => letters.slice(at, at + 3)) },
      { weight: 1, arbitrary: fc.constantFrom(' ', '，', '16', '6', '1.5', 'PIXI', 'xi', 'é', '™') },
    );
    const text = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
    const cut = fc.tuple(fc.nat(7), fc.nat(12), fc.integer({ min: 1, max: 6 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 8 }),
        fc.array(cut, { minLength: 12, maxLength: 12 }),
        fc.array(text, { minLength: 3, maxLength: 3 }),
        async (titles, cuts, others) => {
          const catalog = storedCatalog(titles.map((title) => ({ title })));
          const cutOut = cuts.map(([title, from, length]) => titles[title]?.slice(from, from + length) ?? letters);
          for (const wanted of [...cutOut, ...others]) {
            const expected = titles.flatMap((title, row) => (containsWords(title, wanted) ? [row] : []));
            expect([...catalog.titleRows(wanted)]).toEqual(expected);
            expect([...catalog.titleRows(normaliseText(wanted))]).toEqual(expected);
            const rest = normaliseText(wanted).replace(/^\S+ ?/, '');
            if (rest !== '') expect([...catalog.titleRows(wanted, catalog.titleRows(rest))]).toEqual(expected);
            expect(catalog.titlesHaveWords(wanted, expected.length)).toBe(true);
          }
          catalog.close();
        },
      ),
      { numRuns: propertyRuns(40) },
    );
  },
);

test('numbers that are not stated are null, one by one and in columns', async () => {
  const catalog = await catalogOf(...shelved);
  expect(
    [0, 1].map((row) => [
      catalog.priceMinor(row),
      catalog.currency(row),
      catalog.averageRating(row),
      catalog.ratingCount(row),
    ]),
  ).toEqual([
    [1999, 'USD', 4.5, 120],
    [null, null, null, null],
  ]);
  const columns = catalog.numericColumns();
  expect(columns.priceMinor).toEqual(Float64Array.of(1999, Number.NaN, 1999));
  expect(columns.reviewCount).toEqual(Uint32Array.of(2, 0, 0));
  expect([...columns.mainCategory].map((id) => catalog.mainCategories()[id])).toEqual(['Tents', 'Tents', 'Bags']);
  expect([...columns.shelf].map((id) => catalog.shelves()[id]?.path)).toEqual([
    'Outdoors > Tents',
    'Outdoors > Tents',
    'Outdoors > Bags',
  ]);
});

test('a shelf knows its products and a product its shelf', async () => {
  const catalog = await catalogOf(...shelved);
  const shelf = catalog.shelfOf(1);
  expect(shelf).toMatchObject({ path: 'Outdoors > Tents' });
  expect([...catalog.shelfRows(shelf.id)]).toEqual([0, 1]);
});

const sold = (shopId: string | null, services: string[], title = 'Tent'): Partial<Product> => ({
  title,
  shopId,
  services,
});

const holders = (catalog: Catalog, service: string) =>
  Array.from({ length: catalog.size }, (_, row) => row).filter((row) => catalog.serviceRows(service).has(row));

test('products are found by a service, as the catalog names it', () => {
  const catalog = storedCatalog([
    sold('S1', ['freeShipping', 'official']),
    sold('S1', []),
    sold('S2', ['official', 'official']),
  ]);
  expect(holders(catalog, 'official')).toEqual([0, 2]);
  expect(holders(catalog, 'freeShipping')).toEqual([0]);
  for (const service of ['Official', 'free', '', 'returns']) expect(holders(catalog, service)).toEqual([]);
});

test('the holders of a service are read once, however often they are asked for', () => {
  const catalog = storedCatalog([sold('S1', ['official'])]);
  expect(catalog.serviceRows('official')).toBe(catalog.serviceRows('official'));
  expect(catalog.serviceRows('official').size).toBe(1);
});

test('a service that nearly every product comes with has them all', () => {
  const count = 3000;
  const catalog = storedCatalog(
    Array.from({ length: count }, (_, row) => sold('S1', row % 10 === 0 ? [] : ['official'])),
  );
  const expected = Array.from({ length: count }, (_, row) => row).filter((row) => row % 10 !== 0);
  expect(holders(catalog, 'official')).toEqual(expected);
  expect(catalog.serviceRows('official').size).toBe(expected.length);
});

test('the words of a title are those it is compared by', () => {
  const titles = ['Orla Phone-Case, 1.69"', '  ', '手机 case', 'ISO 9001 & more'];
  const catalog = storedCatalog(titles.map((title) => ({ title })));
  expect(titles.map((_, row) => catalog.titleWords(row))).toEqual(titles.map((title) => tokensOf(title)));
  expect(() => catalog.titleWords(4)).toThrow('row 4 is outside the catalog of 4 products');
});

test('a product knows its shop, or that it states none', () => {
  const catalog = storedCatalog([sold('S1', []), sold(null, []), sold('S2', []), sold('S1', [])]);
  expect([0, 1, 2, 3].map((row) => catalog.shopId(row))).toEqual(['S1', null, 'S2', 'S1']);
});

test('services and a shop that a later row fills in are found like any other', () => {
  const catalog = storedCatalog([
    { id: 'A', ...sold(null, []) },
    { id: 'B', ...sold('S1', ['official']) },
    { id: 'A', ...sold('S2', ['freeShipping']) },
    { id: 'B', ...sold('S3', ['freeShipping']) },
  ]);
  expect(catalog.size).toBe(2);
  expect([0, 1].map((row) => catalog.shopId(row))).toEqual(['S2', 'S1']);
  expect(holders(catalog, 'freeShipping')).toEqual([0]);
  expect(holders(catalog, 'official')).toEqual([1]);
});

test('services and shops are found by index as they are read back, whatever the rows', () => {
  const row = fc.record({
    id: fc.constantFrom('A', 'B', 'C', 'D'),
    shopId: fc.constantFrom('S1', 'S2', null),
    services: fc.subarray(['freeShipping', 'official', 'returns']),
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 10 }), (rows) => {
      const catalog = storedCatalog(rows);
      for (const service of ['freeShipping', 'official', 'returns']) {
        const scanned = [...catalog.products()].filter(({ product }) => product.services.includes(service));
        expect(holders(catalog, service)).toEqual(scanned.map((one) => one.row));
      }
      for (const { row: at, product } of catalog.products()) expect(catalog.shopId(at)).toBe(product.shopId);
      catalog.close();
    }),
    { numRuns: propertyRuns(30) },
  );
});

test('reviews are records with the id of their product', async () => {
  const catalog = await catalogOf(...shelved);
  const reviews = catalog.reviewsOf(0);
  expect(reviews).toHaveLength(2);
  for (const review of reviews) {
    expect(Review.parse(review)).toEqual(review);
    expect(review.productId).toBe('B1');
  }
  expect(catalog.reviewsOf(2)).toEqual([]);
});

test('the catalog says what it was made from', async () => {
  const catalog = await catalogOf(...shelved);
  expect(catalog.formats).toEqual(['amazon2023-metadata', 'amazon2023-reviews']);
  expect(catalog.files).toMatchObject([
    { file: 'meta.jsonl', format: 'amazon2023-metadata', read: 3, kept: 3 },
    { file: 'r.jsonl', format: 'amazon2023-reviews', read: 2, kept: 2 },
  ]);
  expect(catalog.digest).toMatch(/^[0-9a-f]{64}$/);
});

test('what is held in memory of another catalog is not taken for that of the file', async () => {
  const catalog = await catalogOf(amazonRow('P0', { title: 'Tote Bag' }));
  const held = catalog.inMemory();
  expect(openCatalog(catalog.path, held).titleRows('tote bag')).toEqual(Uint32Array.of(0));
  expect(() => openCatalog(catalog.path, { ...held, digest: 'other' })).toThrow(/was replaced while it was read/);
});

test('a closed catalog opens again with the same digest', async () => {
  const catalog = await catalogOf(...shelved);
  catalog.close();
  const reopened = openCatalog(catalog.path);
  expect(reopened.digest).toBe(catalog.digest);
});

test('what is no catalog is refused with what to do', () => {
  const folder = folderWith({ 'text.db': 'hello, this is not a database at all' });
  expect(() => openCatalog(join(folder, 'none.db'))).toThrow(
    /none\.db is missing; build it with: npm run build:catalog/,
  );
  expect(() => openCatalog(join(folder, 'text.db'))).toThrow(/is not a catalog: .*build one with/);
  const foreign = join(folder, 'foreign.db');
  const database = new DatabaseSync(foreign);
  database.exec("CREATE TABLE meta (key TEXT, value TEXT); INSERT INTO meta VALUES ('schema_version', '0')");
  database.close();
  expect(() => openCatalog(foreign)).toThrow(/has catalog version 0, expected \d+; build it again/);
  writeFileSync(join(folder, 'empty.db'), '');
  expect(() => openCatalog(join(folder, 'empty.db'))).toThrow(/is not a catalog/);
});
