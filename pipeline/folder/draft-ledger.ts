import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { onDisk } from '../../schemas/disk-fault.ts';
import { Finding } from '../../schemas/finding.ts';
import { TaskStatus } from '../../schemas/run.ts';
import { PlannedTask } from '../../schemas/task.ts';
import { marksOf } from '../../text/files/sqlite-file.ts';
import { databaseAsItIs } from '../checkpoints/read-database.ts';
import type { EndedTask } from '../run/ended-task.ts';

/** Path of the draft ledger in a run folder; a finished run has none. */
export const DRAFT_LEDGER = join('.work', 'ledger.db');

/** "CLdg" in ASCII: tells the file from other SQLite files. */
const APPLICATION_ID = 0x434c6467;
const VERSION = 1;
/** Longest wait for a reader of the file. */
const BUSY_MS = 5000;

/** Ends that wait at most until they are put down, and how long. */
const MOST_WAITING = 64;
const LONGEST_WAIT_MS = 200;

const TABLES = `
CREATE TABLE notes (name TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE planned (place INTEGER PRIMARY KEY, wave INTEGER NOT NULL, task TEXT NOT NULL) STRICT;
CREATE TABLE ends (id TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT, WITHOUT ROWID;
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${VERSION};`;

/** Way in which a start of a run came to leave it unfinished; nothing of it is noted where its process was killed. */
const Leaving = z.strictObject({
  /** `done` is a part that waits to be merged with the others. */
  kind: z.enum(['interrupted', 'stopped', 'done']),
  reason: z.string().nullable(),
});
export type Leaving = z.infer<typeof Leaving>;

/** End of a task that its own stages do not decide: it was admitted or not, met a bug, or models left it. */
const NotedEnd = z.strictObject({ status: TaskStatus, findings: z.array(Finding) });
export type NotedEnd = z.infer<typeof NotedEnd>;

/**
 * Notes that the ledger will be made from, while a run is built: the tasks it has planned, in their order, and the ends
 * of those whose own stages do not say it. The checkpoints hold all else. Nothing a run comes to rests on it: it is for
 * people who look at a run before it is finished, begins anew with each start, and is gone when the run is finished.
 */
export class DraftLedger {
  readonly #path: string;
  readonly #db: DatabaseSync;
  #isOpen = true;
  /** Ends that are not put down yet. */
  #ends: EndedTask[] = [];
  #writtenAt = Number.NEGATIVE_INFINITY;

  private constructor(path: string, db: DatabaseSync) {
    this.#path = path;
    this.#db = db;
  }

  /** Begins the draft of a run, in place of that of an earlier start; `head` is what the run says of itself. */
  static begin(path: string, head: Readonly<Record<string, unknown>>): DraftLedger {
    return onDisk(path, () => {
      const db = emptied(path);
      const draft = new DraftLedger(path, db);
      draft.#note('head', head);
      return draft;
    });
  }

  /** Adds tasks of a wave, in the order they are planned in. */
  plan(wave: number, tasks: readonly PlannedTask[]): void {
    onDisk(this.#path, () =>
      this.#db
        .prepare('INSERT INTO planned (wave, task) SELECT ?, value FROM json_each(?) ORDER BY key')
        .run(wave, JSON.stringify(tasks)),
    );
  }

  /** Notes how tasks ended; what comes fast is put down together, soon after. */
  settle(ends: readonly EndedTask[]): void {
    for (const end of ends) if (!isToldByCheckpoints(end)) this.#ends.push(end);
    if (this.#ends.length >= MOST_WAITING || performance.now() - this.#writtenAt >= LONGEST_WAIT_MS) this.#write();
  }

  #write(): void {
    this.#writtenAt = performance.now();
    if (this.#ends.length === 0) return;
    const rows = this.#ends.map(({ task, status, findings }): [string, NotedEnd] => [
      task.id,
      { status, findings: [...findings] },
    ]);
    this.#ends = [];
    onDisk(this.#path, () =>
      this.#db
        .prepare("INSERT OR REPLACE INTO ends SELECT value ->> '$[0]', value -> '$[1]' FROM json_each(?)")
        .run(JSON.stringify(rows)),
    );
  }

  /** Notes how the run is left. */
  leave(leaving: Leaving): void {
    this.#write();
    this.#note('leaving', leaving);
  }

  /** Takes the draft away: the run has its ledger. */
  discard(): void {
    this.close();
    removed(this.#path);
  }

  /** Closes the file. Ends that wait are not put down: a caller that closes without leaving has met with an error. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#db.close();
  }

  #note(name: string, value: unknown): void {
    onDisk(this.#path, () =>
      this.#db.prepare('INSERT OR REPLACE INTO notes VALUES (?, ?)').run(name, JSON.stringify(value)),
    );
  }
}

const isToldByCheckpoints = ({ status, stage }: EndedTask) =>
  status === 'surplus' || (status === 'rejected' && stage !== 'admit');

function removed(path: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
}

/** Opens a draft with nothing in it. What is no draft of this version is of no use to anybody. */
function emptied(path: string): DatabaseSync {
  let db = new DatabaseSync(path, { timeout: BUSY_MS });
  if (isOurs(db)) db.exec('BEGIN; DELETE FROM notes; DELETE FROM planned; DELETE FROM ends; COMMIT');
  else {
    db.close();
    removed(path);
    db = new DatabaseSync(path, { timeout: BUSY_MS });
    db.exec(`BEGIN; ${TABLES} COMMIT`);
  }
  // Others can read while it is written. A power cut may take back what it likes of it.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
  return db;
}

function isOurs(db: DatabaseSync): boolean {
  try {
    const { application, version } = marksOf(db);
    return application === APPLICATION_ID && version === VERSION;
  } catch {
    return false;
  }
}

/** A draft as it was when it was opened, whatever a build adds to it meanwhile. */
export class DraftReader {
  readonly #db: DatabaseSync;

  private constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Null where there is none that this version can read. */
  static open(path: string): DraftReader | null {
    if (!existsSync(path)) return null;
    const db = databaseAsItIs(path);
    if (isOurs(db)) return new DraftReader(db);
    db.close();
    return null;
  }

  /** Head the run wrote of itself; null where its start broke off before that was noted. */
  get head(): unknown {
    return this.#noted('head');
  }

  /** Null while it is built, and where it was killed. */
  get leaving(): Leaving | null {
    return Leaving.nullable().parse(this.#noted('leaving'));
  }

  /** The tasks in the order they were planned in, with what is noted of their ends. */
  *tasks(): Generator<{ readonly wave: number; readonly task: PlannedTask; readonly end: NotedEnd | null }> {
    const rows = this.#db
      .prepare('SELECT wave, task, json FROM planned LEFT JOIN ends ON id = task ->> ? ORDER BY place')
      .iterate('$.id');
    for (const { wave, task, json } of rows) {
      yield {
        wave: Number(wave),
        task: PlannedTask.parse(JSON.parse(String(task))),
        end: json === null ? null : NotedEnd.parse(JSON.parse(String(json))),
      };
    }
  }

  close(): void {
    this.#db.close();
  }

  #noted(name: string): unknown {
    const row = this.#db.prepare('SELECT json FROM notes WHERE name = ?').get(name);
    return row === undefined ? null : JSON.parse(String(row.json));
  }
}
