import { Worker } from 'node:worker_threads';
import { StageError } from '../../schemas/errors.ts';

/** The longest line takes half of it. */
const MOST_MEGABYTES = 1024;

/** An error of a thread, as it goes to another. */
export interface Failure {
  readonly failure: { readonly message: string; readonly stack: string; readonly more: object };
}

/** `more` is what the error says beside its message. */
export function failureOf(error: unknown, more: object): Failure {
  const { message, stack = '' } = error as Error;
  return { failure: { message, stack, more } };
}

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** A thread that answers what it is asked, one after the other. */
export class AnsweringThread<Order, Answer extends object> {
  readonly #worker: Worker;
  readonly #waiting: Waiting<Answer>[] = [];
  /** Why it answers no more. */
  #stopped: StageError | null = null;

  /** Tidies up after so many megabytes of what is new. `errorOf` makes the error of a failure that the thread has told. */
  constructor(url: URL, settings: unknown, youngMegabytes: number, errorOf: (failure: Failure['failure']) => Error) {
    const resourceLimits = { maxYoungGenerationSizeMb: youngMegabytes, maxOldGenerationSizeMb: MOST_MEGABYTES };
    this.#worker = new Worker(url, { workerData: settings, resourceLimits });
    this.#worker.on('message', (answer: Answer | Failure) => {
      const { resolve, reject } = this.#waiting.shift() as Waiting<Answer>;
      if ('failure' in answer) reject(Object.assign(errorOf(answer.failure), { stack: answer.failure.stack }));
      else resolve(answer);
    });
    this.#worker.on('error', (cause) => this.#stop((cause as Error).message, { cause }));
    this.#worker.on('exit', (code) => this.#stop(`it ended with ${code}`));
  }

  #stop(reason: string, options?: ErrorOptions): void {
    this.#stopped ??= new StageError(`a thread that read rows stopped: ${reason}`, null, options);
    for (const { reject } of this.#waiting.splice(0)) reject(this.#stopped);
  }

  /** The number of answers still to come. */
  get waiting(): number {
    return this.#waiting.length;
  }

  ask(order: Order, transferred: ArrayBuffer[]): Promise<Answer> {
    if (this.#stopped !== null) throw this.#stopped;
    const answer = new Promise<Answer>((resolve, reject) => this.#waiting.push({ resolve, reject }));
    // Whoever asked may have stopped at an earlier failure.
    answer.catch(() => {});
    this.#worker.postMessage(order, transferred);
    return answer;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
