import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Catalog, openCatalog } from '../catalog/index.ts';
import type { FinishedRun } from '../pipeline/run-files.ts';
import { ConfigError } from '../schemas/errors.ts';

/** Where builds keep the catalogs they made from raw files. */
const CACHE_FOLDER = 'out/.catalogs';

function openedIfCatalog(path: string): Catalog | null {
  try {
    return openCatalog(path);
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}

/** The cached catalog a run was built from, by its digest; null where none is. */
export function cachedCatalog({ manifest }: FinishedRun, folder = CACHE_FOLDER): Catalog | null {
  if (!existsSync(folder)) return null;
  const names = readdirSync(folder).filter((name) => name.endsWith('.db'));
  for (const name of names.sort()) {
    const catalog = openedIfCatalog(join(folder, name));
    if (catalog?.digest === manifest.catalog.digest) return catalog;
    catalog?.close();
  }
  return null;
}

/** The catalog a run was built from: the one named, or the cached one; a ConfigError where it is another or not there. */
export function catalogOf(run: FinishedRun, path: string | undefined, folder = CACHE_FOLDER): Catalog {
  const { digest } = run.manifest.catalog;
  if (path === undefined) {
    const cached = cachedCatalog(run, folder);
    if (cached !== null) return cached;
    throw new ConfigError(
      `no catalog in ${folder} has the digest ${digest.slice(0, 16)} that ${run.path} was built from; name it with --catalog <catalog.db>`,
    );
  }
  if (!path.endsWith('.db'))
    throw new ConfigError(
      `--catalog is ${path}, expected a catalog file ending in .db; build one with npm run build:catalog`,
    );
  const catalog = openCatalog(path);
  if (catalog.digest === digest) return catalog;
  catalog.close();
  throw new ConfigError(
    `--catalog is ${path} with digest ${catalog.digest.slice(0, 16)}, expected the one ${run.path} was built from, ${digest.slice(0, 16)}`,
  );
}
