import { createHash, hash } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from '../schemas/errors.ts';
import { FileLock } from './file-lock.ts';

/** A text file written under a temporary name, synced, and renamed when complete; its digest is taken on the way. */
export class AtomicFile {
  readonly #path: string;
  readonly #file: number;
  readonly #digest = createHash('sha256');
  #buffer: string[] = [];
  #buffered = 0;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(`${path}.part`, 'w');
  }

  writeLine(line: string): void {
    this.#buffer.push(line, '\n');
    this.#buffered += line.length + 1;
    if (this.#buffered > 1 << 20) this.#flush();
  }

  /** Makes the file appear under its name; returns the SHA-256 of its content. */
  commit(): string {
    this.#flush();
    fsyncSync(this.#file);
    closeSync(this.#file);
    renameSync(`${this.#path}.part`, this.#path);
    return this.#digest.digest('hex');
  }

  #flush(): void {
    const bytes = Buffer.from(this.#buffer.join(''));
    this.#buffer = [];
    this.#buffered = 0;
    this.#digest.update(bytes);
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#file, bytes, written);
  }
}

/** Writes a small file in one step: readers see the old content or the new, never half of it. */
export function writeAtomically(path: string, content: string): string {
  const file = openSync(`${path}.part`, 'w');
  writeFileSync(file, content);
  fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.part`, path);
  return hash('sha256', content, 'hex');
}

const unwritable = (path: string, error: unknown) =>
  new ConfigError(
    `--out is ${path}, which cannot be written (${(error as NodeJS.ErrnoException).code}); name a folder you may write to`,
  );

/** Any of these says that a folder is a run's. */
const RUN_FILES = ['.work', 'run.json', 'manifest.json'];

/** A visible file of a folder that no run has written to; null where there is none. */
function foreignFile(path: string): string | null {
  if (!existsSync(path) || RUN_FILES.some((name) => existsSync(join(path, name)))) return null;
  try {
    return (
      readdirSync(path)
        .sort()
        .find((name) => !name.startsWith('.')) ?? null
    );
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Makes a folder and those around it; returns the ones that were missing, the outermost first. */
function foldersMade(path: string): string[] {
  const missing: string[] = [];
  for (let folder = path; !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  mkdirSync(path, { recursive: true });
  return missing;
}

/** A folder one run writes to, held by one process at a time. */
export class RunFolder {
  readonly path: string;
  /** The folders that were made for it, the outermost first. */
  readonly #made: readonly string[];
  #lock: FileLock | null = null;

  private constructor(path: string, made: readonly string[]) {
    this.path = path;
    this.#made = made;
  }

  /**
   * Throws when the folder cannot be made or written to; leaves nothing behind. Folders are tried one level at a time:
   * where none can be made (/proc), a recursive mkdir never comes back.
   */
  static check(path: string): void {
    if (existsSync(path) && !statSync(path).isDirectory())
      throw new ConfigError(`--out is ${path}, which is a file; name a folder`);
    const foreign = foreignFile(path);
    if (foreign !== null)
      throw new ConfigError(
        `--out is ${path}, which holds other files (${foreign}) and no run; name a new folder, an empty one or that of a run`,
      );
    let missing = resolve(path);
    while (!existsSync(missing) && !existsSync(dirname(missing))) missing = dirname(missing);
    try {
      if (existsSync(missing)) accessSync(missing, constants.W_OK);
      else {
        mkdirSync(missing);
        rmdirSync(missing);
      }
    } catch (error) {
      throw unwritable(path, error);
    }
  }

  /** Creates the folder where it is missing and takes its lock; a lock whose process is gone is taken over. */
  static open(path: string): RunFolder {
    RunFolder.check(path);
    const made: string[] = [];
    try {
      for (const name of ['.work', 'splits']) made.push(...foldersMade(join(path, name)));
      accessSync(join(path, 'splits'), constants.W_OK);
    } catch (error) {
      throw unwritable(path, error);
    }
    const lock = FileLock.take(join(path, '.work', 'lock'));
    if ('holder' in lock)
      throw new ConfigError(`${path} is being written by ${lock.holder}; wait for it or choose another --out`);
    const folder = new RunFolder(path, made);
    folder.#lock = lock;
    return folder;
  }

  file(...parts: string[]): string {
    return join(this.path, ...parts);
  }

  release(): void {
    this.#lock?.release();
    this.#lock = null;
  }

  /** Releases the folder and takes away what was made for it: for a run that could not even begin. */
  undo(): void {
    this.release();
    const own = [this.file('.work'), this.file('splits')];
    for (const folder of this.#made.toReversed()) {
      if (own.includes(folder)) rmSync(folder, { recursive: true, force: true });
      // Folders around it may have been put to another use by now.
      else if (readdirSync(folder).length === 0) rmdirSync(folder);
    }
  }
}
