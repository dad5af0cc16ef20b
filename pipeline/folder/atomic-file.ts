import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { onDisk } from '../../schemas/disk-fault.ts';

/** Name of a file until it is complete; one that a run did not come to complete is written anew by the next. */
export const partOf = (path: string) => `${path}.part`;

/** A text file written under a temporary name, synced, and renamed when complete; its digest is taken on the way. */
export class AtomicFile {
  readonly #path: string;
  readonly #part: string;
  readonly #file: number;
  readonly #digest = createHash('sha256');
  #buffer: string[] = [];
  #buffered = 0;

  /** `part` is its temporary name, where another process may be writing the same file. */
  constructor(path: string, part = partOf(path)) {
    this.#path = path;
    this.#part = part;
    this.#file = onDisk(path, () => openSync(part, 'w'));
  }

  writeLine(line: string): void {
    this.write(`${line}\n`);
  }

  write(text: string): void {
    this.#buffer.push(text);
    this.#buffered += text.length;
    if (this.#buffered > 1 << 20) this.#flush();
  }

  /** Makes the file appear under its name; returns the SHA-256 of its content. */
  commit(): string {
    this.#flush();
    onDisk(this.#path, () => {
      fsyncSync(this.#file);
      closeSync(this.#file);
      renameSync(this.#part, this.#path);
    });
    return this.#digest.digest('hex');
  }

  #flush(): void {
    const bytes = Buffer.from(this.#buffer.join(''));
    this.#buffer = [];
    this.#buffered = 0;
    this.#digest.update(bytes);
    onDisk(this.#path, () => {
      for (let written = 0; written < bytes.length; ) written += writeSync(this.#file, bytes, written);
    });
  }
}

/** Writes a small file in one step: readers see the old content or the new, never half of it. */
export function writeAtomically(path: string, content: string): string {
  const file = new AtomicFile(path);
  file.write(content);
  return file.commit();
}
