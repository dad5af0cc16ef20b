import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { postingsOf } from '../inverted-index/index.ts';

/** `<catalog>.<host>.<process>-<number>.partial`: two programs that build the same catalog at once share no file. */
const PARTIAL = /\.db\.(?<host>[^/]*)\.(?<pid>\d+)-[0-9a-f]{8}\.partial(?:\.postings)?$/;

/** Paths that this process is writing to. */
const underWay = new Set<string>();

/** The name of a catalog while it is being written. */
export function partialOf(database: string): string {
  const name = `${database}.${hostname()}.${process.pid}-${randomBytes(4).toString('hex')}.partial`;
  for (const path of [name, postingsOf(name)]) underWay.add(resolve(path));
  return name;
}

/** Removes what processes of this machine began to write beside a catalog and are not there any more to finish. */
export function removeAbandoned(database: string): void {
  const folder = dirname(database);
  for (const name of readdirSync(folder)) {
    const { host, pid } = PARTIAL.exec(name)?.groups ?? {};
    const path = join(folder, name);
    // What bears this process's number and is not its own is left over from another that had it before.
    const abandoned = Number(pid) === process.pid ? !underWay.has(resolve(path)) : !isRunning(Number(pid));
    if (host === hostname() && abandoned) rmSync(path, { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
