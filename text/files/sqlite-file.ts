import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** The kind of a fault by SQLite's result codes, of which the low byte tells it; 0 for what is none of SQLite's. */
export const sqliteFault = (error: unknown): number => ((error as { errcode?: number }).errcode ?? 0) & 0xff;

/** The fault of a file that another process has locked. */
export const BUSY = 5;
/** Those of a file that was damaged, and of one that is no SQLite file. */
export const UNREADABLE: ReadonlySet<number> = new Set([11, 26]);

/** Marks by which a program knows its files: its own number, the version of the tables, and how many there are. */
export const marksOf = (db: DatabaseSync) =>
  db
    .prepare(
      `SELECT application_id AS application, user_version AS version, (SELECT count(*) FROM sqlite_schema) AS tables
       FROM pragma_application_id, pragma_user_version`,
    )
    .get() as Record<'application' | 'version' | 'tables', number>;

/** Makes something of an open file, which is closed where that fails. */
export function madeOf<T>(db: DatabaseSync, make: () => T): T {
  try {
    return make();
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Does all of the work or nothing. A full disk has ended the transaction already. */
export function inOneStep<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const done = work();
    db.exec('COMMIT');
    return done;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** Names a file that nobody writes, which SQLite neither locks for each look-up nor asks whether it changed. */
export function unchangingFile(path: string): URL {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return url;
}
