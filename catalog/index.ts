/**
 * Product catalogs, open for reading, and what the fields, options and prices of their products mean. Catalogs are built
 * by `ingest/`; rows of any raw file are read by `rows/`; sets of rows are counted by `inverted-index/`.
 */

export { inOneForm } from './inverted-index/index.ts';
export { canonicalField, foldKey, KNOWN_FIELDS, twinOf } from './product/fields.ts';
export { formIn, optionsIn, spellingsIn } from './product/options.ts';
export { hasSeveralPrices, type Priced, pricesOf } from './product/price.ts';
export { idOf } from './product/values.ts';
export { DetailsInEnglish } from './readers/index.ts';
export { notesOn, readingReport } from './reading-report.ts';
export {
  type Catalog,
  type CatalogMemory,
  type Columns,
  type FieldValue,
  openCatalog,
  type PartlyHeld,
  type RowSet,
} from './store/catalog.ts';
export type { IndexedCatalog } from './store/indexed-catalog.ts';
export { CACHE_KB_OF_ONE_PASS } from './store/sqlite.ts';
export { SCHEMA_VERSION } from './store/tables.ts';
export { CatalogWriter } from './store/writer.ts';
