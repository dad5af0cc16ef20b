import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCatalog } from '../../../catalog/index.ts';
import { type Child, endOf, startChild, startNode } from '../children/child.ts';
import type { MadeCatalog } from '../made-catalogs.ts';
import { say } from '../part.ts';

/** Time and memory that one reading of a catalog took. */
export interface Taken {
  readonly seconds: number;
  readonly peakMegabytes: number;
}

/** One way to read a catalog. */
export interface Contestant {
  readonly name: string;
  /** Why it cannot be measured here; null where it can. */
  missing(): string | null;
  /** Reads the catalog into a folder that is empty and stays its own. */
  read(catalog: MadeCatalog, folder: string): Promise<Taken>;
}

interface Told {
  readonly products: number;
  /** Peak memory, where no preload tells it. */
  readonly peakMegabytes?: number;
}

/** A few rows are broken and a few stand there twice; a contestant that kept fewer did something else. */
const LEAST_KEPT = 0.99;

async function taken(name: string, child: Child, { products }: MadeCatalog, told: (stdout: string) => Told) {
  const ended = await endOf(name, child);
  const { products: kept, peakMegabytes = ended.peakMegabytes } = told(ended.stdout);
  if (!(kept >= LEAST_KEPT * products))
    throw new Error(`${name} kept ${kept} of ${products} products, expected at least ${LEAST_KEPT * 100} %`);
  return { seconds: ended.seconds, peakMegabytes: peakMegabytes ?? Number.NaN };
}

const lastLine = (stdout: string) => JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Told;

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Tells whether a command can be run, and ends well. */
const runs = (command: string, args: readonly string[], cwd?: string) =>
  spawnSync(command, args, { cwd, stdio: 'ignore' }).status === 0;

export const OURS: Contestant = {
  name: 'ours',
  missing: () => null,
  read(catalog, folder) {
    const database = join(folder, 'catalog.db');
    return taken(
      'build:catalog',
      startNode('cli/main.ts', ['build:catalog', catalog.meta, '--out', database]),
      catalog,
      () => ({ products: productsIn(database) }),
    );
  },
};

/** The number of products in a catalog: what a command prints of it is for people. */
function productsIn(database: string): number {
  const catalog = openCatalog(database);
  try {
    return catalog.size;
  } finally {
    catalog.close();
  }
}

export const PARSE_LINES: Contestant = {
  name: 'gunzip + JSON.parse',
  missing: () => null,
  read: (catalog) =>
    taken('gunzip and JSON.parse', startNode(here('./parse-lines.ts'), [catalog.meta]), catalog, lastLine),
};

const DUCKDB_FOLDER = here('./duckdb');

export const DUCKDB: Contestant = {
  name: 'DuckDB',
  missing() {
    const isLoaded = () => runs(process.execPath, ['-e', 'require("@duckdb/node-api")'], DUCKDB_FOLDER);
    if (isLoaded()) return null;
    say('installing DuckDB, 70 MB, into tools/bench/ingest/duckdb');
    const isInstalled = runs('npm', ['install', '--no-audit', '--no-fund'], DUCKDB_FOLDER);
    return isInstalled && isLoaded() ? null : 'not to be had here';
  },
  read: (catalog, folder) =>
    taken(
      'DuckDB',
      startNode(here('./load-duckdb.ts'), [catalog.meta, join(folder, 'catalog.duckdb')]),
      catalog,
      lastLine,
    ),
};

/** SQLite of some Pythons comes without full-text search. */
const FTS5 = "import sqlite3; sqlite3.connect(':memory:').execute('CREATE VIRTUAL TABLE texts USING fts5 (text)')";

export const PLAIN_LOADER: Contestant = {
  name: 'Python sqlite3 + FTS5',
  missing: () => (runs('python3', ['-c', FTS5]) ? null : 'no Python with FTS5 here'),
  read: (catalog, folder) =>
    taken(
      'the plain loader',
      startChild('python3', [here('./plain_loader.py'), catalog.meta, join(folder, 'catalog.db')]),
      catalog,
      lastLine,
    ),
};
