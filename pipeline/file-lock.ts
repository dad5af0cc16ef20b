import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';

interface Holder {
  readonly host: string;
  readonly pid: number;
  /** When the process started, as the system counts it; null where the system does not tell. */
  readonly started: string | null;
}

/** State and start time of a process, from Linux's process table; null elsewhere and for a process that is gone. */
function processEntry(pid: number): { state: string; started: string } | null {
  try {
    // The second field is the program's name in brackets, which may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { state: fields[0] ?? '', started: fields[19] ?? '' };
  } catch {
    return null;
  }
}

const thisProcess = (): Holder => ({
  host: hostname(),
  pid: process.pid,
  started: processEntry(process.pid)?.started ?? null,
});

/** Whether the process a lock names still runs. Another machine's processes cannot be asked: they count as running. */
function isRunning({ host, pid, started }: Holder): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const entry = processEntry(pid);
  // A number that another process took over, or one that ended and was never waited for, holds nothing.
  return entry === null || started === null || (entry.started === started && entry.state !== 'Z');
}

function holderIn(content: string): Holder | null {
  try {
    const { host, pid, started } = JSON.parse(content) as Holder;
    return typeof host === 'string' && Number.isInteger(pid) && pid > 0 ? { host, pid, started } : null;
  } catch {
    return null;
  }
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** A lock that one process of any number holds. A lock whose process is gone is taken over. */
export class FileLock {
  readonly #path: string;
  readonly #content: string;

  private constructor(path: string, content: string) {
    this.#path = path;
    this.#content = content;
  }

  /** Takes the lock, or says who holds it. It appears whole or not at all: written elsewhere, then linked. */
  static take(path: string): FileLock | { readonly holder: string } {
    const content = JSON.stringify(thisProcess());
    const own = `${path}.${randomBytes(6).toString('hex')}`;
    writeFileSync(own, content);
    try {
      for (;;) {
        try {
          linkSync(own, path);
          return new FileLock(path, content);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        }
        const found = contentOf(path);
        if (found === null) continue;
        const holder = holderIn(found);
        if (holder !== null && isRunning(holder)) {
          return {
            holder: holder.host === hostname() ? `process ${holder.pid}` : `process ${holder.pid} on ${holder.host}`,
          };
        }
        setAside(path, found);
      }
    } finally {
      rmSync(own, { force: true });
    }
  }

  /** Gives the lock back, unless somebody else has it by now. */
  release(): void {
    if (contentOf(this.#path) === this.#content) rmSync(this.#path, { force: true });
  }
}

/** Removes a stale lock; of several processes that try, one does, and a lock that was renewed meanwhile is put back. */
function setAside(path: string, stale: string): void {
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (contentOf(aside) !== stale) {
    try {
      linkSync(aside, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  rmSync(aside, { force: true });
}
