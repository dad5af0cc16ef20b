import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { diskFault, onDisk } from '../../schemas/disk-fault.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { FileLock } from './file-lock.ts';
import { AGENT, SPLITS } from './layout.ts';

const UNREACHABLE: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR']);

/** Why a folder cannot be used: another is to be named where that helps. */
function unwritable(path: string, error: unknown): ConfigError {
  const { code } = error as NodeJS.ErrnoException;
  const fault = UNREACHABLE.has(code) ? null : diskFault(error, path);
  return (
    fault ?? new ConfigError(`--out is ${path}, which cannot be written (${code}); name a folder you may write to`)
  );
}

/** Path of the lock in a run folder. */
export const LOCK = join('.work', 'lock.db');

/** Names of files each of which marks a folder as a run's. */
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

/** Does what may meet another part of the run doing the same at that moment; returns whether it was this one's doing. */
function unlessMet(codes: readonly string[], act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (codes.includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

/** Tries whether a folder can be made; parts of a run that start at one moment try the same one. */
function probe(folder: string): void {
  unlessMet(['EEXIST'], () => mkdirSync(folder));
  unlessMet(['ENOENT', 'ENOTEMPTY'], () => rmdirSync(folder));
}

/** Makes a folder and those around it; returns the ones that were missing, the outermost first. */
function foldersMade(path: string): string[] {
  const missing: string[] = [];
  for (let folder = path; !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  // Another part's probe of a folder around it may go between two steps; it probes once, so the second try stands.
  if (!unlessMet(['ENOENT'], () => mkdirSync(path, { recursive: true }))) mkdirSync(path, { recursive: true });
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

  /** Throws where the folder cannot be made or written to. In /proc a recursive mkdir never comes back. */
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
      else probe(missing);
    } catch (error) {
      throw unwritable(path, error);
    }
  }

  /** Creates the folder where it is missing and takes its lock; of a process that is gone nothing stands in the way. */
  static open(path: string): RunFolder {
    RunFolder.check(path);
    const made: string[] = [];
    try {
      for (const name of ['.work', SPLITS, AGENT]) {
        made.push(...foldersMade(join(path, name)));
        accessSync(join(path, name), constants.W_OK);
      }
    } catch (error) {
      throw unwritable(path, error);
    }
    const folder = new RunFolder(path, made);
    const lock = folder.file(LOCK);
    folder.#lock = onDisk(lock, () => FileLock.mustTake(lock, path, 'wait for it or choose another --out'));
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
    const own = ['.work', SPLITS, AGENT].map((name) => this.file(name));
    for (const folder of this.#made.toReversed()) {
      if (own.includes(folder)) rmSync(folder, { recursive: true, force: true });
      // Folders around it may have been put to another use by now.
      else if (readdirSync(folder).length === 0) rmdirSync(folder);
    }
  }
}
