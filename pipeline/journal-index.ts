import { hash } from 'node:crypto';
import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import type { JournalEntry } from '../schemas/run.ts';
import { digestOf } from '../text/digest.ts';
import { entryOf, type Indexed, lineOf, type Note, type Place } from './indexed.ts';

/** An entry without its record, which stays on disk. */
export function noteOf(entry: JournalEntry): Note {
  switch (entry.kind) {
    case 'failed':
      return entry;
    case 'built': {
      const { line, ...rest } = entry;
      return { ...rest, sampleDigest: digestOf('sample', line) };
    }
    case 'rejected': {
      const { line: _, ...rest } = entry;
      return rest;
    }
    case 'locked': {
      const { line: _, origin: __, ...rest } = entry;
      return rest;
    }
  }
}

const FLUSHED_BYTES = 1 << 16;
const NEWLINE = 0x0a;

/**
 * The notes of a journal's entries in a file beside it, so that a run with many tasks goes on without reading their
 * records. Nothing rests on it: what it does not hold, or what does not fit, is read from the journal; a crash leaves it
 * behind, and where it cannot be read or written the run goes on without it.
 */
export class JournalIndex {
  readonly #head: string;
  readonly #isWritten: boolean;
  /** Null where the run goes without it. */
  #file: number | null;
  /** Where its next line goes. */
  #end = 0;
  #waiting: string[] = [];
  #waitingBytes = 0;

  /** The index of the journal with such a header; one that is read only may be missing. */
  constructor(path: string, header: string, isWritten: boolean) {
    this.#isWritten = isWritten;
    this.#head = JSON.stringify({ index: 2, journal: hash('sha256', header, 'hex') });
    this.#file = opened(path, isWritten);
  }

  /** Its entries that follow one another from `start` on and end within `size` bytes, up to the first that does not. */
  read(start: number, size: number): Indexed[] {
    const found: Indexed[] = [];
    this.#try((file) => {
      const bytes = Buffer.allocUnsafe(fstatSync(file).size);
      readSync(file, bytes, 0, bytes.length, 0);
      let next = start;
      for (let from = 0, to = bytes.indexOf(NEWLINE); to !== -1; from = to + 1, to = bytes.indexOf(NEWLINE, from)) {
        if (from === 0) {
          if (bytes.toString('utf8', from, to) !== this.#head) return;
        } else {
          const entry = entryOf(bytes, from, to);
          if (entry === null || entry.offset !== next || entry.offset + entry.length >= size) return;
          next = entry.offset + entry.length + 1;
          found.push(entry);
        }
        this.#end = to + 1;
      }
    });
    return this.#file === null ? [] : found;
  }

  /** Forgets all it holds. */
  clear(): void {
    this.#end = 0;
  }

  /** Cuts off what was not read: it is of another journal, or torn. */
  cut(): void {
    if (!this.#isWritten) return;
    this.#try((file) => {
      if (fstatSync(file).size !== this.#end) ftruncateSync(file, this.#end);
    });
  }

  add(place: Place, note: Note): void {
    if (!this.#isWritten || this.#file === null) return;
    const line = lineOf(place, note);
    this.#waiting.push(line);
    this.#waitingBytes += line.length;
    if (this.#waitingBytes >= FLUSHED_BYTES) this.#flush();
  }

  close(): void {
    if (this.#waiting.length > 0) this.#flush();
    this.#giveUp();
  }

  #flush(): void {
    this.#try((file) => {
      const head = this.#end === 0 ? `${this.#head}\n` : '';
      const bytes = Buffer.from(head + this.#waiting.join(''));
      for (let written = 0; written < bytes.length; )
        written += writeSync(file, bytes, written, bytes.length - written, this.#end + written);
      this.#end += bytes.length;
    });
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  /** Works with the file, if there is one; goes on without it where that fails. */
  #try(work: (file: number) => void): void {
    try {
      if (this.#file !== null) work(this.#file);
    } catch {
      this.#giveUp();
    }
  }

  #giveUp(): void {
    const file = this.#file;
    this.#file = null;
    try {
      if (file !== null) closeSync(file);
    } catch {
      // It was closed already, or nothing can be done about it.
    }
  }
}

/** Null where there is none, or where it cannot be opened. */
function opened(path: string, isWritten: boolean): number | null {
  const isThere = existsSync(path);
  if (!isThere && !isWritten) return null;
  try {
    return openSync(path, isThere ? (isWritten ? 'r+' : 'r') : 'w+');
  } catch {
    return null;
  }
}
