/** Raised whenever the tables or what is written into them change: an older file must be built again. */
export const SCHEMA_VERSION = 11;

/**
 * A row of `products` has what is known of 256 products beside their JSON, a column for each number (`product-parts.ts`): the
 * ids one after the other with their ends, and the words of each title with a line break after them. Currencies and shops
 * are numbered from 1; 0 is none. `review_counts` has parts of as many products, where any of them has a review.
 * `terms` are what products are found by: options of a field, words of titles (field -1), services (field -2), that
 * they have a text at all (field -3), that a SKU has a price of its own (field -4). The rows of the products that have a term stand in `postings` where there are several;
 * the first one of every term stands in `first_products`, a part for 256 terms. Both are ascending numbers of four bytes, the
 * lowest byte first. `fields.terms` is a JSON array of the terms of a field,
 * `fields.stated_by` the number of products that state it. What texts of a product state beside its fields is `text_stated`,
 * JSON, and the products that state a term so are in `text_postings`. Products and terms are found by their texts in
 * `product_buckets` and `term_buckets`: a hash and a number for each, four bytes and four.
 * `review_keys` are all distinct reviews, kept or not; `place` is a file's in the order in which files are read, `strays`
 * how many of its reviews are of products that are not there, `cells` and `set_aside` what of it could not be read, as JSON.
 */
export const TABLES = `
CREATE TABLE products (
  part INTEGER PRIMARY KEY,
  ids BLOB NOT NULL,
  id_ends BLOB NOT NULL,
  title_words BLOB NOT NULL,
  main_category BLOB NOT NULL,
  shelf BLOB NOT NULL,
  price_minor BLOB NOT NULL,
  currency BLOB NOT NULL,
  average_rating BLOB NOT NULL,
  rating_count BLOB NOT NULL,
  shop BLOB NOT NULL
);
CREATE TABLE review_counts (part INTEGER PRIMARY KEY, counts BLOB NOT NULL);
CREATE TABLE product_data (id INTEGER PRIMARY KEY, data TEXT NOT NULL);
CREATE TABLE earlier_products (
  id INTEGER PRIMARY KEY,
  position INTEGER NOT NULL,
  product INTEGER NOT NULL,
  data TEXT NOT NULL
);
CREATE TABLE currencies (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE shops (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE main_categories (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE shelves (id INTEGER PRIMARY KEY, main_category INTEGER NOT NULL, path TEXT NOT NULL UNIQUE);
CREATE TABLE fields (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, stated_by INTEGER NOT NULL DEFAULT 0, terms TEXT NOT NULL DEFAULT '[]');
CREATE TABLE terms (id INTEGER PRIMARY KEY, field INTEGER NOT NULL, norm TEXT NOT NULL, display TEXT NOT NULL);
CREATE TABLE postings (term INTEGER PRIMARY KEY, products BLOB NOT NULL);
CREATE TABLE text_stated (product INTEGER PRIMARY KEY, data TEXT NOT NULL);
CREATE TABLE text_postings (term INTEGER PRIMARY KEY, products BLOB NOT NULL);
CREATE TABLE first_products (part INTEGER PRIMARY KEY, products BLOB NOT NULL);
CREATE TABLE product_buckets (bucket INTEGER PRIMARY KEY, entries BLOB NOT NULL);
CREATE TABLE term_buckets (bucket INTEGER PRIMARY KEY, entries BLOB NOT NULL);
CREATE TABLE reviews (
  id INTEGER PRIMARY KEY,
  review_id TEXT NOT NULL,
  product INTEGER NOT NULL,
  file INTEGER NOT NULL,
  rating REAL NOT NULL,
  helpful_votes INTEGER NOT NULL,
  verified INTEGER NOT NULL,
  time INTEGER,
  title TEXT NOT NULL,
  text TEXT NOT NULL
);
CREATE UNIQUE INDEX reviews_by_product ON reviews (product, review_id);
CREATE TABLE review_keys (product INTEGER NOT NULL, key INTEGER NOT NULL, PRIMARY KEY (product, key)) WITHOUT ROWID;
CREATE TABLE ingest_files (
  id INTEGER PRIMARY KEY,
  place INTEGER NOT NULL,
  file TEXT NOT NULL,
  format TEXT NOT NULL,
  digest TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  read INTEGER NOT NULL,
  kept INTEGER NOT NULL,
  merged INTEGER NOT NULL,
  quarantined INTEGER NOT NULL,
  strays INTEGER NOT NULL,
  cells TEXT NOT NULL,
  set_aside TEXT NOT NULL,
  notes TEXT NOT NULL
);
CREATE TABLE quarantine (
  id INTEGER PRIMARY KEY,
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  kind TEXT NOT NULL,
  reason TEXT NOT NULL,
  excerpt TEXT NOT NULL
);
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`;

/** Tables that are there only while a catalog is written. */
export const STAGING = `
CREATE TEMP TABLE staged_reviews (product INTEGER NOT NULL, key INTEGER NOT NULL);
`;

/** Done once all rows are in: filling a table in order is several times faster than keeping it up to date. */
export const TAKE_REVIEW_KEYS = `
INSERT OR IGNORE INTO review_keys SELECT DISTINCT product, key FROM staged_reviews ORDER BY product, key;
DROP TABLE staged_reviews;
`;

/** Empties the tables that are written anew where more rows have come. */
export const EMPTY_BUCKETS = `
DELETE FROM product_buckets;
DELETE FROM term_buckets;
DELETE FROM text_stated;
DELETE FROM text_postings;
`;

/** The file is built under another name and renamed when whole, so a crash loses nothing a journal could save. */
export const WRITE_PRAGMAS = `
PRAGMA page_size = 16384;
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA locking_mode = EXCLUSIVE;
PRAGMA temp_store = FILE;
PRAGMA cache_size = -32768;
PRAGMA threads = 2;
`;
