import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { canonicalField, KNOWN_FIELDS } from '../../catalog/product/fields.ts';
import { assembleSample, PRODUCTS_PER_SHELF } from '../../tools/sample-maker/assemble.ts';
import type { Planted } from '../../tools/sample-maker/detail-noise.ts';
import { clashIn } from '../../tools/sample-maker/facts.ts';
import { mentions } from '../../tools/sample-maker/grammar.ts';
import type { LazadaDocument } from '../../tools/sample-maker/lazada-documents.ts';
import { drawShelf, type Line } from '../../tools/sample-maker/lines.ts';
import type { AmazonRow } from '../../tools/sample-maker/listings.ts';
import { productId } from '../../tools/sample-maker/listings.ts';
import type { PlantedRow } from '../../tools/sample-maker/row-noise.ts';
import { ASPECTS, CLARIFICATION_FIELDS, PERSONA_FIELDS, SHELVES } from '../../tools/sample-maker/tables.ts';
import { TRIES_ALL } from '../fixtures/property-runs.ts';

const SAMPLE = join(import.meta.dirname, '..', '..', 'raw', 'sample');
const [META, REVIEWS, DOCUMENTS, CSV, NOISE, SIMILAR] = [
  'amazon-meta.jsonl.gz',
  'amazon-reviews.jsonl.gz',
  'lazada-documents.jsonl.gz',
  'lazada-products.csv.gz',
  'noise.json',
  'similar-products.jsonl.gz',
];
const FILES = [META, REVIEWS, DOCUMENTS, CSV, NOISE, SIMILAR];

const bytesOf = (file: string) => readFileSync(join(SAMPLE, file));
const textOf = (file: string) => (file.endsWith('.gz') ? gunzipSync(bytesOf(file)) : bytesOf(file)).toString('utf8');
const linesOf = (file: string) => textOf(file).trimEnd().split('\n');
const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/** The first row of each id; what a reader that keeps the first of repeated ids would see. */
function firstById<Row>(rows: readonly unknown[], idOf: (row: Row) => string | undefined): Map<string, Row> {
  const found = new Map<string, Row>();
  for (const row of rows as Row[]) {
    const id = typeof row === 'object' && row !== null ? idOf(row) : undefined;
    if (id !== undefined && !found.has(id)) found.set(id, row);
  }
  return found;
}

interface NoiseFile {
  readonly pairs_total: number;
  readonly planted_total: number;
  readonly clean_total: number;
  readonly rate: number;
  readonly by_file: Record<string, { pairs_total: number; planted_total: number; clean_total: number }>;
  readonly counts: Record<string, number>;
  readonly row_counts: Record<string, number>;
  readonly planted: readonly Planted[];
  readonly rows: readonly PlantedRow[];
}

type Review = Record<'rating' | 'timestamp' | 'helpful_vote', number> & Record<'parent_asin' | 'text', string>;
type CsvRow = Record<string, string>;

const metaLines = linesOf(META);
const products = firstById<AmazonRow>(metaLines.map(parsed), (row) => row.parent_asin);
const reviews = linesOf(REVIEWS).map(parsed) as Review[];
const documents = firstById<LazadaDocument>(
  linesOf(DOCUMENTS)
    .map(parsed)
    .map((row) => (row as { product?: unknown } | undefined)?.product ?? row),
  (row) => row.product_id,
);
const csvLines = linesOf(CSV);
const csvRows = parse(textOf(CSV), { columns: true }) as CsvRow[];
const csvProducts = firstById<CsvRow>(csvRows, (row) => row.mpn);
const noise = JSON.parse(textOf(NOISE)) as NoiseFile;

const specificationsOf = (row: CsvRow) =>
  new Map(
    (JSON.parse(row.product_specifications!) as { name: string; value: string }[]).map((entry) => [
      entry.name,
      entry.value,
    ]),
  );

/** Detail keys and raw values of every product, whichever file it stands in. */
const factsOf = new Map<string, ReadonlyMap<string, string>>([
  ...[...products].map(([id, { details }]): [string, Map<string, string>] => [
    id,
    new Map(Object.entries(details).map(([key, value]) => [key, String(value)])),
  ]),
  ...[...documents].map(([id, { attributes }]): [string, Map<string, string>] => [
    id,
    new Map(Object.entries(attributes).map(([key, values]) => [key, values.join(', ')])),
  ]),
  ...[...csvProducts].map(([id, row]): [string, Map<string, string>] => [id, specificationsOf(row)]),
]);

const titleOf = (id: string) => products.get(id)?.title ?? documents.get(id)?.title ?? csvProducts.get(id)?.title ?? '';

const lines: readonly Line[] = SHELVES.flatMap((shelf) => drawShelf(shelf, PRODUCTS_PER_SHELF));
const gridLines = lines.filter(({ axes }) => axes.length > 0);
const idsOf = (line: Line) => line.variants.map((_, variant) => productId(line.id, variant));

describe('the committed files', () => {
  test('the sample takes at most 3 MB', () => {
    expect(FILES.reduce((sum, file) => sum + bytesOf(file).length, 0)).toBeLessThanOrEqual(3_000_000);
  });

  test.each(FILES)('SOURCES.md states the checksums of %s as committed', (file) => {
    const row = readFileSync(join(SAMPLE, '..', 'SOURCES.md'), 'utf8')
      .split('\n')
      .find((line) => line.startsWith(`| \`sample/${file}\` |`) && line.includes(sha256(textOf(file))));
    expect(row).toContain(sha256(bytesOf(file)));
  });

  test.runIf(TRIES_ALL)('the maker writes the committed text again, to the last byte', () => {
    const made = assembleSample();
    expect([...made.keys()].sort()).toEqual([...FILES].sort());
    for (const file of FILES) expect(sha256(made.get(file)!)).toBe(sha256(textOf(file)));
  });
});

describe('the products', () => {
  test('there are at least 3,200 of them in 14 main categories and 34 shelves', () => {
    expect(products.size).toBeGreaterThanOrEqual(3200);
    const named = [...products.values()].map((row) => row.main_category).filter((name) => name !== null);
    expect(new Set(named).size).toBeGreaterThanOrEqual(14);
    expect(new Set([...products.values()].map((row) => row.categories.join(' > '))).size).toBeGreaterThanOrEqual(34);
  });

  test('every row has all raw fields of the 2023 metadata', () => {
    const fields =
      'main_category title average_rating rating_number features description price images videos store categories details parent_asin bought_together';
    for (const row of products.values()) expect(Object.keys(row).join(' ')).toBe(fields);
  });

  test('details hold 8 to 15 keys, and on nine in ten products at least 9 known fields', () => {
    const known = new Set(KNOWN_FIELDS);
    let rich = 0;
    for (const { details } of products.values()) {
      const keys = Object.keys(details);
      expect(keys.length).toBeGreaterThanOrEqual(8);
      expect(keys.length).toBeLessThanOrEqual(15);
      if (new Set(keys.map(canonicalField).filter((field) => known.has(field))).size >= 9) rich += 1;
    }
    expect(rich / products.size).toBeGreaterThan(0.9);
  });

  test('about half have no price, and one in a hundred has a dash for one', () => {
    const share = (fits: (row: AmazonRow) => boolean) => [...products.values()].filter(fits).length / products.size;
    expect(share((row) => row.price === null)).toBeGreaterThan(0.4);
    expect(share((row) => row.price === null)).toBeLessThan(0.6);
    expect(share((row) => row.price === '—')).toBeGreaterThan(0.007);
  });

  test('ratings gather between 3.8 and 4.7, and rating counts reach from 1 to tens of thousands', () => {
    const rows = [...products.values()];
    const usual = rows.filter((row) => row.average_rating >= 3.8 && row.average_rating <= 4.7).length;
    expect(usual / rows.length).toBeGreaterThan(0.6);
    expect(Math.min(...rows.map((row) => row.rating_number))).toBe(1);
    expect(Math.max(...rows.map((row) => row.rating_number))).toBeGreaterThan(20_000);
  });
});

describe('the product lines', () => {
  test('about 85 % of the products are variants of lines of 4 to 9', () => {
    const variants = gridLines.reduce((sum, line) => sum + line.variants.length, 0);
    const all = lines.reduce((sum, line) => sum + line.variants.length, 0);
    expect(all).toBe(products.size);
    expect(Math.abs(variants / all - 0.85)).toBeLessThan(0.03);
    for (const line of gridLines) {
      expect(line.variants.length).toBeGreaterThanOrEqual(4);
      expect(line.variants.length).toBeLessThanOrEqual(9);
    }
  });

  test('the variants of a line differ in a persona field and a clarification field, and in nothing else', () => {
    for (const { axes, variants } of gridLines) {
      expect(axes.some((axis) => PERSONA_FIELDS.has(axis))).toBe(true);
      expect(axes.some((axis) => CLARIFICATION_FIELDS.has(axis))).toBe(true);
      const cells = new Set(variants.map((facts) => axes.map((axis) => facts.get(axis)!.join()).join(' / ')));
      expect(cells.size).toBe(variants.length);
      const rest = variants.map((facts) => JSON.stringify([...facts].filter(([field]) => !axes.includes(field))));
      expect(new Set(rest).size).toBe(1);
    }
  });

  test('the facts a line is made from never contradict each other', () => {
    for (const { variants } of lines) for (const facts of variants) expect(clashIn(facts)).toBeUndefined();
  });

  test('in most lines no title gives away what tells the variants apart', () => {
    const hidden = gridLines.filter((line) =>
      idsOf(line).every((id) =>
        line.axes.every((axis) => line.variants.every((facts) => !mentions(titleOf(id), facts.get(axis)![0]!))),
      ),
    );
    expect(hidden.length / gridLines.length).toBeGreaterThan(0.55);
  });

  test('noise never touches the majority of a line', () => {
    const spoiled = new Set(noise.planted.map(({ product }) => product));
    for (const line of gridLines) {
      const touched = idsOf(line).filter((id) => spoiled.has(id)).length;
      expect(touched).toBeLessThan(line.variants.length / 2);
    }
  });
});

describe('the reviews', () => {
  const counts = new Map<string, number>();
  for (const { parent_asin: id } of reviews) counts.set(id, (counts.get(id) ?? 0) + 1);

  test('there are at least 20,000, about 900 products have a dozen, one has sixty', () => {
    expect(reviews.length).toBeGreaterThanOrEqual(20_000);
    const many = [...counts].filter(([id, count]) => count >= 12 && products.has(id)).length;
    expect(many).toBeGreaterThanOrEqual(900);
    expect(Math.max(...counts.values())).toBeGreaterThanOrEqual(60);
    const few = [...products.keys()].filter((id) => (counts.get(id) ?? 0) <= 3).length;
    expect(few / products.size).toBeGreaterThan(0.4);
  });

  test('some are about products nobody knows, and every one of those is listed', () => {
    const listed = noise.rows.filter(({ kind }) => kind === 'unknown_product').length;
    expect(listed).toBeGreaterThan(0);
    expect(reviews.filter(({ parent_asin: id }) => !products.has(id)).length).toBe(listed);
  });

  test('no product has more reviews than its rating count says', () => {
    for (const [id, { rating_number: stated }] of products) expect(counts.get(id) ?? 0).toBeLessThanOrEqual(stated);
  });

  test('every shelf has at least eight aspects, each with six kinds of praise and four complaints', () => {
    for (const { shelf, aspects } of SHELVES) {
      expect([shelf, new Set(aspects).size >= 8]).toEqual([shelf, true]);
      for (const name of aspects) {
        expect(ASPECTS.get(name)!.good.length).toBeGreaterThanOrEqual(6);
        expect(ASPECTS.get(name)!.bad.length).toBeGreaterThanOrEqual(4);
      }
    }
  });

  test('every aspect has a complaint that names the good thing it misses', () => {
    const wish = /\b(wish|wished|hop(e|ed|ing)|expect(ed)?|would|if (it|only)|as \w+ as|supposed|asked)\b/i;
    for (const { name, bad } of ASPECTS.values())
      expect([name, bad.some((text) => wish.test(text))]).toEqual([name, true]);
  });
});

describe('the Lazada part', () => {
  test('at least 64 shops sell at least 8 products each', () => {
    const sizes = new Map<string, number>();
    for (const { shop_id: shop } of documents.values()) sizes.set(shop, (sizes.get(shop) ?? 0) + 1);
    for (const { seller_name: shop } of csvProducts.values()) sizes.set(shop!, (sizes.get(shop!) ?? 0) + 1);
    expect([...sizes.values()].filter((size) => size >= 8).length).toBeGreaterThanOrEqual(64);
  });

  test('no product id stands in two files', () => {
    expect(factsOf.size).toBe(products.size + documents.size + csvProducts.size);
  });

  test('a third of the documents is wrapped as {id, contents, product}', () => {
    const wrapped = linesOf(DOCUMENTS).filter((line) => line.startsWith('{"id":')).length;
    expect(Math.abs(wrapped / documents.size - 1 / 3)).toBeLessThan(0.03);
  });

  test('a CSV product has one row per SKU, all with its mpn and its own sku', () => {
    expect(csvRows.length).toBeGreaterThan(csvProducts.size * 2);
    expect(csvRows.length).toBe(csvLines.length - 1);
    const repeated = csvRows.length - new Set(csvRows.map(({ sku }) => sku)).size;
    expect(repeated).toBe(noise.rows.filter(({ file, kind }) => file === CSV && kind === 'exact_duplicate').length);
  });
});

describe('noise.json', () => {
  const cached = new Map([META, REVIEWS, DOCUMENTS, CSV].map((file) => [file, linesOf(file)]));

  test('every planted noise stands in the data', () => {
    for (const { product, key, value, against } of noise.planted) {
      expect([product, key, factsOf.get(product)?.get(key)]).toEqual([product, key, value]);
      if (against?.key === 'title') expect(titleOf(product)).toContain(against.value);
      else if (against !== undefined) {
        const stated = factsOf.get(product)?.get(against.key)?.toLowerCase();
        expect(stated).toContain(against.value.toLowerCase());
      }
    }
  });

  test('no pair is listed twice, and the totals add up', () => {
    expect(new Set(noise.planted.map(({ product, key }) => `${product} ${key}`)).size).toBe(noise.planted_total);
    const pairs = [...factsOf.values()].reduce((sum, facts) => sum + facts.size, 0);
    expect(noise.pairs_total).toBe(pairs);
    expect(noise.clean_total).toBe(pairs - noise.planted.length);
    expect(Object.values(noise.counts).reduce((sum, count) => sum + count, 0)).toBe(noise.planted_total);
    const byFile = Object.values(noise.by_file).reduce((sum, { clean_total: clean }) => sum + clean, 0);
    expect(byFile).toBe(noise.clean_total);
  });

  test('about 4 % of the details are noise, of nine kinds', () => {
    expect(noise.rate).toBeGreaterThan(0.035);
    expect(noise.rate).toBeLessThan(0.045);
    expect(Object.values(noise.counts).every((count) => count >= 80)).toBe(true);
    expect(Object.keys(noise.counts)).toHaveLength(9);
  });

  test('every broken, bare or nameless row is listed with its line', () => {
    for (const file of [META, DOCUMENTS]) {
      const all = linesOf(file);
      const listed = new Set(noise.rows.filter((row) => row.file === file).map(({ line, kind }) => `${line} ${kind}`));
      for (const [index, text] of all.entries()) {
        const row = parsed(text);
        if (row === undefined) expect(listed).toContain(`${index + 1} broken_json`);
        else if (Array.isArray(row)) expect(listed).toContain(`${index + 1} array_row`);
        else if (file === META && !Object.hasOwn(row as object, 'parent_asin'))
          expect(listed).toContain(`${index + 1} missing_parent_asin`);
      }
    }
  });

  test('a listed row shows the defect it is listed for', () => {
    const shows: Record<string, (text: string) => boolean> = {
      broken_json: (text) => parsed(text) === undefined,
      array_row: (text) => text.startsWith('['),
      missing_parent_asin: (text) => !text.includes('"parent_asin"'),
      empty_title: (text) => /"title":"\s*"|^[^,]*,,/.test(text),
      null_main_category: (text) => text.includes('"main_category":null'),
      dash_price: (text) => text.includes('"price":"—"'),
      text_price: (text) => /"price":"(from |\$)\d|,₱\d|,1\.0+e-02,/.test(text),
      prompt_injection: (text) => /Ignore previous|SYSTEM:|Assistant,|<system>|### New task|Disregard/.test(text),
      control_characters: (text) =>
        /\\u00[01]|[\u0007\u0085\u001b\u200b\u202e]|\\u001b|\\b/.test(text) || text.includes('\u0000'),
      script_tag: (text) => /<script|onerror|javascript:/.test(text),
    };
    for (const { file, line, kind, product } of noise.rows) {
      const text = cached.get(file)![line - 1]!;
      if (product !== undefined) expect(text).toContain(product);
      expect([kind, file, line, shows[kind]?.(text) ?? true]).toEqual([kind, file, line, true]);
    }
  });

  test('repeated ids come after the row they repeat', () => {
    for (const { file, line, kind, product } of noise.rows) {
      if (!kind.endsWith('_duplicate')) continue;
      const earlier = cached.get(file)!.slice(0, line - 1);
      expect(earlier.some((text) => text.includes(product!))).toBe(true);
    }
  });
});
