import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** Result of a process that was measured. */
export interface Ended {
  /** From its start to its end, the start of its runtime included. */
  readonly seconds: number;
  /** Most memory it held at once; null where it was killed or does not say. */
  readonly peakMegabytes: number | null;
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Child {
  /** As `performance.now` tells it. */
  readonly startedAt: number;
  readonly ended: Promise<Ended>;
  stop(signal: 'SIGINT' | 'SIGKILL'): void;
}

const USAGE = new URL('./usage.ts', import.meta.url).href;
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

async function textOf(stream: Readable): Promise<string> {
  let text = '';
  for await (const piece of stream.setEncoding('utf8')) text += piece;
  return text;
}

/** Starts a program in a fresh process, in the folder of the project. */
export function startChild(command: string, args: readonly string[]): Child {
  const startedAt = performance.now();
  const process = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  const [stdout, stderr, usage] = process.stdio.slice(1) as [Readable, Readable, Readable];
  const exit = new Promise<{ code: number | null; seconds: number }>((resolve, reject) => {
    process.once('error', reject);
    process.once('exit', (code) => resolve({ code, seconds: (performance.now() - startedAt) / 1000 }));
  });
  const ended = Promise.all([exit, textOf(stdout), textOf(stderr), textOf(usage)]).then(
    ([{ code, seconds }, out, errors, used]): Ended => ({
      seconds,
      peakMegabytes: used === '' ? null : (JSON.parse(used) as { peakMegabytes: number }).peakMegabytes,
      code,
      stdout: out,
      stderr: errors,
    }),
  );
  // Whoever waits for it sees a failure; nobody has to.
  ended.catch(() => undefined);
  return { startedAt, ended, stop: (signal) => process.kill(signal) };
}

/** Starts a script of this project in a fresh Node that tells how much memory it took. */
export const startNode = (script: string, args: readonly string[]): Child =>
  startChild(process.execPath, ['--import', USAGE, script, ...args]);

/** Waits for the result of a child that has to end with one of these codes. */
export async function endOf(what: string, child: Child, codes: readonly number[] = [0]): Promise<Ended> {
  const ended = await child.ended;
  if (ended.code !== null && codes.includes(ended.code)) return ended;
  const said = ended.stderr.trim().split('\n').slice(-5).join('\n');
  throw new Error(`${what} ended with ${ended.code ?? 'a signal'}, expected ${codes.join(' or ')}; it said:\n${said}`);
}

/** Watches a child, so that it can be asked at any time whether it has ended. */
export function watched(child: Child): { hasEnded(): boolean } {
  let isOver = false;
  child.ended
    .finally(() => {
      isOver = true;
    })
    .catch(() => undefined);
  return { hasEnded: () => isOver };
}
