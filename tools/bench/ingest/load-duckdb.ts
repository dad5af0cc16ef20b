// A peer of ingest that does the same work: reads the metadata, merges rows of one id, unnests the details into a table of
// each (field, value) with its products, sorted, and titles into one of each word with its products, and writes all of it to
// disk. The words stand in place of its full-text index, an extension that has to be downloaded. It leaves images and videos
// out, and does less in that it splits no list in a value and cleans no text.
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';

/** Parts used of `@duckdb/node-api`, which is installed only where this is run. */
interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string, options: Readonly<Record<string, string>>): Promise<Instance>;
  };
}
interface Instance {
  connect(): Promise<Connection>;
  closeSync(): void;
}
interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRowsJson(): unknown[][] }>;
  closeSync(): void;
}

const [source = '', target = ''] = process.argv.slice(2);
const { DuckDBInstance } = createRequire(new URL('./duckdb/package.json', import.meta.url))(
  '@duckdb/node-api',
) as DuckDb;
const database = await DuckDBInstance.create(target, { threads: String(availableParallelism()) });
const connection = await database.connect();
const steps = [
  // Allows it to read and write with all threads.
  'SET preserve_insertion_order = false',
  `CREATE TEMP TABLE rows AS SELECT * FROM read_json('${source.replaceAll("'", "''")}',
     format = 'newline_delimited', ignore_errors = true, columns = {
       parent_asin: 'VARCHAR', title: 'VARCHAR', store: 'VARCHAR', price: 'VARCHAR', average_rating: 'DOUBLE',
       rating_number: 'BIGINT', main_category: 'VARCHAR', categories: 'VARCHAR[]', features: 'VARCHAR[]',
       description: 'VARCHAR[]', details: 'MAP(VARCHAR, VARCHAR)' })
     WHERE parent_asin <> '' AND title <> ''`,
  'CREATE TEMP TABLE repeated AS SELECT parent_asin FROM rows GROUP BY parent_asin HAVING count(*) > 1',
  // Only the few products of several rows are grouped: the others need not pass through a hash table with all they hold.
  `CREATE TABLE products AS SELECT row_number() OVER () - 1 AS product, * FROM (
     SELECT * FROM rows ANTI JOIN repeated USING (parent_asin)
     UNION ALL
     SELECT parent_asin, any_value(COLUMNS(* EXCLUDE (parent_asin)))
       FROM rows SEMI JOIN repeated USING (parent_asin) GROUP BY parent_asin)`,
  'DROP TABLE rows',
  `CREATE TABLE options AS SELECT field, value, list(product ORDER BY product) AS products
     FROM (SELECT product, entry.key AS field, lower(trim(entry.value)) AS value
       FROM (SELECT product, unnest(map_entries(details)) AS entry FROM products))
     WHERE value <> '' GROUP BY field, value ORDER BY field, value`,
  `CREATE TABLE title_words AS SELECT word, list(product ORDER BY product) AS products
     FROM (SELECT DISTINCT product, unnest(regexp_extract_all(lower(title), '[\\p{L}\\p{N}]+')) AS word FROM products)
     GROUP BY word ORDER BY word`,
  'CHECKPOINT',
];
for (const step of steps) await connection.run(step);
const [[products]] = (await connection.runAndReadAll('SELECT count(*) FROM products')).getRowsJson() as [[string]];
connection.closeSync();
database.closeSync();
console.log(JSON.stringify({ products: Number(products) }));
