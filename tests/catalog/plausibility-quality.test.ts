import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { detectFile } from '../../catalog/ingest/detect.ts';
import { detailsFrom } from '../../catalog/product/details.ts';
import { canonicalField } from '../../catalog/product/fields.ts';
import { Cells } from '../../catalog/readers/cells.ts';
import { readRows } from '../../catalog/rows/index.ts';
import { isRawObject } from '../../catalog/rows/row.ts';
import type { Product } from '../../schemas/product.ts';
import { type FieldStatistics, judgeDetails, languageOf, shelfPath } from '../../shopping/plausibility/index.ts';
import { normaliseValue } from '../../text/normalise.ts';
import { statisticsOf } from '../fixtures/catalog-statistics.ts';

/** Measured on the bundled sample, whose maker lists every noise it planted in noise.json. */
const SAMPLE = join(import.meta.dirname, '..', '..', 'raw', 'sample');
const PRODUCT_FILES = ['amazon-meta.jsonl.gz', 'lazada-documents.jsonl.gz', 'lazada-products.csv.gz'];

interface Planted {
  readonly file: string;
  readonly product: string;
  readonly key: string;
  readonly value: string;
  readonly kind: string;
  readonly against?: { readonly key: string; readonly value: string };
}

/** What became of one detail key of one product. */
interface Pair {
  readonly product: Product;
  readonly key: string;
  readonly raw: string;
  readonly options: readonly string[];
  readonly reasons: readonly string[];
  readonly planted: Planted | undefined;
  /** True for the clean fact that a planted contradiction speaks against: which of the two is wrong cannot be seen. */
  readonly isAgainst: boolean;
}

/** A reason that calls a value useless rather than wrong; no noise, and not counted as a false alarm. */
const isUseless = (reason: string) => /^(?:near_constant|unwanted):/.test(reason);

async function productsOf(name: string): Promise<Product[]> {
  const { file, container, reader } = await detectFile({ path: join(SAMPLE, name), name });
  const products = new Map<string, Product>();
  for await (const batch of readRows(file, container).batches) {
    for (const row of batch) {
      if ('broken' in row || !isRawObject(row.value)) continue;
      const reading = reader.read(row.value, { file: name, line: row.line }, new Cells());
      if (reading.kind === 'product' && !products.has(reading.product.id))
        products.set(reading.product.id, reading.product);
    }
  }
  return [...products.values()];
}

/** A document of Lazada repeats `screen_size` as `screen size` in its specification. */
const foldedKey = (key: string) => key.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');

const rawValue = (text: string): unknown => {
  try {
    return text.startsWith('[') ? JSON.parse(text) : text;
  } catch {
    return text;
  }
};

function pairsOf(product: Product, statistics: FieldStatistics, planted: ReadonlyMap<string, Planted>): Pair[] {
  const { dropped } = judgeDetails(product, statistics, 'en');
  const against = [...planted.values()].flatMap((each) => (each.against === undefined ? [] : [each.against.key]));
  return Object.entries(product.details).flatMap(([field, { raw }]) =>
    raw.map(({ key, value }) => {
      const options = detailsFrom([[key, rawValue(value)]])[field]?.options ?? [];
      const forms = new Set(options.map(normaliseValue));
      const reasons = dropped
        .filter((each) => each.field === field && forms.has(normaliseValue(each.value)))
        .map(({ reason }) => reason);
      return {
        product,
        key,
        raw: value,
        options,
        reasons,
        planted: planted.get(foldedKey(key)),
        isAgainst: against.some((each) => canonicalField(each) === field),
      };
    }),
  );
}

const TAGS_AND_ENTITIES = /<[^>]*>|&(?:nbsp|lrm|zwnj|#\d+|#x[\da-f]+);/gi;

/** True when cleaning left exactly the value the markup stood around. */
function isRepaired({ raw, options }: Pair): boolean {
  const bare = raw.replace(TAGS_AND_ENTITIES, ' ').replace(/&amp;/g, '&');
  const wanted = detailsFrom([['x', bare]]).x?.options ?? [];
  const said = options.flatMap((option) => option.split(/[,;|/]/).map(normaliseValue));
  return (
    options.every((option) => !/[<>]|&\w+;|^["']/.test(option)) &&
    wanted.flatMap((option) => option.split(/[,;|/]/)).every((option) => said.includes(normaliseValue(option)))
  );
}

type Outcome = 'dropped' | 'no option' | 'repaired' | 'useless' | 'missed';

function outcomeOf(pair: Pair): Outcome {
  if (pair.options.length === 0) return 'no option';
  if (pair.reasons.some((reason) => !isUseless(reason))) return 'dropped';
  if (pair.planted?.kind === 'html' && isRepaired(pair)) return 'repaired';
  return pair.reasons.length > 0 ? 'useless' : 'missed';
}

const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);

describe('the noise planted in the bundled sample', () => {
  const pairs: Pair[] = [];

  beforeAll(async () => {
    const noise = JSON.parse(readFileSync(join(SAMPLE, 'noise.json'), 'utf8')) as { planted: Planted[] };
    for (const name of PRODUCT_FILES) {
      const products = await productsOf(name);
      const statistics = statisticsOf(
        products.map((product) => ({
          shelf: shelfPath(product),
          mainCategory: product.mainCategory,
          details: product.details,
        })),
      );
      expect(languageOf(statistics)).toBe('en');
      const planted = Map.groupBy(
        noise.planted.filter(({ file }) => file === name),
        ({ product }) => product,
      );
      for (const product of products) {
        const own = new Map((planted.get(product.id) ?? []).map((each) => [foldedKey(each.key), each]));
        pairs.push(...pairsOf(product, statistics, own));
      }
    }
  }, 120_000);

  test('is kept away from requirements: 98 % of it, and 95 % of every kind', () => {
    const kinds = Map.groupBy(
      pairs.filter(({ planted }) => planted !== undefined),
      ({ planted }) => planted!.kind,
    );
    const table = [...kinds].sort().map(([kind, found]) => {
      const outcomes = Map.groupBy(found, outcomeOf);
      const count = (outcome: Outcome) => outcomes.get(outcome)?.length ?? 0;
      const recall = share(found.length - count('missed'), found.length);
      return {
        kind,
        planted: found.length,
        dropped: count('dropped'),
        repaired: count('repaired'),
        'no option': count('no option'),
        useless: count('useless'),
        missed: count('missed'),
        recall: Number(recall.toFixed(4)),
      };
    });
    console.table(table);
    for (const { planted, raw } of pairs
      .filter((pair) => pair.planted !== undefined && outcomeOf(pair) === 'missed')
      .slice(0, 20)) {
      console.info(`missed ${planted!.kind}: ${planted!.key} ${JSON.stringify(raw)}`);
    }
    const missed = table.reduce((sum, row) => sum + row.missed, 0);
    const planted = table.reduce((sum, row) => sum + row.planted, 0);
    console.info(`recall ${(1 - missed / planted).toFixed(4)} of ${planted} planted pairs`);
    expect(planted).toBeGreaterThan(1000);
    expect(1 - missed / planted).toBeGreaterThanOrEqual(0.98);
    for (const row of table)
      expect(row).toMatchObject({ recall: expect.toSatisfy((recall: number) => recall >= 0.95) });
  });

  test('does not take clean facts with it: at most 2 % of them', () => {
    const clean = pairs.filter(
      ({ planted, isAgainst, options }) => planted === undefined && !isAgainst && options.length > 0,
    );
    const alarms = clean.flatMap(({ key, raw, reasons }) => {
      const reason = reasons.find((each) => !isUseless(each));
      return reason === undefined ? [] : [{ key, raw, reason, code: reason.split(':')[0]! }];
    });
    const codes = [...Map.groupBy(alarms, ({ code }) => code)].map(([code, found]) => ({
      code,
      pairs: found.length,
      example: found[0]!.reason.slice(0, 110),
    }));
    console.table(codes);
    const useless = clean.filter(({ reasons }) => reasons.some(isUseless)).length;
    console.info(
      `false alarms ${share(alarms.length, clean.length).toFixed(4)} of ${clean.length} clean pairs; ${useless} more are useless (near_constant, unwanted)`,
    );
    expect(share(alarms.length, clean.length)).toBeLessThanOrEqual(0.02);
  });
});
