import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../schemas/errors.ts';
import { BUSY, inOneStep, madeOf, marksOf, sqliteFault } from '../text/files/sqlite-file.ts';

/** Marks the file as ours in SQLite's header: "CWRP". */
const APPLICATION_ID = 0x43_57_52_50;
/** Raised whenever the tables change. */
const SCHEMA_VERSION = 1;
const BUSY_MS = 30_000;
const BETWEEN_TRIES_MS = 10;

/** Long texts stand last, so that sums and counts need not read past them. */
const TABLES = `
CREATE TABLE replies (
  digest TEXT PRIMARY KEY,
  role TEXT NOT NULL,
  model TEXT NOT NULL,
  task_id TEXT NOT NULL,
  run TEXT NOT NULL,
  input_tokens INTEGER,
  output_tokens INTEGER,
  cost_usd_nano INTEGER,
  created_at TEXT NOT NULL,
  request TEXT NOT NULL,
  reply TEXT NOT NULL
);
CREATE INDEX replies_by_task ON replies (task_id, role);
CREATE TABLE late_replies (
  id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL REFERENCES replies,
  task_id TEXT NOT NULL,
  run TEXT NOT NULL,
  input_tokens INTEGER,
  output_tokens INTEGER,
  cost_usd_nano INTEGER,
  created_at TEXT NOT NULL,
  reply TEXT NOT NULL,
  UNIQUE (digest, reply)
);
CREATE TABLE failures (
  id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL,
  role TEXT NOT NULL,
  model TEXT NOT NULL,
  task_id TEXT NOT NULL,
  run TEXT NOT NULL,
  kind TEXT NOT NULL,
  status INTEGER,
  input_tokens INTEGER,
  output_tokens INTEGER,
  cost_usd_nano INTEGER,
  created_at TEXT NOT NULL,
  detail TEXT NOT NULL
);
`;
/** Tables that came later: what was paid for a reply that arrived letter for letter as it is kept already. */
const LATER_TABLES = `
CREATE TABLE IF NOT EXISTS repeated_replies (
  id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL REFERENCES replies,
  task_id TEXT NOT NULL,
  run TEXT NOT NULL,
  input_tokens INTEGER,
  output_tokens INTEGER,
  cost_usd_nano INTEGER,
  created_at TEXT NOT NULL
);
`;

/** Remedies for the faults of SQLite that lie with the file or the disk, by result code. */
const REMEDIES: Readonly<Record<number, string>> = {
  [BUSY]: 'another program has held it locked for half a minute; close that program and run the same command again',
  8: 'it may not be written to; allow that, or move it away',
  10: 'the disk does not read or write it; check the disk, and whether it has room',
  11: 'it is damaged; save what can be read with sqlite3 and its .recover command, or move it away: its replies would then be asked for, and paid, again',
  13: 'there is no room on the disk; make some and run the same command again',
  14: 'it cannot be opened; check that its folder exists and may be written to',
  26: 'it is not a reply store; move it away',
};

/** Works on the file; a fault of it or of the disk is thrown as a ConfigError. */
export function guarded<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const remedy = REMEDIES[sqliteFault(cause)];
    if (remedy === undefined) throw cause;
    throw new ConfigError(`the model replies in ${path}: ${(cause as Error).message}; ${remedy}`, { cause });
  }
}

/** True for a file that is still empty; a ConfigError when it is somebody else's or of another version. */
function isEmpty(db: DatabaseSync, path: string): boolean {
  const { application, version, tables } = marksOf(db);
  if (application === 0 && version === 0 && tables === 0) return true;
  if (application !== APPLICATION_ID)
    throw new ConfigError(`${path} is a database of another program, expected a store of model replies; move it away`);
  if (version !== SCHEMA_VERSION) {
    const writer = version > SCHEMA_VERSION ? 'a newer' : 'an older';
    throw new ConfigError(
      `${path} has version ${version} of ${writer} release, expected ${SCHEMA_VERSION}; use that release, or move the file away: its replies would then be asked for, and paid, again`,
    );
  }
  return false;
}

const createTables = (db: DatabaseSync, path: string) =>
  inOneStep(db, () => {
    // Another process may have made them while this one waited for the lock.
    if (isEmpty(db, path))
      db.exec(`${TABLES}PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION};`);
  });

/** Switches to a log beside the file. SQLite waits for other processes with every statement but this one. */
function switchToLog(db: DatabaseSync, path: string): void {
  const statement = db.prepare('PRAGMA journal_mode = WAL');
  const giveUp = performance.now() + BUSY_MS;
  for (;;) {
    try {
      const { journal_mode } = statement.get() as { journal_mode: string };
      if (journal_mode === 'wal') return;
      throw new ConfigError(`${path} lies where processes cannot share files; put it on a local disk`);
    } catch (error) {
      if (sqliteFault(error) !== BUSY || performance.now() > giveUp) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BETWEEN_TRIES_MS);
    }
  }
}

/** Opens the file of model replies, made where it is missing and `create` allows it. */
export function openReplyDatabase(path: string, { create }: { readonly create: boolean }): DatabaseSync {
  if (!create && !existsSync(path))
    throw new ConfigError(`${path} is missing, expected recorded model replies; run with --writer openai first`);
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new ConfigError(`the folder of ${path} cannot be made (${code}); check what stands there`, { cause });
  }
  return guarded(path, () => {
    const db = new DatabaseSync(path, { timeout: BUSY_MS });
    return madeOf(db, () => {
      if (isEmpty(db, path)) createTables(db, path);
      switchToLog(db, path);
      db.exec(LATER_TABLES);
      // A reply is safe from the end of this process, however it ends, once its put returns. NORMAL leaves the flush to
      // the disk to the checkpoints: a power cut may take back the last replies (a few MB of log at most, never half of
      // one, and they are asked for again), while FULL would stop every thread's calls for a flush per reply, which was
      // measured at ten times the cost of a put and is far more on a slow disk.
      db.exec('PRAGMA synchronous = NORMAL');
      return db;
    });
  });
}
