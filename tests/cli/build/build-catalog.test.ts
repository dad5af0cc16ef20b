import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildCatalog } from '../../../cli/build/build-catalog.ts';
import { amazonRow, folderWith, lines, temporaryFolder } from '../../fixtures/raw-files.ts';

const rows = lines(amazonRow('B1', { price: 'from 9' }), amazonRow('B2'), amazonRow('B3', { title: '' }));

async function printed(inputs: readonly string[], options: Parameters<typeof buildCatalog>[1]): Promise<string> {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    expect(await buildCatalog(inputs, options)).toBe(0);
    return written.mock.calls.map(([text]) => text).join('');
  } finally {
    written.mockRestore();
    told.mockRestore();
  }
}
/** Gives the test a temporary directory that no other test writes to; returns what says which dry runs left something in it. */
function ownScratch(): () => string[] {
  const folder = temporaryFolder();
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  return () => readdirSync(folder).filter((name) => name.startsWith('cartwright-dry-run-'));
}

/** The lines before those of the file, whose path takes up one or two. */
const tableIn = (text: string) =>
  text
    .slice(0, text.search(/^(?:\S+shop\.db|Together): /m))
    .trimEnd()
    .split('\n');

test('a dry run tells what a build tells, and what its catalog tells again, and leaves nothing behind', async () => {
  const folder = folderWith({ 'meta.jsonl': rows });
  const out = join(temporaryFolder(), 'shop.db');
  const scratch = ownScratch();
  const tried = await printed([folder], { dryRun: true, reviews: [] });
  expect(scratch()).toEqual([]);
  const built = await printed([folder], { out, reviews: [] });
  const again = await printed([out], { dryRun: true, reviews: [] });
  expect(existsSync(out)).toBe(true);
  expect(tableIn(tried)).toEqual(tableIn(built));
  expect(again).toBe(built);
  expect(tried).toContain('Nothing was written; leave out --dry-run');
  for (const told of [tried, built]) {
    expect(told).toMatch(/^price +price? *\w* +1 +1/m);
    expect(told).toContain('meta.jsonl: 1 row set aside: "title" does not hold the product\'s name (line 3)');
    expect(told).toMatch(
      /ecomagentbench: products by the number of details .* a task needs\s+a\s+product with 3 details/s,
    );
  }
});

test('a build without a name for its catalog is refused before anything is read', async () => {
  await expect(buildCatalog([], { reviews: [] })).rejects.toThrow('no raw file is named, expected files or folders');
  await expect(buildCatalog(['nowhere.jsonl'], { reviews: [] })).rejects.toThrow(
    /--out is missing, expected .*--dry-run/,
  );
});

const EXPORT = join(import.meta.dirname, '../../fixtures/exports/google-merchant.tsv');

test('an export of no known format is built with nothing said, and its mapping lies beside the catalog', async () => {
  const folder = temporaryFolder();
  const told = await printed([EXPORT], { out: join(folder, 'shop.db'), reviews: [] });
  expect(told).toContain('google-merchant.tsv (mapping-product): 19 rows read, 10 kept, 9 merged, 0 quarantined');
  expect(readdirSync(folder).sort()).toEqual(['shop.db', 'shop.mapping.yaml']);
});

test('an export that a spreadsheet saved is read in its own encoding, and that is said', async () => {
  const told: string[] = [];
  const digests: string[] = [];
  const text =
    'Référence;Désignation;Couleur;Prix\n1;Théière Été;bleu;9,90\n2;Cafetière Île;rouge;19,90\n3;Bouilloire Forêt;bleu;5,00\n';
  for (const content of [Buffer.from(text), Buffer.from(text, 'latin1')]) {
    const folder = folderWith({ 'shop.csv': content });
    const mapping =
      'product: { id: Référence, title: Désignation, price: Prix, currency: EUR, details: { columns: { Couleur: Color } } }\n';
    const file = join(folderWith({ 'shop.yaml': mapping }), 'shop.yaml');
    const error = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await buildCatalog([join(folder, 'shop.csv')], {
      out: join(folder, 'shop.db'),
      reviews: [],
      format: `mapping:${file}`,
    });
    told.push(error.mock.calls.map(([line]) => line).join(''));
    digests.push(/digest (\w+)/.exec(out.mock.calls.map(([line]) => line).join(''))?.[1] ?? '');
    vi.restoreAllMocks();
  }
  expect(told[0]).not.toContain('not UTF-8');
  expect(told[1]).toContain('shop.csv is not UTF-8, and was read as windows-1252');
  expect(digests[1]).toBe(digests[0]);
});

test('a dry run of an export proposes a mapping and leaves none behind', async () => {
  const scratch = ownScratch();
  expect(await printed([EXPORT], { dryRun: true, reviews: [] })).toContain('10 products');
  expect(scratch()).toEqual([]);
});

test('a dry run advises nothing about the catalog that is gone when it ends', async () => {
  const odd = Array.from({ length: 40 }, (_, at) => amazonRow(`B${at}`, { details: { Care: `Q${at}-88${at}X` } }));
  const folder = folderWith({ 'meta.jsonl': lines(...odd) });
  const tried = await printed([folder], { dryRun: true, reviews: [] });
  expect(tried.replace(/\s+/g, ' ')).toContain('build:lexicon -- --catalog');
  expect(tried).not.toContain('cartwright-dry-run-');
});

test('a command that a dry run prints reads the files as the dry run did', async () => {
  const row = (at: number) => JSON.stringify({ sku: at, what: `Oak Shelf ${at}`, odd: `x${at}` });
  const folder = folderWith({
    'shop.jsonl': Array.from({ length: 30 }, (_, at) => row(at)).join('\n'),
    'shop.yaml': 'product: { id: sku, title: what, details: { columns: { odd: odd } } }',
  });
  const format = `mapping:${join(folder, 'shop.yaml')}`;
  const told = await printed([join(folder, 'shop.jsonl')], { dryRun: true, reviews: [], format });
  expect(told.replace(/\s+/g, ' ')).toContain(
    `build:lexicon -- --catalog ${join(folder, 'shop.jsonl')} --format ${format}`,
  );
});
