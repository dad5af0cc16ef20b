import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { PieceReader } from '../../catalog/ingest/read-piece.ts';
import { ingestCatalog } from '../../catalog/ingest/reading.ts';
import { Cells, type Reader, type Refusal } from '../../catalog/readers/index.ts';
import { mappingReaders } from '../../catalog/readers/mapping.ts';
import { Mapping } from '../../catalog/readers/mapping-file.ts';
import type { RawObject } from '../../catalog/rows/index.ts';
import { openCatalog } from '../../catalog/store/catalog.ts';
import type { PackedProducts } from '../../catalog/store/product-packer.ts';
import { CatalogWriter } from '../../catalog/store/writer.ts';
import type { ProductPart } from '../../schemas/product.ts';
import { propertyRuns } from '../fixtures/property-runs.ts';
import { folderWith, temporaryFolder } from '../fixtures/raw-files.ts';

/** Columns of a shop's export in which a product's rows after the first have its handle and a variant alone. */
const COLUMNS = ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Option2 Name', 'Option2 Value', 'Variant SKU'];
const HEADER = [...COLUMNS, 'Variant Price', 'Type'].join(',');
const MAPPING = `
product:
  id: Handle
  title: Title
  price: Variant Price
  currency: USD
  main_category: Type
  variants:
    sku: Variant SKU
    price: Variant Price
    options:
      - {name: Option1 Name, value: Option1 Value}
      - {name: Option2 Name, value: Option2 Value}
`;

const csv = (...rows: readonly string[]) => `${[HEADER, ...rows].join('\n')}\n`;

async function ingested(files: Readonly<Record<string, string>>, threads = 0) {
  const inputs = [folderWith(files)];
  const database = join(temporaryFolder(), 'catalog.db');
  const format = `mapping:${join(folderWith({ 'shop.yaml': MAPPING }), 'shop.yaml')}`;
  const report = await ingestCatalog({ inputs, database, format, threads });
  const catalog = openCatalog(database);
  const content = {
    products: [...catalog.products()].map(({ product }) => product),
    quarantined: [...catalog.quarantined()],
    rowsOf: (field: string, value: string) => [...catalog.valueRows(field, value)],
  };
  return { report, ...content, close: () => catalog.close() };
}

test('rows that repeat a handle without a title add their variants to the product, wherever they stand', async () => {
  const { report, products, quarantined, rowsOf, close } = await ingested({
    'shop.csv': csv(
      'tent,,,Blue,,4,T-B4,219.00,',
      'tent,Ridgeline Tent,Color,Red,Sleeps,2,T-R2,199.00,Tents',
      'lamp,Camp Lamp,Title,,,,,,Lamps',
      'tent,,,Red,,4,,209.50,',
      'tent,,,,,,,,',
      'stove,,,Steel,,,S-1,49.00,',
    ),
  });
  expect(report.counts).toEqual({ read: 6, kept: 2, merged: 3, quarantined: 1 });
  expect(products[0]).toMatchObject({
    id: 'tent',
    title: 'Ridgeline Tent',
    priceMinor: 19900,
    currency: 'USD',
    skuOptions: [
      { id: 'T-R2', values: { Color: 'Red', Sleeps: '2' }, priceMinor: 19900 },
      { id: 'T-B4', values: { Color: 'Blue', Sleeps: '4' }, priceMinor: 21900 },
      { id: 'Red / 4', values: { Color: 'Red', Sleeps: '4' }, priceMinor: 20950 },
    ],
    details: { Color: { options: ['Red', 'Blue'] }, Sleeps: { options: ['2', '4'] } },
  });
  expect(products[1]).toMatchObject({ id: 'lamp', skuOptions: [], details: {} });
  expect([rowsOf('Color', 'blue'), rowsOf('Sleeps', '4'), rowsOf('Color', 'steel')]).toEqual([[0], [0], []]);
  expect(quarantined).toMatchObject([
    { line: 7, reason: '"Title" is empty, and no row with a name has the same "Handle": "stove"' },
  ]);
  close();
});

test('a variant whose option nobody named is set aside, and says so', async () => {
  const { report, quarantined, close } = await ingested({
    'shop.csv': csv('lamp,Camp Lamp,,,,,,12.00,Lamps', 'lamp,,,Blue,,,L-B,12.00,'),
  });
  expect(report.counts).toMatchObject({ kept: 1, merged: 0, quarantined: 1 });
  expect(quarantined[0]?.reason).toBe(
    '"Option1 Value" is "Blue", expected an option that "Option1 Name" names here or before',
  );
  close();
});

const HANDLES = ['tent', 'lamp', 'stove'];
const [mapped] = mappingReaders(Mapping.parse(parse(MAPPING))) as [Reader];
const column = (name: string, ...values: string[]) => fc.constantFrom('', ...values).map((value) => [name, value]);
const variant = fc
  .tuple(
    fc.constantFrom(...HANDLES, 'nowhere').map((handle) => ['Handle', handle]),
    column('Option1 Value', 'Red', 'Blue', 'blue'),
    column('Option2 Value', 'S', 'L'),
    column('Variant SKU', 'A-1', 'A-2'),
    column('Variant Price', '9.99', '19.00'),
  )
  .map((cells): RawObject => Object.fromEntries(cells));
const productRow = (handle: string): RawObject => ({
  ...{ Handle: handle, Title: `The ${handle}`, Type: 'Outdoors', 'Variant Price': '9.00' },
  ...{ 'Option1 Name': 'Color', 'Option1 Value': 'Red', 'Option2 Name': 'Size', 'Option2 Value': 'M' },
});

/** What becomes of the rows of a file that is read in pieces of so many rows, by one reader after the other. */
function taken(rows: readonly RawObject[], pieceRows: number, readers: number) {
  const path = join(temporaryFolder(), 'catalog.db');
  const writer = new CatalogWriter(path);
  const pieces = Array.from({ length: readers }, () => new PieceReader(mapped, 'a.csv', writer.key));
  const counts = { read: 0, kept: 0, merged: 0, quarantined: 0 };
  for (let from = 0; from < rows.length; from += pieceRows) {
    const piece = rows.slice(from, from + pieceRows).map((value, at) => ({ line: from + at + 1, value, text: null }));
    const { read, products, parts, refused } = (pieces[(from / pieceRows) % readers] as PieceReader).read(piece);
    const { kept, merged } = writer.addProducts(products as PackedProducts, mapped.merges);
    if (parts !== null) writer.stageParts(parts);
    counts.read += read;
    counts.kept += kept;
    counts.merged += merged;
    counts.quarantined += refused.length;
  }
  const { merged, refused } = writer.mergeParts(
    (row, product) => mapped.part?.(row, product, new Cells()) as ProductPart,
    (row) => mapped.stray?.(row) as Refusal,
  );
  const digest = writer.finish({});
  return {
    digest,
    counts: { ...counts, merged: counts.merged + merged, quarantined: counts.quarantined + refused.length },
    refused: refused.map(({ excerpt }) => excerpt).sort(),
  };
}

test('no row vanishes, and neither the order of variants nor who read them decides what a catalog holds', () => {
  const rows = fc.array(variant, { maxLength: 12 }).chain((variants) =>
    fc.record({
      variants: fc.constant(variants),
      shuffled: fc.shuffledSubarray(variants, { minLength: variants.length }),
      /** The lines that are products'; they stay where they are, since each product knows its line. */
      places: fc.subarray([...Array(variants.length + HANDLES.length).keys()], {
        ...{ minLength: HANDLES.length, maxLength: HANDLES.length },
      }),
    }),
  );
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 5 }), ({ variants, shuffled, places }, pieceRows) => {
      const file = (some: readonly RawObject[]) => {
        const rest = some.values();
        return Array.from({ length: variants.length + HANDLES.length }, (_, line) => {
          const place = places.indexOf(line);
          return place < 0 ? (rest.next().value as RawObject) : productRow(HANDLES[place] as string);
        });
      };
      const one = taken(file(variants), 100, 1);
      const { counts } = one;
      expect(taken(file(shuffled), pieceRows, 2)).toEqual(one);
      expect(counts.read).toBe(counts.kept + counts.merged + counts.quarantined);
      expect(counts.kept).toBe(HANDLES.length);
      expect(counts.quarantined).toBe(variants.filter(({ Handle }) => Handle === 'nowhere').length);
    }),
    { numRuns: propertyRuns(60) },
  );
});

test('threads read the parts of a product as one does', async () => {
  const rows = HANDLES.flatMap((handle) => [
    `${handle},,,Blue,,,,9.50,`,
    `${handle},The ${handle},Color,Red,,,${handle}-1,9.00,Outdoors`,
  ]);
  const [one, other] = [await ingested({ 'a.csv': csv(...rows) }), await ingested({ 'a.csv': csv(...rows) }, 2)];
  expect(other.report).toMatchObject({ digest: one.report.digest, counts: { read: 6, kept: 3, merged: 3 } });
  expect(other.products).toEqual(one.products);
  one.close();
  other.close();
});

test('a catalog that is extended by more products and variants is the one that is read at once', async () => {
  const first = csv('tent,Tent,Color,Red,,,T-R,9.00,Tents', 'tent,,,Blue,,,T-B,9.50,', 'lamp,,,Red,,,L-R,4.00,');
  const second = csv('lamp,Lamp,Color,Black,,,L-K,3.00,Lamps', 'tent,,,Green,,,T-G,9.00,', 'lamp,,,White,,,L-W,3.00,');
  const format = `mapping:${join(folderWith({ 'shop.yaml': MAPPING }), 'shop.yaml')}`;
  const [one, both] = [folderWith({ 'a.csv': first }), folderWith({ 'a.csv': first, 'b.csv': second })];
  const database = join(temporaryFolder(), 'catalog.db');
  await ingestCatalog({ inputs: [one], database, format });
  const extended = await ingestCatalog({ inputs: [both], database, format, startingPoints: [database] });
  const atOnce = await ingestCatalog({ inputs: [both], database: join(temporaryFolder(), 'catalog.db'), format });
  expect(extended.howRead).toBe('1 file unchanged, 1 read');
  expect(extended).toMatchObject({ digest: atOnce.digest, counts: atOnce.counts });
  expect(atOnce.counts).toEqual({ read: 6, kept: 2, merged: 3, quarantined: 1 });
});
