import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../schemas/errors.ts';
import { readersOf } from '../readers/index.ts';
import { openCatalog } from '../store/catalog.ts';
import { type IngestOptions, type IngestReport, ingestCatalog } from './ingest.ts';
import { digestsOf, findRawFiles, inputsDigest, isCatalogFile } from './inputs.ts';

interface PrepareOptions extends Omit<IngestOptions, 'database'> {
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
    return { path: first, report: null };
  }
  // A format that is not there is told before the files are read.
  readersOf(format);
  const digests = await digestsOf(findRawFiles([...inputs, ...reviews]));
  const path = join(cacheFolder, `${inputsDigest([...digests], format).slice(0, 16)}.db`);
  if (isCatalog(path)) return { path, report: null };
  return {
    path,
    report: await ingestCatalog({ startingPoints: catalogsIn(cacheFolder), ...options, database: path, digests }),
  };
}
