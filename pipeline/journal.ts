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
import { JournalEntry, LockedResult, TaskResult } from '../schemas/run.ts';

interface Place {
  readonly offset: number;
  readonly length: number;
}

const CHUNK_BYTES = 1 << 20;
const NEWLINE = 0x0a;

/**
 * Append-only file of tasks, a JSON line for each step that was finished, after a header that names the settings they
 * were built with. A torn last line is cut off when the journal is opened, so that half a line is never read as a
 * record. Results stay on disk; memory holds a place per task.
 */
export class Journal {
  readonly #file: number;
  readonly #locks = new Map<string, Place>();
  readonly #ends = new Map<string, Place>();
  /** Tasks that ended without a lock. */
  #unlocked = 0;
  #end = 0;

  private constructor(file: number) {
    this.#file = file;
  }

  /**
   * Opens the journal of a run. One that was written with other settings is set aside beside it, and taken up again when
   * they come back: what was built stays built.
   */
  static open(path: string, runKey: string): Journal {
    const header = headerOf(runKey);
    const found = existsSync(path) ? firstLineOf(path) : null;
    if (found !== null && found !== header) renameSync(path, asideOf(path, found));
    if (!existsSync(path) && existsSync(asideOf(path, header))) renameSync(asideOf(path, header), path);
    const journal = new Journal(openSync(path, existsSync(path) ? 'r+' : 'w+'));
    if (!journal.#load(header)) journal.#append(header);
    return journal;
  }

  /** Removes the journals of other settings that were set aside. */
  static forgetOthers(path: string): void {
    for (const name of readdirSync(dirname(path))) {
      if (name.startsWith(`${basename(path)}.`)) rmSync(join(dirname(path), name), { force: true });
    }
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

  /** The lock of a task; null where it has none. */
  lockOf(taskId: string): LockedResult | null {
    const place = this.#locks.get(taskId);
    return place === undefined ? null : LockedResult.parse(JSON.parse(this.#readAt(place)));
  }

  /** How a task ended; null where it has not. */
  endOf(taskId: string): TaskResult | null {
    const place = this.#ends.get(taskId);
    return place === undefined ? null : TaskResult.parse(JSON.parse(this.#readAt(place)));
  }

  /** Notes what a step came to; what was noted before stays as it is. */
  append(entry: JournalEntry): void {
    if ((entry.kind === 'locked' ? this.#locks : this.#ends).has(entry.id)) return;
    const offset = this.#end;
    this.#append(JSON.stringify(entry));
    this.#note(entry, { offset, length: this.#end - offset - 1 });
  }

  close(): void {
    closeSync(this.#file);
  }

  #note({ id, kind }: JournalEntry, place: Place): void {
    if (kind === 'locked') {
      this.#locks.set(id, place);
      return;
    }
    if (!this.#locks.has(id) && !this.#ends.has(id)) this.#unlocked += 1;
    this.#ends.set(id, place);
  }

  #append(line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(this.#file, bytes, written, bytes.length - written, this.#end + written);
    }
    this.#end += bytes.length;
  }

  #readAt({ offset, length }: Place): string {
    const bytes = Buffer.allocUnsafe(length);
    readSync(this.#file, bytes, 0, length, offset);
    return bytes.toString('utf8');
  }

  /** Reads every whole line; false when the file is empty or its header was torn. */
  #load(header: string): boolean {
    const size = fstatSync(this.#file).size;
    let first = true;
    for (const { offset, length } of this.#lines(size)) {
      const line = this.#readAt({ offset, length });
      if (first) {
        if (line !== header) break;
        first = false;
      } else {
        const entry = entryIn(line);
        // A line that is whole but unreadable can only come from outside; what follows it is built again.
        if (entry === null) break;
        // What broke off is tried again: a passing fault must not outlive the run it happened in.
        if (entry.kind !== 'failed') this.#note(entry, { offset, length });
      }
      this.#end = offset + length + 1;
    }
    ftruncateSync(this.#file, this.#end);
    return !first;
  }

  *#lines(size: number): Generator<Place> {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let start = 0;
    for (let position = 0; position < size; ) {
      const read = readSync(this.#file, chunk, 0, Math.min(CHUNK_BYTES, size - position), position);
      for (let at = chunk.indexOf(NEWLINE); at !== -1 && at < read; at = chunk.indexOf(NEWLINE, at + 1)) {
        yield { offset: start, length: position + at - start };
        start = position + at + 1;
      }
      position += read;
    }
  }
}

function entryIn(line: string): JournalEntry | null {
  try {
    return JournalEntry.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

const headerOf = (runKey: string) => canonicalJson({ journal: 1, runKey });

/** Where the journal with a given header waits while another is in use. */
const asideOf = (path: string, header: string) => `${path}.${hash('sha256', header, 'hex').slice(0, 12)}`;

/** The first line of a file, as far as it was written; journals' headers are short. */
function firstLineOf(path: string): string {
  const file = openSync(path, 'r');
  const bytes = Buffer.alloc(512);
  const read = readSync(file, bytes, 0, bytes.length, 0);
  closeSync(file);
  return bytes.toString('utf8', 0, read).split('\n', 1)[0] ?? '';
}
