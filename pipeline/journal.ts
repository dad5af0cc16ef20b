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
import { TaskResult } from '../schemas/run.ts';

interface Entry {
  readonly offset: number;
  readonly length: number;
}

const CHUNK_BYTES = 1 << 20;
const NEWLINE = 0x0a;

/**
 * Append-only file of finished tasks, one JSON line each after a header that names the settings they were built with.
 * A torn last line is cut off when the journal is opened, so that half a line is never read as a record. Results stay
 * on disk; memory holds a place per task.
 */
export class Journal {
  readonly #path: string;
  readonly #file: number;
  readonly #entries = new Map<string, Entry>();
  #end = 0;
  #closed = false;

  private constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, existsSync(path) ? 'r+' : 'w+');
  }

  /**
   * Opens the journal of a run. One that was written with other settings is set aside beside it, and taken up again when
   * they come back: what was built stays built.
   */
  static open(path: string, runKey: string): Journal {
    const header = headerOf(runKey);
    return onDisk(path, () => {
      const found = existsSync(path) ? firstLineOf(path) : null;
      if (found !== null && found !== header) renameSync(path, asideOf(path, found));
      if (!existsSync(path) && existsSync(asideOf(path, header))) renameSync(asideOf(path, header), path);
      const journal = new Journal(path);
      if (!journal.#load(header)) journal.#append(header);
      return journal;
    });
  }

  /** Removes the journals of other settings that were set aside. */
  static forgetOthers(path: string): void {
    for (const name of readdirSync(dirname(path))) {
      if (name.startsWith(`${basename(path)}.`)) rmSync(join(dirname(path), name), { force: true });
    }
  }

  get size(): number {
    return this.#entries.size;
  }

  has(taskId: string): boolean {
    return this.#entries.has(taskId);
  }

  read(taskId: string): TaskResult {
    const entry = this.#entries.get(taskId);
    if (entry === undefined) throw new RangeError(`the journal holds no result of ${taskId}`);
    return TaskResult.parse(JSON.parse(this.#readAt(entry)));
  }

  append(result: TaskResult): void {
    if (this.#entries.has(result.id)) return;
    const offset = this.#end;
    this.#append(JSON.stringify(result));
    this.#entries.set(result.id, { offset, length: this.#end - offset - 1 });
  }

  close(): void {
    if (!this.#closed) closeSync(this.#file);
    this.#closed = true;
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

  #readAt({ offset, length }: Entry): string {
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
        const result = resultIn(line);
        // A line that is whole but unreadable can only come from outside; what follows it is built again.
        if (result === null) break;
        // What broke off is tried again: a passing fault must not outlive the run it happened in.
        if (result.kind !== 'failed') this.#entries.set(result.id, { offset, length });
      }
      this.#end = offset + length + 1;
    }
    ftruncateSync(this.#file, this.#end);
    return !first;
  }

  *#lines(size: number): Generator<Entry> {
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

function resultIn(line: string): TaskResult | null {
  try {
    return TaskResult.safeParse(JSON.parse(line)).data ?? null;
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
