import type { ingestAny as Ingest } from './with-proposed-mapping.ts';

/** Builds catalogs from raw files; all that reads them is loaded where some are read. */
export { isCatalogFile, MAPPING_ENDING } from './inputs.ts';
export { prepareCatalog } from './prepare.ts';

/** Ingests files of any format: see `ingest-any.ts`. */
export const ingestAny: typeof Ingest = async (options) => (await import('./reading.ts')).ingestAny(options);
