/** Raised whenever the tables or what is written into them change: an older file must be built again. */
export const SCHEMA_VERSION = 2;

export const TABLES = `
CREATE TABLE products (
  id INTEGER PRIMARY KEY,
  product_id TEXT NOT NULL UNIQUE,
  main_category INTEGER NOT NULL,
  shelf INTEGER NOT NULL,
  price_minor INTEGER,
  currency TEXT,
  average_rating REAL,
  rating_count INTEGER,
  shop_id TEXT,
  review_count INTEGER NOT NULL DEFAULT 0,
  title TEXT NOT NULL,
  title_words TEXT NOT NULL
);
CREATE TABLE product_data (id INTEGER PRIMARY KEY, data TEXT NOT NULL);
CREATE TABLE main_categories (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE shelves (id INTEGER PRIMARY KEY, main_category INTEGER NOT NULL, path TEXT NOT NULL UNIQUE);
CREATE TABLE fields (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE field_values (
  id INTEGER PRIMARY KEY,
  field INTEGER NOT NULL,
  norm TEXT NOT NULL,
  display TEXT NOT NULL,
  products INTEGER NOT NULL DEFAULT 0,
  UNIQUE (field, norm)
);
CREATE TABLE postings (value INTEGER NOT NULL, product INTEGER NOT NULL, PRIMARY KEY (value, product)) WITHOUT ROWID;
CREATE TABLE product_services (service TEXT NOT NULL, product INTEGER NOT NULL, PRIMARY KEY (service, product)) WITHOUT ROWID;
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
CREATE TABLE ingest_files (
  id INTEGER PRIMARY KEY,
  file TEXT NOT NULL,
  format TEXT NOT NULL,
  digest TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  read INTEGER NOT NULL,
  kept INTEGER NOT NULL,
  merged INTEGER NOT NULL,
  quarantined INTEGER NOT NULL
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
CREATE TEMP TABLE staged_postings (value INTEGER NOT NULL, product INTEGER NOT NULL);
CREATE TEMP TABLE staged_reviews (product INTEGER NOT NULL, key INTEGER NOT NULL);
`;

/** Made once all rows are in: filling an index in order is several times faster than keeping it up to date. */
export const INDEXES = `
INSERT INTO postings SELECT DISTINCT value, product FROM staged_postings ORDER BY value, product;
DROP TABLE staged_postings;
UPDATE field_values SET products = counted.n
  FROM (SELECT value, count(*) AS n FROM postings GROUP BY value) AS counted WHERE counted.value = field_values.id;
UPDATE products SET review_count = counted.n
  FROM (SELECT product, count(DISTINCT key) AS n FROM staged_reviews GROUP BY product) AS counted
  WHERE counted.product = products.id;
DROP TABLE staged_reviews;
CREATE INDEX products_by_shelf ON products (shelf);
CREATE VIRTUAL TABLE titles USING fts5 (
  title_words, content = 'products', content_rowid = 'id', tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
);
INSERT INTO titles (titles) VALUES ('rebuild');
INSERT INTO titles (titles) VALUES ('optimize');
`;

/** The file is built under another name and renamed when whole, so a crash loses nothing a journal could save. */
export const WRITE_PRAGMAS = `
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA locking_mode = EXCLUSIVE;
PRAGMA temp_store = FILE;
PRAGMA cache_size = -65536;
`;
