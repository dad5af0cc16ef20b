/**
 * The inverted index: which products state an option, have a word in their title or come with a service. Terms are
 * collected while rows are read, written as postings beside the products in SQLite, and looked up as sets of rows.
 */
export * from './bits.ts';
export { NO_ROW, Postings, type PostingsLimits, postingsOf } from './postings.ts';
export {
  includesRow,
  RowList,
  type RowSet,
  type RowSetInMemory,
  rowSetIn,
  rowSetOf,
  rowSetOfUnordered,
  rowsByGroup,
  seekRow,
} from './row-set.ts';
export { allFirstProducts, union } from './stored-postings.ts';
export { type FieldValue, inOneForm, TermReader, type TermsInMemory } from './term-reader.ts';
export { type PlacedTerms, TermWriter } from './term-writer.ts';
export {
  FIELD_OF_KIND,
  type Field,
  SERVICE,
  SKU_PRICES,
  TEXT,
  TermCollector,
  type Terms,
  TITLE_WORD,
} from './terms.ts';
export { Buckets, type BucketTable, BucketWriter } from './text-buckets.ts';
export { haveWords, havingPhrase, readTitle, readTitles, rowsWithPhrase, type Titles, titleIn } from './titles.ts';
