// A peer of ingest: DuckDB reads the metadata and unnests details and features into tables. It leaves images and videos out.
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';

/** What is used of `@duckdb/node-api`, which is installed only where this is run. */
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
       description: 'VARCHAR[]', details: 'MAP(VARCHAR, VARCHAR)' })`,
  'CREATE TABLE products AS SELECT * EXCLUDE (features, details) FROM rows',
  `CREATE TABLE features AS
     SELECT parent_asin, generate_subscripts(features, 1) AS place, unnest(features) AS feature FROM rows`,
  `CREATE TABLE details AS SELECT parent_asin, entry.key AS field, entry.value AS value
     FROM (SELECT parent_asin, unnest(map_entries(details)) AS entry FROM rows)`,
];
for (const step of steps) await connection.run(step);
const [[products]] = (await connection.runAndReadAll('SELECT count(*) FROM products')).getRowsJson() as [[string]];
connection.closeSync();
database.closeSync();
console.log(JSON.stringify({ products: Number(products) }));
