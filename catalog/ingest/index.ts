/** Builds catalogs from raw files. */
export { ingestCatalog } from './ingest.ts';
export { isCatalogFile } from './inputs.ts';
export { prepareCatalog } from './prepare.ts';
