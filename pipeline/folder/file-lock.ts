import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../../schemas/errors.ts';
import { BUSY, sqliteFault, UNREADABLE } from '../../text/files/sqlite-file.ts';

/** Longest wait for a process that is just taking or giving back the lock. */
const BUSY_MS = 250;

export interface Holder {
  readonly host: string;
  readonly pid: number;
}

/**
 * A lock that one process of any number holds: a small SQLite file with an open transaction. The operating system keeps
 * it and lets go of it with the process, however that ends, and file systems that several machines share do so for all
 * of them: there is no stale lock to tell from a live one. The file stays when the lock is given back and means nothing.
 */
export class FileLock {
  readonly #db: DatabaseSync;

  private constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Takes the lock, or says who holds it: null for somebody who has not written that down, as where no file can be locked. */
  static take(path: string): FileLock | { readonly holder: Holder | null } {
    const db = new DatabaseSync(path, { timeout: BUSY_MS });
    try {
      db.exec('BEGIN IMMEDIATE');
      db.exec('CREATE TABLE IF NOT EXISTS holder (host TEXT NOT NULL, pid INTEGER NOT NULL); DELETE FROM holder');
      db.prepare('INSERT INTO holder (host, pid) VALUES (?, ?)').run(hostname(), process.pid);
      // Others can read who holds the lock once that is committed; whoever begins next has it.
      db.exec('COMMIT; BEGIN IMMEDIATE');
      return new FileLock(db);
    } catch (error) {
      const taken = sqliteFault(error) === BUSY ? { holder: holderIn(db) } : null;
      db.close();
      if (taken !== null) return taken;
      if (UNREADABLE.has(sqliteFault(error)))
        throw new ConfigError(`${path} is no lock any more; delete it where nobody writes beside it`, { cause: error });
      throw error;
    }
  }

  /** Takes the lock of something that is written; a ConfigError says who has it and what is to be done. */
  static mustTake(path: string, what: string, advice: string): FileLock {
    const taken = FileLock.take(path);
    if (taken instanceof FileLock) return taken;
    throw new ConfigError(`${what} is being written by ${sentenceOf(taken.holder, path, advice)}`);
  }

  /** Tells who holds the lock, as `take` does; null where nobody does, or where it can only be read. */
  static heldBy(path: string): { readonly holder: Holder | null } | null {
    if (!existsSync(path)) return null;
    const db = new DatabaseSync(path, { timeout: 0 });
    try {
      // Nothing is written, and who takes the lock at this moment waits longer than this takes.
      db.exec('BEGIN IMMEDIATE; ROLLBACK');
      return null;
    } catch (error) {
      return sqliteFault(error) === BUSY ? { holder: holderIn(db) } : null;
    } finally {
      db.close();
    }
  }

  release(): void {
    this.#db.close();
  }
}

function sentenceOf(holder: Holder | null, file: string, advice: string): string {
  if (holder?.host === hostname()) return `process ${holder.pid}; ${advice}`;
  const who = holder === null ? 'another process' : `process ${holder.pid} on ${holder.host}`;
  return `${who}; ${advice} (if nobody does, delete ${file})`;
}

function holderIn(db: DatabaseSync): Holder | null {
  try {
    return (db.prepare('SELECT host, pid FROM holder').get() as Holder | undefined) ?? null;
  } catch {
    return null;
  }
}
