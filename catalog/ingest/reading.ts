/** All that raw files are read with. */
export { UnknownFormat } from './detect.ts';
export { ingestCatalog } from './ingest.ts';
export { ingestAny, settledFormat } from './with-proposed-mapping.ts';
