import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { canonicalJson } from '../schemas/canonical-json.ts';
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
  readonly #file: number;
  readonly #entries = new Map<string, Entry>();
  #end = 0;

  private constructor(file: number) {
    this.#file = file;
  }

  /** Opens the journal of a run, or starts it anew when it was written with other settings. */
  static open(path: string, runKey: string): Journal {
    const journal = new Journal(openSync(path, existsSync(path) ? 'r+' : 'w+'));
    if (!journal.#load(runKey)) {
      ftruncateSync(journal.#file, 0);
      journal.#entries.clear();
      journal.#end = 0;
      journal.#append(canonicalJson({ journal: 1, runKey }));
    }
    return journal;
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
    closeSync(this.#file);
  }

  #append(line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(this.#file, bytes, written, bytes.length - written, this.#end + written);
    }
    this.#end += bytes.length;
  }

  #readAt({ offset, length }: Entry): string {
    const bytes = Buffer.allocUnsafe(length);
    readSync(this.#file, bytes, 0, length, offset);
    return bytes.toString('utf8');
  }

  /** Reads every whole line; false when the header is missing or names other settings. */
  #load(runKey: string): boolean {
    const size = fstatSync(this.#file).size;
    let first = true;
    for (const { offset, length } of this.#lines(size)) {
      const line = this.#readAt({ offset, length });
      if (first) {
        if (line !== canonicalJson({ journal: 1, runKey })) return false;
        first = false;
      } else {
        const id = idOf(line);
        // A line that is whole but unreadable can only come from outside; what follows it is built again.
        if (id === null) break;
        this.#entries.set(id, { offset, length });
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

function idOf(line: string): string | null {
  try {
    const parsed = TaskResult.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data.id : null;
  } catch {
    return null;
  }
}
