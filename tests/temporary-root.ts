import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const PREFIX = 'cartwright-test-';

/** Where Linux has a file system in memory, on which nothing waits for a disk. */
const IN_MEMORY = '/dev/shm';
/** Three times what all tests together were seen to write. */
const ENOUGH_BYTES = 6 * 2 ** 30;

/** The folder that the root is made in: the one that is named, or else memory where there is enough of it. */
function outerFolder(): string {
  if (process.env.TMPDIR !== undefined) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (Math.min(bavail * bsize, process.availableMemory() / 2) >= ENOUGH_BYTES) return IN_MEMORY;
  } catch {
    // Another system.
  }
  return tmpdir();
}

/**
 * One folder for everything that a test run puts into the temporary directory: tests and the processes they start find it
 * as their TMPDIR. It is gone when the run is over, also when the run was interrupted or killed: a process of its own
 * waits for that and tidies up.
 */
export default function setup(): () => void {
  const named = process.env.TMPDIR;
  const outer = outerFolder();
  removeForgotten(outer);
  const root = join(outer, `${PREFIX}${process.pid}`);
  mkdirSync(root);
  // Ends with its standard input, which ends with this process. Detached, so that Ctrl-C does not reach it.
  const guard = spawn(process.execPath, [import.meta.filename, root], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  process.env.TMPDIR = root;
  return () => {
    if (named === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = named;
    remove(root);
  };
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Folders of runs that ended together with their guard, as at a power cut. */
function removeForgotten(outer: string): void {
  for (const name of readdirSync(outer)) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length)) : Number.NaN;
    if (Number.isInteger(pid) && !isAlive(pid)) remove(join(outer, name));
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Processes that were started with the folder as their TMPDIR, where the system tells (Linux). */
function startedWith(folder: string): number[] {
  const isOf = (pid: string) => {
    try {
      return `\0${readFileSync(`/proc/${pid}/environ`, 'latin1')}`.includes(`\0TMPDIR=${folder}\0`);
    } catch {
      return false;
    }
  };
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && isOf(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Waits for the end of the test run, then ends what it left running and removes its folder. */
async function guard(folder: string): Promise<void> {
  for await (const _ of process.stdin);
  for (let left = startedWith(folder); left.length > 0; left = startedWith(folder)) {
    for (const pid of left) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Gone in the meantime.
      }
    }
    await pause(20);
  }
  remove(folder);
}

if (process.argv[1] === import.meta.filename) await guard(process.argv[2] as string);
