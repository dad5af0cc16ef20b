import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { ingestCatalog } from '../../../catalog/ingest/ingest.ts';
import { type WrittenCatalog, writeCatalog } from '../../../tools/bench/catalog/write-catalog.ts';

const PRODUCTS = 1500;
const size = { products: PRODUCTS, reviewsPerProduct: 2, seed: 'test' };
// Made once: most of the time of these tests goes into it.
const folder = mkdtempSync(join(tmpdir(), 'cartwright-made-'));
afterAll(() => rmSync(folder, { recursive: true }));
const made = writeCatalog(join(folder, 'made'), size);

const linesOf = (path: string) => gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n');

interface Row {
  readonly parent_asin: string;
  readonly title: string;
  readonly price: unknown;
  readonly details: Record<string, unknown>;
  readonly features: readonly string[];
}

function rowsOf({ meta }: WrittenCatalog): Row[] {
  return linesOf(meta).flatMap((line) => {
    try {
      return [JSON.parse(line) as Row];
    } catch {
      return [];
    }
  });
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test('the same seed gives the same rows, another seed others', async () => {
  const { meta, reviews } = await made;
  const again = await writeCatalog(join(folder, 'again'), size);
  const other = await writeCatalog(join(folder, 'other'), { ...size, products: 50, seed: 'other' });
  expect(readFileSync(again.meta).equals(readFileSync(meta))).toBe(true);
  expect(readFileSync(again.reviews!).equals(readFileSync(reviews!))).toBe(true);
  expect(linesOf(other.meta)[0]).not.toBe(linesOf(meta)[0]);
});

test('a catalog has exactly as many products as were asked for', async () => {
  expect(new Set(rowsOf(await made).map((row) => row.parent_asin)).size).toBe(PRODUCTS);
  const three = await writeCatalog(join(folder, 'three'), { products: 3, reviewsPerProduct: 0, seed: '1' });
  expect(new Set(rowsOf(three).map((row) => row.parent_asin)).size).toBe(3);
  expect(three.reviews).toBeNull();
});

test('it has about as many reviews as were asked for', async () => {
  const reviews = linesOf((await made).reviews!).length;
  expect(reviews / PRODUCTS).toBeGreaterThan(1.3);
  expect(reviews / PRODUCTS).toBeLessThan(3);
});

test('the bytes it tells are those of the files before they were packed', async () => {
  const { meta, reviews, metaBytes, reviewBytes } = await made;
  expect([metaBytes, reviewBytes]).toEqual([meta, reviews!].map((path) => gunzipSync(readFileSync(path)).length));
});

test('ingest accounts for every row of it: read = kept + merged + quarantined', async () => {
  const { meta, reviews } = await made;
  const { files, products } = await ingestCatalog({
    inputs: [meta],
    reviews: [reviews!],
    format: undefined,
    database: join(folder, 'catalog.db'),
  });
  expect(files.map(({ read }) => read)).toEqual([meta, reviews!].map((path) => linesOf(path).length));
  for (const { read, kept, merged, quarantined } of files) expect(kept + merged + quarantined).toBe(read);
  expect(products).toBeGreaterThan(0.99 * PRODUCTS);
});

test('gaps, lengths and tails are roughly those of real listings', async () => {
  const rows = rowsOf(await made);
  const share = (holds: (row: Row) => boolean) => rows.filter(holds).length / rows.length;
  const within = (value: number, [least, most]: readonly [number, number]) => {
    expect(value).toBeGreaterThan(least);
    expect(value).toBeLessThan(most);
  };
  // Between thin categories (1 to 3 fields, titles of 30 to 75 letters) and electronics (12 fields, titles of 125).
  within(mean(rows.map(({ details }) => Object.keys(details).length)), [7, 12]);
  within(mean(rows.map(({ title }) => title.length)), [55, 125]);
  within(
    share(({ price }) => typeof price !== 'number'),
    [0.45, 0.67],
  );
  within(
    share(({ features }) => features.length === 0),
    [0.2, 0.5],
  );
  // A long tail of brands: few stores hold many products, many hold few.
  expect(new Set(rows.flatMap(({ details }) => Object.keys(details))).size).toBeGreaterThan(80);
});
