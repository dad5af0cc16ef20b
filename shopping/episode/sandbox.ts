import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { ConfigError } from '../../schemas/errors.ts';
import { InfrastructureError } from './drive.ts';

const PACKAGE = '@pydantic/monty';
const VERSION = '0.0.18';
/** The program itself is stopped earlier; this is for a thread that does not answer at all. */
const HARD_LIMIT_MS = 10_000;

/** Output of a program, and its error as Python names it. */
interface Ran {
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
  readonly #thread: URL;

  constructor(hardLimitMs = HARD_LIMIT_MS, thread = new URL('./sandbox-thread.ts', import.meta.url)) {
    this.#hardLimitMs = hardLimitMs;
    this.#thread = thread;
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
    this.#worker ??= await this.#started();
    const worker = this.#worker;
    const { promise, resolve } = Promise.withResolvers<Ran | string>();
    const timer = setTimeout(() => resolve('it took too long'), this.#hardLimitMs);
    const failed = (error: Error & { code?: string }) =>
      resolve(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it took too much memory' : error.message);
    const gone = () => resolve('the interpreter stopped');
    worker.once('message', resolve).once('error', failed).once('exit', gone);
    worker.postMessage(code);
    const ran = await promise;
    clearTimeout(timer);
    worker.off('message', resolve).off('error', failed).off('exit', gone);
    if (typeof ran !== 'string') return ran;
    worker.on('error', () => {});
    await this.close();
    return { output: '', error: `the program was ended: ${ran}` };
  }

  /** A thread that has its interpreter; without one nothing can be said of the agent's program. */
  async #started(): Promise<Worker> {
    const worker = new Worker(this.#thread, { env: {}, resourceLimits: { maxOldGenerationSizeMb: 128 } });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const why = (error: Error) => reject(new InfrastructureError(`the sandbox did not start: ${error.message}`));
    const gone = () => reject(new InfrastructureError('the sandbox did not start: its thread ended'));
    worker.once('message', resolve).once('error', why).once('exit', gone);
    await promise;
    worker.off('error', why).off('exit', gone);
    return worker;
  }
}

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
