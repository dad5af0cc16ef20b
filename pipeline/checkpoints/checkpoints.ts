import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { canonicalJson } from '../../schemas/canonical-json.ts';
import { type Checkpoint, type LockedResult, type Step, type TaskResult, TURNS, type Turn } from '../../schemas/run.ts';
import { digestOf } from '../../text/digest.ts';
import { inOneStep, madeOf } from '../../text/files/sqlite-file.ts';
import { databaseAsItIs } from './read-database.ts';
import { guarded, isKnown, opened, readIn, switchTo } from './run-db.ts';
import { type CacheKeys, cacheKeysOf, changesBetween, type RunKey } from './run-key.ts';

/** Path of the checkpoints in a run folder. */
export const RUN_DB = join('.work', 'run.db');

/** Results of earlier starts that a run can use. */
export interface Reuse {
  /** Tasks of which anything can be used, and those of them that need nothing more. */
  readonly tasks: number;
  readonly finished: number;
  /** Differences of this run's key from that of the run last in this folder, in words. */
  readonly changes: readonly string[];
}

/** A lock without its record: what planning goes on from. */
type LockNote = Omit<LockedResult, 'line' | 'origin'>;

type Ended<Kind extends TaskResult['kind']> = Extract<TaskResult, { kind: Kind }>;

/** An end without its record: what planning goes on from. */
export type EndNote =
  | (Omit<Ended<'built'>, 'line'> & { readonly sampleDigest: string })
  | Omit<Ended<'rejected'>, 'line'>
  | Ended<'failed'>;

/** Tasks that come next, as much of each as makes it again, and what is to be done with them. */
export interface Upcoming {
  readonly step: Step;
  readonly tasks: readonly unknown[];
}

type Row = Record<string, unknown>;

/**
 * Checkpoints of a run: what each finished step of its tasks came to, in one SQLite file. A step that was added is there
 * whatever becomes of the process; half of one never is. Steps are found by task and by the key of all that decides
 * them, so those of other settings stay until a run is finished, and count again when their settings come back.
 * Memory holds a note for each task of the run; records stay on disk.
 */
export class Checkpoints {
  readonly #path: string;
  readonly #db: DatabaseSync;
  readonly #key: RunKey;
  readonly #cacheKeys = new Map<string, CacheKeys>();
  /** Those of all its intents, as a JSON array. */
  #allKeys = '[]';
  /** Notes by task; null where they were not read yet: those of a run that goes on are needed late. */
  readonly #locks = new Map<string, LockNote | null>();
  readonly #ends = new Map<string, EndNote | null>();
  readonly #statements: ReturnType<typeof statementsOf>;
  /** Tasks that ended without a lock. */
  #unlocked = 0;
  #changes: readonly string[] = [];
  #closed = false;

  private constructor(path: string, db: DatabaseSync, key: RunKey) {
    this.#path = path;
    this.#db = db;
    this.#key = key;
    this.#statements = statementsOf(db);
    for (const intent of Object.keys(key.intents)) this.#keysOf(intent);
    this.#load();
  }

  /** Opens the checkpoints of a run, made where there are none. */
  static open(path: string, key: RunKey): Checkpoints {
    return guarded(path, () => {
      const db = opened(path);
      return madeOf(db, () => {
        const before = lastKeyIn(db);
        const checkpoints = new Checkpoints(path, db, key);
        if (before !== null) checkpoints.#changes = changesBetween(before, key);
        if (before === null || canonicalJson(before) !== canonicalJson(key)) checkpoints.#begin();
        return checkpoints;
      });
    });
  }

  /** Counts what a run with this key could use of the checkpoints at a path, which stay as they are. */
  static reuseOf(path: string, key: RunKey): Reuse {
    return readIn(path, { tasks: 0, finished: 0, changes: [] }, (db) => {
      const checkpoints = new Checkpoints(path, db, key);
      const before = lastKeyIn(db);
      return { ...checkpoints.reuse, changes: before === null ? [] : changesBetween(before, key) };
    });
  }

  /** Opens those a file was last used for, as they are now, whatever a build adds meanwhile; null where there are none. */
  static asTheyAre(path: string): Checkpoints | null {
    if (!existsSync(path)) return null;
    return guarded(path, () => {
      const db = databaseAsItIs(path);
      const checkpoints = madeOf(db, () => {
        const key = isKnown(db, path) ? lastKeyIn(db) : null;
        return key === null ? null : new Checkpoints(path, db, key);
      });
      if (checkpoints === null) db.close();
      return checkpoints;
    });
  }

  /** Takes over what another file has under this run's key and this one has not; returns how many steps that is. */
  absorb(path: string): number {
    return readIn(path, 0, (db) => {
      const other = new Checkpoints(path, db, this.#key);
      let taken = 0;
      this.#inOneStep(() => {
        for (const id of other.#locks.keys()) if (this.#add(other.lockOf(id))) taken += 1;
        for (const id of other.#ends.keys()) if (this.#add(other.endOf(id))) taken += 1;
      });
      return taken;
    });
  }

  /** Results it had of this run when it was opened, if nothing was added since. */
  get reuse(): Reuse {
    return { tasks: this.size, finished: this.#ends.size, changes: this.#changes };
  }

  /** Tasks of which anything is noted. */
  get size(): number {
    return this.#locks.size + this.#unlocked;
  }

  isLocked(taskId: string): boolean {
    return this.#locks.has(taskId);
  }

  isFinished(taskId: string): boolean {
    return this.#ends.has(taskId);
  }

  /** Lock of a task without its record; null where it has none. */
  lockNoteOf(taskId: string): LockNote | null {
    if (this.#locks.get(taskId) === null) this.#readNotes();
    return this.#locks.get(taskId) ?? null;
  }

  /** End of a task without its record; null where it has none. */
  endNoteOf(taskId: string): EndNote | null {
    if (this.#ends.get(taskId) === null) this.#readNotes();
    return this.#ends.get(taskId) ?? null;
  }

  /** The lock of a task; null where it has none. */
  lockOf(taskId: string): LockedResult | null {
    if (!this.#locks.has(taskId)) return null;
    const [json, origin, ...note] = valuesOf(this.#statements.lock.get(taskId, this.#allKeys));
    const madeOf = origin === null ? {} : { origin: JSON.parse(String(origin)) as unknown };
    return { ...lockNote(note), line: String(json), ...madeOf };
  }

  /** End of a task; null where it has none. */
  endOf(taskId: string): TaskResult | null {
    if (!this.#ends.has(taskId)) return null;
    const broken = this.#ends.get(taskId);
    if (broken?.kind === 'failed') return broken;
    const [json, ...values] = valuesOf(this.#statements.end.get(taskId, this.#allKeys));
    const note = endNote(values);
    const line = String(json);
    if (note.kind !== 'built') return { ...note, line };
    const { sampleDigest: _, ...built } = note;
    return { ...built, line };
  }

  /** Keeps what a step came to; false where it was kept before, and stays as it is. */
  add(checkpoint: Checkpoint): boolean {
    if (this.#has(checkpoint)) return false;
    this.#expectOpen();
    return guarded(this.#path, () => this.#add(checkpoint));
  }

  /** Undoes all steps of these tasks. */
  forget(taskIds: readonly string[]): void {
    const undo = ['locks', 'ends'].map((table) => this.#db.prepare(`DELETE FROM ${table} WHERE id = ? AND ${OF_KEYS}`));
    this.#inOneStep(() => {
      for (const id of taskIds) for (const statement of undo) statement.run(id, this.#allKeys);
    });
    for (const id of taskIds) {
      if (this.#ends.has(id) && !this.#locks.has(id)) this.#unlocked -= 1;
      this.#locks.delete(id);
      this.#ends.delete(id);
    }
  }

  /** The tasks that came next when a run with this key was left; null where that is not known. */
  upcoming(): Upcoming | null {
    const rows = this.#db.prepare('SELECT step, task FROM upcoming ORDER BY place').all() as Row[];
    const step = rows[0]?.step;
    if (step !== 'lock' && step !== 'write') return null;
    return { step, tasks: rows.map(({ task }): unknown => JSON.parse(String(task))) };
  }

  /** Notes which tasks come next, in place of those that were noted before. */
  noteUpcoming({ step, tasks }: Upcoming): void {
    this.#inOneStep(() => {
      this.#db.exec('DELETE FROM upcoming');
      const add = this.#db.prepare('INSERT INTO upcoming (step, task) SELECT ?, value FROM json_each(?)');
      add.run(step, JSON.stringify(tasks));
    });
  }

  /** Leaves what this run is made of alone, in a file that can be copied and read wherever it is. */
  tidy(): void {
    this.#inOneStep(() => {
      for (const table of ['locks', 'ends'])
        this.#db.prepare(`DELETE FROM ${table} WHERE key NOT IN (SELECT value FROM json_each(?))`).run(this.#allKeys);
      this.#db.exec('DELETE FROM upcoming');
    });
    switchTo(this.#db, this.#path, 'DELETE');
    for (const file of filesOfEarlierVersions(this.#path)) rmSync(file, { force: true });
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#db.close();
  }

  /** From now on this is the run that the file was last used by: what came next in another one does not matter. */
  #begin(): void {
    this.#inOneStep(() => {
      this.#db.exec('DELETE FROM upcoming');
      this.#db.prepare("INSERT OR REPLACE INTO meta VALUES ('key', ?)").run(canonicalJson(this.#key));
    });
  }

  #load(): void {
    for (const row of this.#statements.lockIds.iterate(this.#allKeys)) this.#locks.set(String(valuesOf(row)[0]), null);
    for (const row of this.#statements.endIds.iterate(this.#allKeys)) this.#remember(String(valuesOf(row)[0]), null);
  }

  #readNotes(): void {
    for (const row of this.#statements.locks.iterate(this.#allKeys)) {
      const note = lockNote(valuesOf(row));
      if (this.#locks.get(note.id) === null) this.#locks.set(note.id, note);
    }
    for (const row of this.#statements.ends.iterate(this.#allKeys)) {
      const note = endNote(valuesOf(row));
      if (this.#ends.get(note.id) === null) this.#ends.set(note.id, note);
    }
  }

  #keysOf(intent: string): CacheKeys {
    const known = this.#cacheKeys.get(intent);
    if (known !== undefined) return known;
    const keys = cacheKeysOf(this.#key, intent);
    this.#cacheKeys.set(intent, keys);
    this.#allKeys = JSON.stringify([...this.#cacheKeys.values()].flatMap(({ lock, end }) => [lock, end]));
    return keys;
  }

  /** The key of all that decides a step; a task that was turned down before its lock is judged by what decides locks. */
  #keyOf(checkpoint: LockNote | EndNote | Checkpoint): string {
    const { lock, end } = this.#keysOf(checkpoint.intent);
    const isBeforeText =
      checkpoint.kind === 'locked' || (checkpoint.kind === 'rejected' && checkpoint.lockDigest === null);
    return isBeforeText ? lock : end;
  }

  #has({ kind, id }: Checkpoint): boolean {
    return (kind === 'locked' ? this.#locks : this.#ends).has(id);
  }

  #add(checkpoint: Checkpoint | null): boolean {
    if (checkpoint === null || this.#has(checkpoint)) return false;
    const { kind, id, intent } = checkpoint;
    const key = this.#keyOf(checkpoint);
    if (kind === 'locked') {
      const { line, origin, ...note } = checkpoint;
      const madeOf = origin === undefined ? null : JSON.stringify(origin);
      this.#statements.addLock.run(id, key, intent, note.lockDigest, preferenceOf(note), madeOf, line);
      this.#locks.set(id, note);
    } else {
      const note = noteOf(checkpoint);
      const json = checkpoint.kind === 'failed' ? null : checkpoint.line;
      const { stage, code, lockDigest, sampleDigest, group, text, error } = { ...UNKNOWN, ...note };
      this.#statements.addEnd.run(
        ...[id, key, kind, intent, stage, code, lockDigest, sampleDigest, group, text, error, json],
      );
      this.#remember(id, note);
    }
    return true;
  }

  #remember(id: string, note: EndNote | null): void {
    if (!this.#locks.has(id) && !this.#ends.has(id)) this.#unlocked += 1;
    this.#ends.set(id, note);
  }

  #expectOpen(): void {
    if (this.#closed) throw new RangeError(`${this.#path} is closed`);
  }

  #inOneStep<T>(work: () => T): T {
    this.#expectOpen();
    return guarded(this.#path, () => inOneStep(this.#db, work));
  }
}

/** Columns that only some kinds of ends fill. */
const UNKNOWN = { stage: null, code: null, lockDigest: null, sampleDigest: null, group: null, text: null, error: null };

function noteOf(end: TaskResult): EndNote {
  if (end.kind === 'failed') return end;
  const { line, ...note } = end;
  return note.kind === 'built' ? { ...note, sampleDigest: digestOf('sample', line) } : note;
}

const LOCK_NOTE = 'id, intent, lock_digest, preferred';
const END_NOTE = 'kind, id, intent, stage, code, lock_digest, sample_digest, split_group, query';
const OF_KEYS = 'key IN (SELECT value FROM json_each(?))';
/** Failed tasks are not among the ends: a passing fault must not outlive the run it happened in. */
const ENDED = `FROM ends INDEXED BY end_notes WHERE kind <> 'failed' AND ${OF_KEYS}`;
const LOCKED = `FROM locks INDEXED BY lock_notes WHERE ${OF_KEYS}`;

/** Statements of a file; those that read give rows as arrays. */
function statementsOf(db: DatabaseSync) {
  const reading = {
    lockIds: db.prepare(`SELECT id ${LOCKED}`),
    endIds: db.prepare(`SELECT id ${ENDED}`),
    locks: db.prepare(`SELECT ${LOCK_NOTE} ${LOCKED}`),
    ends: db.prepare(`SELECT ${END_NOTE} ${ENDED}`),
    lock: db.prepare(`SELECT json, origin, ${LOCK_NOTE} FROM locks WHERE id = ? AND ${OF_KEYS}`),
    end: db.prepare(`SELECT json, ${END_NOTE} FROM ends WHERE id = ? AND kind <> 'failed' AND ${OF_KEYS}`),
  };
  for (const statement of Object.values(reading)) statement.setReturnArrays(true);
  return {
    ...reading,
    addLock: db.prepare('INSERT INTO locks VALUES (?, ?, ?, ?, ?, ?, ?)'),
    addEnd: db.prepare('INSERT OR REPLACE INTO ends VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
  };
}

/** A row of a statement that gives arrays, as which its type does not know it. */
const valuesOf = (row: unknown) => row as readonly (string | number | null)[];

/** Number of turns behind a lock's own: how much it is preferred, as the file holds it. */
const preferenceOf = ({ turn }: LockNote): number => TURNS.length - 1 - TURNS.indexOf(turn);

function lockNote([id, intent, lockDigest, preferred]: readonly (string | number | null)[]): LockNote {
  return {
    ...{ kind: 'locked', id: String(id), intent: String(intent), lockDigest: String(lockDigest) },
    turn: TURNS[TURNS.length - 1 - Number(preferred)] as Turn,
  };
}

type KeptNote = Exclude<EndNote, { kind: 'failed' }>;

function endNote(values: readonly (string | number | null)[]): KeptNote {
  const [kind, id, intent, stage, code, lockDigest, sampleDigest, group, text] = values as readonly string[];
  const note =
    kind === 'built'
      ? { kind, id, intent, text, lockDigest, group, sampleDigest }
      : { kind, id, intent, code, stage, lockDigest };
  return note as KeptNote;
}

function lastKeyIn(db: DatabaseSync): RunKey | null {
  const row = db.prepare("SELECT value FROM meta WHERE name = 'key'").get() as Row | undefined;
  return row === undefined ? null : (JSON.parse(String(row.value)) as RunKey);
}

/** Finds the records of a task with this lock as JSON texts, under whatever key they were kept. */
export const keptOf = (path: string, taskId: string, lockDigest: string | null) =>
  readIn(path, { lock: null, sample: null, error: null }, (db) => {
    const text = (sql: string, ...given: readonly (string | null)[]) => {
      const row = db.prepare(sql).get(...given) as { text: string } | undefined;
      return row?.text ?? null;
    };
    return {
      lock: text('SELECT json AS text FROM locks WHERE id = ? AND lock_digest = ?', taskId, lockDigest),
      sample: text(
        "SELECT json AS text FROM ends WHERE id = ? AND lock_digest = ? AND kind = 'built'",
        ...[taskId, lockDigest],
      ),
      error: text("SELECT error AS text FROM ends WHERE id = ? AND kind = 'failed' ORDER BY rowid DESC", taskId),
    };
  });

const EARLIER = /^(?:journal\.(?:jsonl|index)|upcoming\.json)/;

/** Files of versions that kept a journal, which this one cannot read, in the folder of a run's checkpoints. */
export function filesOfEarlierVersions(path: string): string[] {
  const folder = dirname(path);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => EARLIER.test(name)) : [];
  return names.map((name) => join(folder, name));
}
