import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { onDisk } from '../../schemas/disk-fault.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { BUSY, marksOf, sqliteFault, UNREADABLE } from '../../text/files/sqlite-file.ts';
import { BUSY_MS, databaseAsItIs } from './read-database.ts';

/** The SQLite file of a run's checkpoints: its tables, how it is opened and written, and what can be wrong with it. */

/** "CRun" in ASCII: tells the file from other SQLite files. */
const APPLICATION_ID = 0x4352756e;
const VERSION = 1;

/**
 * Locks and ends by task and cache key, each with the JSON that its stage wrote, as it was written. The indexes hold all
 * but that, so that a run with many tasks goes on without reading it. People and jq read `tasks`.
 */
const TABLES = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE locks (
  id TEXT NOT NULL, key TEXT NOT NULL, intent TEXT NOT NULL, lock_digest TEXT NOT NULL, preferred INTEGER NOT NULL,
  origin TEXT, json TEXT NOT NULL,
  PRIMARY KEY (id, key)
) STRICT;
CREATE INDEX lock_notes ON locks (key, id, intent, lock_digest, preferred);
CREATE TABLE ends (
  id TEXT NOT NULL, key TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('built', 'rejected', 'failed')),
  intent TEXT NOT NULL, stage TEXT, code TEXT, lock_digest TEXT, sample_digest TEXT, split_group TEXT, query TEXT,
  error TEXT, json TEXT,
  PRIMARY KEY (id, key)
) STRICT;
CREATE INDEX end_notes
  ON ends (key, id, kind, intent, stage, code, lock_digest, sample_digest, split_group, query);
CREATE TABLE upcoming (place INTEGER PRIMARY KEY, step TEXT NOT NULL, task TEXT NOT NULL) STRICT;
CREATE VIEW tasks AS
  SELECT id, 'locked' AS kind, intent, NULL AS stage, NULL AS code, NULL AS error, json FROM locks
  UNION ALL
  SELECT id, kind, intent, stage, code, error, json FROM ends;
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${VERSION};`;

/** Pages (32 MB) that the log grows to before they are moved to the file, for which the run waits each time. */
const LOG_PAGES = 8192;

/** Works with the file; a ConfigError where the disk does not take it, or the file is none of ours. */
export function guarded<T>(path: string, work: () => T): T {
  try {
    return onDisk(path, work);
  } catch (error) {
    if (UNREADABLE.has(sqliteFault(error)))
      throw new ConfigError(
        `${path} is damaged; delete it and run the same command again: what it kept is built anew`,
        { cause: error },
      );
    throw error;
  }
}

/** Opens the file for writing, with its tables. */
export function opened(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: BUSY_MS });
  if (!isKnown(db, path)) db.exec(`BEGIN IMMEDIATE; ${TABLES} COMMIT`);
  // What is added is safe from the end of this process, however it ends, once it is in the log beside the file. A power
  // cut may take back the last of it, never half a step: those are built again.
  switchTo(db, path, 'WAL');
  db.exec(`PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = ${LOG_PAGES}`);
  return db;
}

/** Tells whether the file has our tables; false where it is empty, a ConfigError where it is another program's. */
export function isKnown(db: DatabaseSync, path: string): boolean {
  const { application, version, tables } = marksOf(db);
  if (application === APPLICATION_ID && version === VERSION) return true;
  if (tables === 0) return false;
  throw new ConfigError(
    `${path} is of another version of Cartwright, or of another program; go on with that one, or delete the file to start anew`,
  );
}

/** Changes how the file is written; where a reader does not let go of it, it stays as it is. */
export function switchTo(db: DatabaseSync, path: string, mode: 'WAL' | 'DELETE'): void {
  try {
    guarded(path, () => db.exec(`PRAGMA journal_mode = ${mode}`));
  } catch (error) {
    if (sqliteFault(error) !== BUSY) throw error;
  }
}

/** Reads a file that another process may be writing; what is said instead where there is none, or nothing in it. */
export function readIn<T>(path: string, nothing: T, read: (db: DatabaseSync) => T): T {
  if (!existsSync(path)) return nothing;
  return guarded(path, () => {
    const db = databaseAsItIs(path);
    try {
      return isKnown(db, path) ? read(db) : nothing;
    } finally {
      db.close();
    }
  });
}
