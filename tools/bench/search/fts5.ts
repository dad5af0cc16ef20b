// The peer of search: SQLite's FTS5 with bm25() over the same texts and the same queries, which it need not count.
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { openCatalog } from '../../../catalog/index.ts';
import { searchedTexts } from '../../../catalog/search/build-index.ts';
import { tokensOf } from '../../../text/normalise.ts';
import { plainQueries } from './queries.ts';

const PLAIN = 200;

function built(path: string, database: string) {
  const start = performance.now();
  const db = new DatabaseSync(database);
  db.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE VIRTUAL TABLE texts USING fts5 (id UNINDEXED, text, content = '', contentless_unindexed = 1,
      detail = full, tokenize = 'porter unicode61'); BEGIN`);
  const insert = db.prepare('INSERT INTO texts (id, text) VALUES (?, ?)');
  for (const { product } of openCatalog(path).products()) insert.run(product.id, searchedTexts(product).join('\n'));
  db.exec("COMMIT; INSERT INTO texts (texts) VALUES ('optimize')");
  db.close();
  return { seconds: (performance.now() - start) / 1000, megabytes: statSync(database).size / 1e6 };
}

function asked(path: string, database: string) {
  const db = new DatabaseSync(database, { readOnly: true });
  db.exec('PRAGMA cache_size = -262144; PRAGMA mmap_size = 4294967296');
  const select = db.prepare('SELECT id FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT 10');
  const expressionOf = (text: string) => [...new Set(tokensOf(text))].map((word) => `"${word}"`).join(' OR ');
  const expressions = plainQueries(openCatalog(path), PLAIN).map(({ text }) => expressionOf(text));
  for (const expression of expressions.slice(0, 20)) select.all(expression);
  const ids: string[][] = [];
  const alone: number[] = [];
  for (const expression of expressions) {
    const before = performance.now();
    ids.push(select.all(expression).map(({ id }) => id as string));
    alone.push(performance.now() - before);
  }
  return { alone, ids };
}

const [what, path = '', database = ''] = process.argv.slice(2);
console.log(JSON.stringify((what === 'build' ? built : asked)(path, database)));
