/** Builds catalogs from raw files. */
export { type IngestOptions, type IngestProgress, type IngestReport, ingestCatalog } from './ingest.ts';
export { type PreparedCatalog, type PrepareOptions, prepareCatalog } from './prepare.ts';
