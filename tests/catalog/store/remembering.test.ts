import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PlainProducts } from '../../../catalog/fast-rows/index.ts';
import { amazon2023Metadata } from '../../../catalog/readers/amazon2023.ts';
import { Cells } from '../../../catalog/readers/cells.ts';
import type { PlainLayout } from '../../../catalog/readers/reader.ts';
import { ProductPacker } from '../../../catalog/store/product-packer.ts';
import { CatalogWriter } from '../../../catalog/store/writer.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { temporaryFolder } from '../../fixtures/raw-files.ts';

const LAYOUT = amazon2023Metadata.plain as PlainLayout;

const words = fc.array(fc.constantFrom('Tent', 'tent,', 'for', '2', 'Red', 'X-1'), { minLength: 1, maxLength: 4 });
const title = words.map((some) => some.join(' '));
const details = fc.dictionary(
  fc.constantFrom('Color', 'Colour', 'Size', 'Brand', 'Special Feature', 'Model Number'),
  fc.constantFrom('Red', 'red', 'Red, Blue', 'Blue, red', '64 GB', '64gb', 'X-1'),
  { noNullPrototype: true },
);
const rounds = fc.array(fc.array(fc.record({ title, details }), { maxLength: 8 }), { minLength: 1, maxLength: 5 });

/** What a catalog of rows that came in some rounds has its products found by, and what it keeps of them. */
function stored(all: readonly (readonly object[])[], mostTerms: number): unknown[] {
  const path = join(temporaryFolder(), 'catalog.db');
  const writer = new CatalogWriter(path);
  const packer = new ProductPacker(writer.key, mostTerms);
  const products = new PlainProducts(LAYOUT, 'rows.jsonl', packer, new Cells());
  let line = 0;
  for (const rows of all) {
    for (const row of rows) {
      const bytes = Buffer.from(`${JSON.stringify({ parent_asin: `B${++line}`, ...row })}\n`);
      products.take(bytes, 0, bytes.length - 1, line);
    }
    writer.addProducts(packer.take(), 'fill');
  }
  writer.finish({});
  const db = new DatabaseSync(path, { readOnly: true });
  const tables = [
    'SELECT field, norm, display, products FROM terms LEFT JOIN postings ON term = id ORDER BY id',
    'SELECT part, products FROM first_products ORDER BY part',
    'SELECT data FROM product_data ORDER BY id',
  ];
  const found = tables.map((rows) => db.prepare(rows).all());
  db.close();
  return found;
}

test('a catalog is the same however little is remembered from round to round', () => {
  fc.assert(
    fc.property(rounds, fc.integer({ min: 0, max: 12 }), (all, mostTerms) => {
      expect(stored(all, mostTerms)).toEqual(stored(all, 1 << 10));
    }),
    { numRuns: propertyRuns(60) },
  );
});
