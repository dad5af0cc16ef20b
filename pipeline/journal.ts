import { hash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { canonicalJson } from '../schemas/canonical-json.ts';
import { onDisk } from '../schemas/disk-fault.ts';
import { ConfigError } from '../schemas/errors.ts';
import { JournalEntry, type LockedResult, type TaskResult } from '../schemas/run.ts';
import type { EndNote, Indexed, LockNote, Note, Place } from './indexed.ts';
import { JournalIndex, noteOf } from './journal-index.ts';
import { changesBetween, type RunCauses, reusable } from './run-causes.ts';

/** Where a run folder keeps its journal. */
export const JOURNAL = join('.work', 'journal.jsonl');

/** What a run can take over of what was built with other causes. */
export interface Reuse {
  /** Tasks of which anything can be used, and those of them that need nothing more. */
  readonly tasks: number;
  readonly finished: number;
  /** What the journal last in use was built with and this run is not. */
  readonly changes: readonly string[];
}

const CHUNK_BYTES = 1 << 20;
const LONGEST_HEADER = 1 << 18;
const NEWLINE = 0x0a;

/**
 * Append-only file of tasks, a JSON line for each step that was finished, after a header that names the settings they
 * were built with. A torn last line is cut off when the journal is opened, so that half a line is never read as a
 * record. Records stay on disk; memory holds a note per task, which an index keeps beside the journal.
 */
export class Journal {
  readonly #path: string;
  readonly #file: number;
  readonly #locks = new Map<string, Indexed>();
  readonly #ends = new Map<string, Indexed>();
  readonly #isWritten: boolean;
  #index: JournalIndex | null = null;
  #changes: readonly string[] = [];
  /** Tasks that ended without a lock. */
  #unlocked = 0;
  #end = 0;
  /** Where what this process has written begins; what stands before it may have been changed by something else. */
  #ownFrom = Number.POSITIVE_INFINITY;
  #closed = false;

  private constructor(path: string, flags: 'r' | 'r+' | 'w+') {
    this.#path = path;
    this.#file = openSync(path, flags);
    this.#isWritten = flags !== 'r';
  }

  /**
   * Opens the journal of a run. One of other causes is set aside beside it; what it holds that those would not change is
   * taken over, and all of it is taken up again when they come back: what was built stays built.
   */
  static open(path: string, causes: RunCauses): Journal {
    const header = headerOf(causes);
    const journal = onDisk(path, () => {
      const found = existsSync(path) ? firstLineOf(path) : null;
      if (found !== null && found !== header) renameSync(path, asideOf(path, found));
      if (!existsSync(path) && existsSync(asideOf(path, header))) renameSync(asideOf(path, header), path);
      const opened = new Journal(path, existsSync(path) ? 'r+' : 'w+');
      const before = found === null ? null : causesIn(found);
      if (before !== null) opened.#changes = changesBetween(before, causes);
      const isKnown = opened.#load(header);
      ftruncateSync(opened.#file, opened.#end);
      if (!isKnown) opened.#append(header);
      opened.#ownFrom = opened.#end;
      return opened;
    });
    for (const other of journalsBeside(path)) journal.absorb(other);
    return journal;
  }

  /** What a run with these causes could take over of the journals at a path, without opening it for one. */
  static reuseOf(path: string, causes: RunCauses): Reuse {
    let changes: readonly string[] = [];
    const known = new Set<string>();
    const finished = new Set<string>();
    for (const place of [...(existsSync(path) ? [path] : []), ...journalsBeside(path)]) {
      const before = causesIn(firstLineOf(place));
      if (before === null) continue;
      if (place === path) changes = changesBetween(before, causes);
      const other = new Journal(place, 'r');
      for (const { kind, id } of other.#reusable(before, causes)) {
        known.add(id);
        if (kind !== 'locked') finished.add(id);
      }
      other.close();
    }
    return { tasks: known.size, finished: finished.size, changes };
  }

  /** Removes the journals of other settings that were set aside. */
  static forgetOthers(path: string): void {
    for (const other of journalsBeside(path)) rmSync(other, { force: true });
  }

  /** Takes over what another journal holds, this one does not and their causes do not change; returns how many lines. */
  absorb(path: string): number {
    const before = causesIn(firstLineOf(path));
    const now = causesIn(firstLineOf(this.#path));
    if (before === null || now === null) return 0;
    const other = new Journal(path, 'r');
    let taken = 0;
    for (const kept of other.#reusable(before, now)) if (this.append(other.#entryAt(kept))) taken += 1;
    other.close();
    return taken;
  }

  /** Its entries that a run with other causes need not make anew. */
  *#reusable(before: RunCauses, now: RunCauses): Generator<Indexed> {
    const { locks, ends } = reusable(before, now);
    if (locks.size === 0 || !this.#load(headerOf(before))) return;
    for (const kept of [...this.#locks.values(), ...this.#ends.values()]) {
      const note = this.#noteOf(kept);
      // A task that was turned down before its lock is judged by what decides locks.
      const decided = note.kind === 'locked' || (note.kind === 'rejected' && note.lockDigest === null) ? locks : ends;
      if (decided.has(note.intent)) yield kept;
    }
  }

  /** What it took over when it was opened, if nothing was added since. */
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

  /** What is noted of a task's lock, without its record; null where it has none. */
  lockNoteOf(taskId: string): LockNote | null {
    const kept = this.#locks.get(taskId);
    return kept === undefined ? null : (this.#noteOf(kept) as LockNote);
  }

  /** What is noted of how a task ended, without its record; null where it has not. */
  endNoteOf(taskId: string): EndNote | null {
    const kept = this.#ends.get(taskId);
    return kept === undefined ? null : (this.#noteOf(kept) as EndNote);
  }

  /** The lock of a task; null where it has none. */
  lockOf(taskId: string): LockedResult | null {
    const kept = this.#locks.get(taskId);
    return kept === undefined ? null : (this.#entryAt(kept) as LockedResult);
  }

  /** How a task ended; null where it has not. */
  endOf(taskId: string): TaskResult | null {
    const kept = this.#ends.get(taskId);
    return kept === undefined ? null : (this.#entryAt(kept) as TaskResult);
  }

  /** Notes what a step came to; false where it was noted before, and stays as it is. */
  append(entry: JournalEntry): boolean {
    if ((entry.kind === 'locked' ? this.#locks : this.#ends).has(entry.id)) return false;
    const offset = this.#end;
    this.#append(JSON.stringify(entry));
    const note = noteOf(entry);
    const kept = indexed({ offset, length: this.#end - offset - 1 }, note);
    this.#remember(kept);
    this.#index?.add(kept, note);
    return true;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    closeSync(this.#file);
    this.#index?.close();
  }

  #remember(kept: Indexed): void {
    const { kind, id } = kept;
    if (kind === 'locked') {
      this.#locks.set(id, kept);
      return;
    }
    if (!this.#locks.has(id) && !this.#ends.has(id)) this.#unlocked += 1;
    this.#ends.set(id, kept);
  }

  /** What is noted of an entry, by the journal where the index cannot say. */
  #noteOf(kept: Indexed): Note {
    return kept.note ?? noteOf(this.#entryAt(kept));
  }

  #append(line: string): void {
    // The number of a closed file may be another's by now.
    if (this.#closed) throw new RangeError(`${this.#path} is closed`);
    const bytes = Buffer.from(`${line}\n`);
    onDisk(this.#path, () => {
      for (let written = 0; written < bytes.length; ) {
        written += writeSync(this.#file, bytes, written, bytes.length - written, this.#end + written);
      }
    });
    this.#end += bytes.length;
  }

  /** The entry that something is noted of. A ConfigError where the journal says otherwise; the next start reads all of it. */
  #entryAt(kept: Indexed): JournalEntry {
    const entry = this.#entryNotedAt(kept);
    if (entry !== null) return entry;
    const index = indexOf(this.#path);
    rmSync(index, { force: true });
    throw new ConfigError(
      `${this.#path} says something else of ${kept.id} than its index, ${index}: one of them was changed by something else; the index is removed now, run the same command again`,
    );
  }

  /** Null where what stands there is not what is noted. */
  #entryNotedAt(kept: Indexed): JournalEntry | null {
    const entry = entryIn(this.#readAt(kept));
    if (entry === null || entry.kind !== kept.kind || entry.id !== kept.id) return null;
    const { note, offset } = kept;
    return note === null || offset >= this.#ownFrom || canonicalJson(noteOf(entry)) === canonicalJson(note)
      ? entry
      : null;
  }

  #readAt({ offset, length }: Place): string {
    const bytes = Buffer.allocUnsafe(length);
    readSync(this.#file, bytes, 0, length, offset);
    return bytes.toString('utf8');
  }

  /** Takes in every whole line; false when the file has another header, a torn one or none. */
  #load(header: string): boolean {
    const size = fstatSync(this.#file).size;
    this.#index = new JournalIndex(indexOf(this.#path), header, this.#isWritten);
    const head = Buffer.from(`${header}\n`);
    const isOurs = size >= head.length && this.#readAt({ offset: 0, length: head.length }) === `${header}\n`;
    if (isOurs) {
      this.#end = head.length;
      this.#loadIndexed(size);
    }
    this.#index.cut();
    if (!isOurs) return false;
    for (const place of this.#lines(this.#end, size)) {
      const entry = entryIn(this.#readAt(place));
      // A line that is whole but unreadable can only come from outside; what follows it is built again.
      if (entry === null) break;
      const note = noteOf(entry);
      this.#takeBack(indexed(place, note));
      this.#index.add(place, note);
    }
    return true;
  }

  /** Takes in what the index has of the journal, if the last of it is what the journal says. */
  #loadIndexed(size: number): void {
    const indexed = (this.#index as JournalIndex).read(this.#end, size);
    const last = indexed.at(-1);
    if (last === undefined) return;
    if (this.#entryNotedAt(last) === null) {
      this.#index?.clear();
      return;
    }
    for (const one of indexed) this.#takeBack(one);
  }

  #takeBack(found: Indexed): void {
    // What broke off is tried again: a passing fault must not outlive the run it happened in.
    if (found.kind !== 'failed') this.#remember(found);
    this.#end = found.offset + found.length + 1;
  }

  *#lines(from: number, size: number): Generator<Place> {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let start = from;
    for (let position = from; position < size; ) {
      const read = readSync(this.#file, chunk, 0, Math.min(CHUNK_BYTES, size - position), position);
      for (let at = chunk.indexOf(NEWLINE); at !== -1 && at < read; at = chunk.indexOf(NEWLINE, at + 1)) {
        yield { offset: start, length: position + at - start };
        start = position + at + 1;
      }
      position += read;
    }
  }
}

const indexed = ({ offset, length }: Place, note: Note): Indexed => {
  return { offset, length, kind: note.kind, id: note.id, note };
};

function entryIn(line: string): JournalEntry | null {
  try {
    return JournalEntry.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

const headerOf = (causes: RunCauses) => canonicalJson({ journal: 2, ...causes });

/** The causes a header names; null where it is none of ours. */
function causesIn(header: string): RunCauses | null {
  try {
    const { journal, lock, text, intents } = JSON.parse(header) as RunCauses & { journal: unknown };
    return journal === 2 && [lock, text, intents].every((part) => typeof part === 'object')
      ? { lock, text, intents }
      : null;
  } catch {
    return null;
  }
}

/** Where the index of a journal lies; one that was set aside has none. */
const indexOf = (path: string) => join(dirname(path), 'journal.index');

/** Where the journal with a given header waits while another is in use. */
const asideOf = (path: string, header: string) => `${path}.${hash('sha256', header, 'hex').slice(0, 12)}`;

/** Journals of other causes that were set aside, in the order of their names. */
function journalsBeside(path: string): string[] {
  if (!existsSync(dirname(path))) return [];
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(`${basename(path)}.`));
  return names.sort().map((name) => join(dirname(path), name));
}

/** The first line of a file, as far as it was written. */
function firstLineOf(path: string): string {
  const file = openSync(path, 'r');
  const bytes = Buffer.alloc(LONGEST_HEADER);
  const read = readSync(file, bytes, 0, bytes.length, 0);
  closeSync(file);
  return bytes.toString('utf8', 0, read).split('\n', 1)[0] ?? '';
}
