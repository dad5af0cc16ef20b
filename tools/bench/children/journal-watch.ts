import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Child, watched } from './child.ts';

const POLL_MS = 5;
const CHUNK_BYTES = 1 << 20;
const NEWLINE = 0x0a;
/** How a line begins whose task has ended; the other kind is a lock. */
const END = /^\{"kind":"(?:built|rejected)"/;

/** Follows the journal of a run that another process writes, line by line. */
export class JournalWatch {
  readonly #path: string;
  #file: number | null = null;
  #position = 0;
  /** What has come of a line that is not whole yet. */
  #rest: Buffer[] = [];
  /** Whole lines, the header among them. */
  lines = 0;
  /** Tasks that have ended, with a sample or a rejection. */
  ended = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Reads what was added since it was last looked at. */
  look(): void {
    if (this.#file === null) {
      if (!existsSync(this.#path)) return;
      this.#file = openSync(this.#path, 'r');
    }
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const size = fstatSync(this.#file).size;
    while (this.#position < size) {
      const read = readSync(this.#file, chunk, 0, CHUNK_BYTES, this.#position);
      this.#position += read;
      this.#take(chunk.subarray(0, read));
    }
  }

  #take(bytes: Buffer): void {
    let start = 0;
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...this.#rest, bytes.subarray(start, at)]);
      this.#rest = [];
      this.lines += 1;
      if (END.test(line.toString('latin1', 0, 40))) this.ended += 1;
      start = at + 1;
    }
    if (start < bytes.length) this.#rest.push(Buffer.from(bytes.subarray(start)));
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}

/**
 * Seconds from the start of a run's process to the first task it notes in its journal; null where it ended without one.
 * What earlier starts had noted, header and all, is the number of bytes given.
 */
export async function firstTaskSeconds(child: Child, journal: string, before: number): Promise<number | null> {
  const { hasEnded } = watched(child);
  let header = before;
  while (!hasEnded()) {
    const size = statSync(journal, { throwIfNoEntry: false })?.size ?? 0;
    // A fresh journal begins with a header, which is no task.
    if (header === 0 && size > 0) header = bytesOfFirstLine(journal);
    if (header > 0 && size > header) return (performance.now() - child.startedAt) / 1000;
    await pause(POLL_MS);
  }
  return null;
}

/** 0 while the line is not whole. */
function bytesOfFirstLine(path: string): number {
  const file = openSync(path, 'r');
  const bytes = Buffer.alloc(CHUNK_BYTES);
  const read = readSync(file, bytes, 0, bytes.length, 0);
  closeSync(file);
  return bytes.subarray(0, read).indexOf(NEWLINE) + 1;
}
