/** Builds catalogs from raw files. */
export { ingestCatalog } from './ingest.ts';
export { prepareCatalog } from './prepare.ts';
