import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../../schemas/errors.ts';
import { madeOf, sqliteFault, unchangingFile } from '../../text/files/sqlite-file.ts';

/** Longest wait for another process that has the file: one that makes it, moves its log into it, or reads it. */
export const BUSY_MS = 5000;
/** SQLite's result codes for what would have to be written beside a file in order to read it, and cannot be. */
const UNWRITABLE: ReadonlySet<number> = new Set([8, 14]);

/**
 * Opens a SQLite file for reading, which another process may be writing meanwhile: all that is read is as it was when
 * this was called. Of a file whose log was moved into it nothing has to be written beside it, so that its folder may be
 * one that can only be read.
 */
export function databaseAsItIs(path: string): DatabaseSync {
  try {
    return opened(path);
  } catch (error) {
    if (!UNWRITABLE.has(sqliteFault(error))) throw error;
    if (!existsSync(`${path}-wal`)) return opened(unchangingFile(path));
    throw new ConfigError(
      `${path} cannot be read where nothing can be written beside it; copy the run folder to where you may write and read it there`,
      { cause: error },
    );
  }
}

function opened(path: string | URL): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });
  return madeOf(db, () => {
    // The first thing that is read fixes what all others see.
    db.exec('BEGIN');
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return db;
  });
}
