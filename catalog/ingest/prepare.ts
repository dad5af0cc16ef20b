import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../schemas/errors.ts';
import { openCatalog } from '../store/catalog.ts';
import type { IngestOptions, IngestReport } from './ingest.ts';
import { digestsOf, findRawFiles, inputsDigest, isCatalogFile, MAPPING_ENDING } from './inputs.ts';

interface PrepareOptions extends Omit<IngestOptions, 'database'> {
  /** Hears what columns of no known format are taken for. */
  readonly say?: (sentence: string) => void;
  /** Folder of catalogs built from raw files, one per content. */
  readonly cacheFolder: string;
}

interface PreparedCatalog {
  /** The catalog file. */
  readonly path: string;
  /** Null where a catalog was there already and nothing was read. */
  readonly report: IngestReport | null;
}

function isCatalog(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    openCatalog(path).close();
    return true;
  } catch (error) {
    if (error instanceof ConfigError) return false;
    throw error;
  }
}

/** Catalogs that were kept, by name. */
const catalogsIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter(isCatalogFile)
        .sort()
        .map((name) => join(folder, name))
    : [];

interface Kept extends Omit<PrepareOptions, 'cacheFolder'> {
  readonly folder: string;
  readonly digests: ReadonlyMap<string, string>;
}

/** The catalog kept of raw files, made where it is not there; a mapping that is proposed for them is kept beside it. */
async function keptCatalog({ folder, say = () => {}, ...options }: Kept): Promise<PreparedCatalog> {
  const { digests, format } = options;
  const name = join(folder, inputsDigest([...digests], format).slice(0, 16));
  const path = `${name}.db`;
  if (isCatalog(path)) return { path, report: null };
  const mapping = `${name}${MAPPING_ENDING}`;
  if (format === undefined && existsSync(mapping)) {
    say(`mapping: ${mapping} is followed as it is; remove it to have another proposed`);
    const { MAPPING } = await import('../readers/index.ts');
    return keptCatalog({ ...options, folder, say, format: `${MAPPING}${mapping}` });
  }
  // Most runs are of catalogs that are there: all that reads raw files is loaded where they are read.
  const { ingestCatalog, settledFormat, UnknownFormat } = await import('./reading.ts');
  const startingPoints = options.startingPoints ?? catalogsIn(folder);
  try {
    return { path, report: await ingestCatalog({ ...options, startingPoints, database: path }) };
  } catch (error) {
    if (format !== undefined || !(error instanceof UnknownFormat)) throw error;
    const proposed = await settledFormat({ ...options, mapping, say }, error);
    return keptCatalog({ ...options, folder, say, format: proposed });
  }
}

/**
 * The catalog that the inputs name: a catalog.db as it is, raw files through ingest. A catalog that was built from the
 * same files by the same code is used again, whatever folder they are in now; one that was built from some of them is gone
 on from.
 */
export async function prepareCatalog({ cacheFolder, ...options }: PrepareOptions): Promise<PreparedCatalog> {
  const { inputs, reviews = [], format } = options;
  const [first, ...more] = inputs;
  if (first === undefined)
    throw new ConfigError('no catalog is given, expected a folder, file or catalog.db; add --catalog <path>');
  if (isCatalogFile(first) && more.length === 0) {
    if (!existsSync(first)) throw new ConfigError(`${first} is missing, expected a catalog file; check the path`);
    if (reviews.length > 0) {
      throw new ConfigError(
        `${first} is a catalog already, expected raw files beside --reviews; build the catalog from both`,
      );
    }
    if (format !== undefined)
      throw new ConfigError(
        `${first} is a catalog already, which is not read by --format ${format}; leave --format out, or give the raw files`,
      );
    return { path: first, report: null };
  }
  // A format that is not there is told before the files are read.
  if (format !== undefined) (await import('../readers/index.ts')).readersOf(format);
  const digests = await digestsOf(findRawFiles([...inputs, ...reviews]));
  return keptCatalog({ ...options, folder: cacheFolder, digests });
}
