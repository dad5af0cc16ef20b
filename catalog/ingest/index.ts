/** Builds catalogs from raw files. */
export { ingestCatalog } from './ingest.ts';
export { ingestAny, MAPPING_ENDING } from './ingest-any.ts';
export { isCatalogFile } from './inputs.ts';
export { prepareCatalog } from './prepare.ts';
