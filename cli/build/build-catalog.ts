import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CACHE_KB_OF_ONE_PASS,
  type Catalog,
  openCatalog,
  type PartlyHeld,
  readingReport,
} from '../../catalog/index.ts';
import { ingestAny, isCatalogFile, MAPPING_ENDING } from '../../catalog/ingest/index.ts';
import { useForeignShop, useLexicon } from '../../lexicon/index.ts';
import type { Family } from '../../pipeline/family.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { catalogWorld } from '../../shopping/catalog-world.ts';
import { learning } from '../../shopping/learned/stored-fields.ts';
import { readLexicon } from '../../shopping/shop-lexicon/read-lexicon.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { withInterrupt } from '../interrupt.ts';
import { type Output, standardOutput, standardProgress } from '../terminal/output.ts';
import { Page } from '../terminal/page.ts';
import type { Progress } from '../terminal/progress.ts';
import { tellingRows } from '../terminal/progress.ts';
import { renderReading } from './reading-text.ts';

export interface CatalogOptions {
  readonly out?: string | undefined;
  readonly format?: string | undefined;
  readonly reviews: readonly string[];
  readonly lexicon?: readonly string[] | undefined;
  /** Only tells what the catalog would hold. */
  readonly dryRun?: boolean | undefined;
  readonly allFields?: boolean | undefined;
}

/** Only ingests: raw files to one catalog file, and says what became of them. */
export const buildCatalog = (inputs: readonly string[], options: CatalogOptions): Promise<number> =>
  withInterrupt((signal) => ingestOnly(inputs, options, signal));

const ALL_FIELDS = '--all-fields';

async function ingestOnly(inputs: readonly string[], options: CatalogOptions, signal: AbortSignal): Promise<number> {
  const { dryRun = false, allFields = false, lexicon = [] } = options;
  useLexicon(readLexicon(lexicon).lexicon);
  const [first] = inputs;
  if (first === undefined)
    throw new ConfigError(
      'no raw file is named, expected files or folders: build:catalog <paths...> --out <catalog.db>',
    );
  const out = dryRun ? null : outOf(options);
  if (dryRun && inputs.length === 1 && isCatalogFile(first)) {
    if (options.format !== undefined)
      throw new ConfigError(`${first} is a catalog already, which is not read by --format; leave --format out`);
    await tellCatalog(first, allFields, standardOutput());
    return 0;
  }
  const scratch = out === null ? mkdtempSync(join(tmpdir(), 'cartwright-dry-run-')) : null;
  const database = scratch === null ? (out as string) : join(scratch, 'catalog.db');
  const progress = standardProgress();
  try {
    const held = await ingest(inputs, { ...options, database }, progress, signal);
    const output = standardOutput();
    await tellCatalog(database, allFields, output, { out, named: out ?? namedAgain(inputs, options), held });
    if (out === null)
      output.write('Nothing was written; leave out --dry-run, and name a file with --out, to build it.\n');
    return 0;
  } finally {
    progress.close();
    if (scratch !== null) rmSync(scratch, { recursive: true, force: true });
  }
}

/** Raw files as another command is told of them, read the same way. */
const namedAgain = (inputs: readonly string[], { format }: CatalogOptions) =>
  [inputs.join(' --catalog '), ...(format === undefined ? [] : [`--format ${format}`])].join(' ');

function outOf({ out }: CatalogOptions): string {
  if (out === undefined)
    throw new ConfigError(
      '--out is missing, expected the name of the catalog file to write, ending in .db; --dry-run writes none',
    );
  if (!out.endsWith('.db')) throw new ConfigError(`--out is ${out}, expected the name of a catalog file ending in .db`);
  if (existsSync(out) && !statSync(out).isFile())
    throw new ConfigError(`--out is ${out}, which is a folder; name a file ending in .db`);
  return out;
}

/** Returns what is held in memory of the catalog since something was learned of it. */
async function ingest(
  inputs: readonly string[],
  { database, format, reviews, dryRun }: CatalogOptions & { readonly database: string },
  progress: Progress,
  signal: AbortSignal,
): Promise<PartlyHeld | null> {
  let held: PartlyHeld | null = null;
  const { learnAhead, learn } = learning();
  const report = await ingestAny({
    mapping: database.replace(/\.db$/, MAPPING_ENDING),
    isScratch: dryRun === true,
    inputs,
    reviews,
    format,
    database,
    startingPoints: [database],
    learnAhead,
    learn(catalog) {
      held = { digest: catalog.digest, columns: catalog.numericColumns() };
      return learn(catalog);
    },
    ...tellingRows(progress, signal),
  });
  progress.close();
  if (report.howRead !== null) progress.say(`catalog: ${report.howRead}`);
  for (const note of report.notes) progress.say(`catalog: ${note}`);
  return held;
}

/** A catalog that is told of: where it was written, what a user calls it, and what is held in memory of it. */
interface Told {
  readonly out: string | null;
  readonly named: string;
  readonly held?: PartlyHeld | null;
}

/**
 * Prints what files a catalog was made from, what of them it holds and what not, and what families make of that; `named` is
 * what a user calls the catalog, whose file a dry run leaves to nobody.
 */
async function tellCatalog(
  path: string,
  allFields: boolean,
  output: Output,
  { out, named, held = null }: Told = { out: path, named: path },
): Promise<void> {
  // Families bring tables that take a moment to load: not before there is something to say of them.
  const { everyFamily } = await import('../../families/index.ts');
  const families = everyFamily('catalog');
  const catalog = openCatalog(path, held, CACHE_KB_OF_ONE_PASS);
  useForeignShop(catalogWorld.namesIn?.(catalog) ?? false);
  try {
    const more = out === null ? `add ${ALL_FIELDS}` : `npm run build:catalog -- ${out} --dry-run ${ALL_FIELDS}`;
    const asksAbout = (field: string) => families.some((family) => family.asksAbout?.(catalog, field) === true);
    const page = new Page(output);
    for (const { file, format, read, kept, merged, quarantined } of catalog.files)
      page.paragraph(
        `${file} (${format}): ${counted(read, 'row', 'rows')} read, ${formatCount(kept)} kept, ${formatCount(merged)} merged, ${formatCount(quarantined)} quarantined`,
        { hanging: 2 },
      );
    const reading = renderReading(readingReport(catalog), { asksAbout, more: allFields ? null : more }, output);
    page.raw(reading.split('\n'), 0, 0);
    page.gap();
    for (const [note, names] of notesOf(catalog, families))
      page.paragraph(`${names.join(' and ')}: ${note.replaceAll(path, () => named)}`, { hanging: 2 });
    page.paragraph(
      `${out ?? 'Together'}: ${counted(catalog.size, 'product', 'products')}, ${counted(catalog.ingestCounts.kept - catalog.size, 'review', 'reviews')}, digest ${catalog.digest.slice(0, 16)}`,
    );
    output.write(`${page.text}\n`);
  } finally {
    catalog.close();
  }
}

/**
 * Collects the notes on a catalog by the families that ask about catalogs: each sentence once, with the families that
 * say it.
 */
function notesOf(catalog: Catalog, families: readonly Family[]): ReadonlyMap<string, readonly string[]> {
  const told = new Map<string, string[]>();
  for (const { name, notes } of families)
    for (const note of notes?.(catalog) ?? []) told.set(note, [...(told.get(note) ?? []), name]);
  return told;
}
