import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { ConfigError } from '../../schemas/errors.ts';

const PACKAGE = '@pydantic/monty';
const VERSION = '0.0.18';
/** The program itself is stopped earlier; this is for a thread that does not answer at all. */
const HARD_LIMIT_MS = 10_000;

/** What a program wrote; its error as Python names it. */
export interface Ran {
  readonly output: string;
  readonly error: string | null;
}

/**
 * Runs agents' Python programs, one after the other, in a thread that is ended where it does not answer. Monty is an
 * interpreter of its own, not CPython: without files, network, environment, clock, packages or `eval`, with limits on time,
 * memory and depth. So equal programs print equal texts.
 */
export class Sandbox {
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();
  readonly #hardLimitMs: number;

  constructor(hardLimitMs = HARD_LIMIT_MS) {
    this.#hardLimitMs = hardLimitMs;
  }

  run(code: string): Promise<Ran> {
    const next = this.#last.then(() => this.#run(code));
    this.#last = next.catch(() => {});
    return next;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
  }

  async #run(code: string): Promise<Ran> {
    this.#worker ??= new Worker(new URL('./sandbox-thread.ts', import.meta.url), {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    });
    const worker = this.#worker;
    const { promise, resolve } = Promise.withResolvers<Ran | null>();
    const timer = setTimeout(() => resolve(null), this.#hardLimitMs);
    const lost = () => resolve(null);
    worker.once('message', resolve).once('error', lost).once('exit', lost);
    worker.postMessage(code);
    const ran = await promise;
    clearTimeout(timer);
    worker.off('message', resolve).off('error', lost).off('exit', lost);
    if (ran !== null) return ran;
    await this.close();
    return { output: '', error: 'the program was ended: it took too long' };
  }
}

/** Whether the interpreter is there. */
export function hasInterpreter(): boolean {
  try {
    createRequire(import.meta.url).resolve(PACKAGE);
    return true;
  } catch {
    return false;
  }
}

/** Opens the sandbox; a ConfigError where its package is not installed. */
export function openSandbox(): Sandbox {
  if (!hasInterpreter())
    throw new ConfigError(
      `--python needs ${PACKAGE}, which is installed apart: npm install --no-save ${PACKAGE}@${VERSION}`,
    );
  return new Sandbox();
}
