import { basename } from 'node:path';
import { type Clock, sleep } from '../../schemas/clock.ts';
import type { Reservation } from '../budget.ts';
import type { Dialect } from '../chat-completion.ts';
import { refusedBatchCall, unknownBatch } from '../messages.ts';
import { atLeast, retryDelayMs } from '../retry.ts';
import { BatchCallError, type BatchEndpoint, type ShownBatch } from './batch-endpoint.ts';
import type { BatchLedger } from './batch-ledger.ts';
import type { BatchPace } from './batch-pace.ts';
import { BatchResults, type BatchResultsSettings, type WaitingRequest } from './batch-results.ts';

export type BatchCalls = Pick<
  BatchEndpoint,
  'address' | 'keyName' | 'upload' | 'create' | 'show' | 'cancel' | 'since' | 'read'
>;

export interface BatchJobSettings extends BatchResultsSettings {
  readonly endpoint: BatchCalls;
  readonly ledger: Pick<BatchLedger, 'begin' | 'submitted' | 'end'>;
  readonly pace: BatchPace;
  readonly clock: Clock;
  readonly now: () => Date;
  /** Ends waits, with the reason. */
  readonly stopped: AbortSignal;
  /** Ends calls under way. */
  readonly killed: AbortSignal;
}

export interface NewJob {
  readonly name: string;
  readonly model: string;
  readonly dialect: Dialect;
  readonly submittedAt: Date;
  readonly id: string | null;
  /** True where an earlier start submitted it: then it may have been over for hours. */
  readonly isResumed: boolean;
  readonly requests: ReadonlyMap<WaitingRequest, Reservation>;
}

/** Requests that a batch left to do. */
export interface JobEnd {
  readonly again: readonly WaitingRequest[];
  readonly online: readonly WaitingRequest[];
  /** The reason of a failure as a whole, which cost nothing; null for none. */
  readonly failure: { readonly code: string; readonly said: string } | null;
}

type Status = ShownBatch['status'];

/** Keys of our metadata of a batch: its name, by which it is found again, and for people its run and input. */
const METADATA = { name: 'cartwright_batch', run: 'cartwright_run', input: 'cartwright_input' } as const;
/** Most that a provider takes as a value. */
const LONGEST_METADATA = 512;
const OVER: ReadonlySet<Status> = new Set(['completed', 'failed', 'expired', 'cancelled']);
const CANCELLABLE: ReadonlySet<Status> = new Set(['validating', 'in_progress']);
const RUNNING: ReadonlySet<Status> = new Set([...CANCELLABLE, 'finalizing']);
/** The batch to go on with among several of one name, first to last: what a batch has done is paid for. */
const BY_WORTH: readonly Status[] = [
  ...(['completed', 'finalizing', 'in_progress', 'validating'] as const),
  ...(['expired', 'cancelling', 'cancelled', 'failed'] as const),
];
const GROWTH = 1.5;
const ATTEMPTS = 7;
/** Polls in a row that find no answer: with their own retries more than an hour. */
const MOST_MISSED_POLLS = 30;
/** Files are read again where they lack lines: they may not have been whole, or not all there. */
const READS = 3;
/** The provider's clock may go wrong by so much. */
const CLOCK_MS = 3_600_000;

/** One batch from its submission to the last line of its results. */
export class BatchJob {
  readonly #settings: BatchJobSettings;
  readonly #job: NewJob;
  readonly #results: BatchResults;
  readonly #looked = Promise.withResolvers<void>();
  #id: string | null;

  constructor(settings: BatchJobSettings, job: NewJob) {
    this.#settings = settings;
    this.#job = job;
    this.#id = job.id;
    this.#results = new BatchResults(settings, job.dialect, job.requests);
  }

  /** Requests without a result yet. */
  get size(): number {
    return this.#results.size;
  }

  /** True where somebody in this run waits for a result of it. */
  get isAwaited(): boolean {
    return this.#results.isAwaited;
  }

  /** Resolves when the batch was looked at once, and collected where it was over, or cancelled where it is too slow. */
  get looked(): Promise<void> {
    return this.#looked.promise;
  }

  /** Writes the batch down, then sends it; rejects with the sentence that ends the run where it is refused. */
  async submit(lines: readonly string[], inputDigest: string): Promise<void> {
    const { endpoint, stopped, killed } = this.#settings;
    const { name } = this.#job;
    this.#writeDown(inputDigest);
    const run = basename(this.#settings.run).slice(0, LONGEST_METADATA);
    const metadata = { [METADATA.name]: name, [METADATA.run]: run, [METADATA.input]: inputDigest };
    // Whether the answer to a creation was lost, so that the batch may be there all the same.
    let isUncertain = false;
    try {
      const text = `${lines.join('\n')}\n`;
      const file = await this.#withRetries(() => endpoint.upload(text, name.slice(0, 16), killed));
      stopped.throwIfAborted();
      const create = () =>
        endpoint.create(file, metadata, killed).catch((error: unknown) => {
          isUncertain ||= !(error instanceof BatchCallError && error.isRefusal);
          throw error;
        });
      this.#id = await this.#withRetries(create, async () => (isUncertain ? this.#best() : null));
    } catch (error) {
      // What may be there is looked for by the next start.
      if (!isUncertain) this.#drop();
      throw this.#sentenceFor(error, 'take a batch');
    }
    await this.#made(this.#id, isUncertain);
  }

  /** Watches the batch until it is over and collects what it brought. */
  async finish(): Promise<JobEnd> {
    try {
      this.#id ??= await this.#adopted();
      return this.#id === null ? this.#left(null) : await this.#collect(await this.#over(this.#id), this.#id);
    } finally {
      this.#looked.resolve();
    }
  }

  #writeDown(inputDigest: string): void {
    const { endpoint, ledger } = this.#settings;
    const { name, model, requests } = this.#job;
    try {
      ledger.begin({ name, address: endpoint.address, model, inputDigest, requests: [...requests.keys()] });
    } catch (error) {
      this.#results.untouched();
      throw error;
    }
  }

  /** Writes down the id of a batch; where its creation was uncertain, others of its name may be there too. */
  async #made(id: string, isUncertain: boolean): Promise<void> {
    if (isUncertain) await this.#cancelOthers(id);
    this.#settings.ledger.submitted(this.#job.name, id);
  }

  /** Takes back a batch that never came about. */
  #drop(): void {
    this.#results.untouched();
    this.#settings.ledger.end(this.#job.name, 'never made');
  }

  /** The id of a batch whose creation was never answered; null where it was never made. */
  async #adopted(): Promise<string | null> {
    const { clock, pace, now, stopped } = this.#settings;
    const look = () => this.#called('list its batches', () => this.#best());
    let id = await look();
    if (id === null && now().getTime() - this.#job.submittedAt.getTime() < CLOCK_MS) {
      // What was sent a moment ago may still be on its way into the list.
      await sleep(clock, pace.firstPollMs, stopped);
      id = await look();
    }
    if (id === null) this.#drop();
    else await this.#made(id, true);
    return id;
  }

  /** The provider's batches of this name, newest first: one whose creation was never answered, and beside it its retry. */
  async #duplicates(): Promise<ShownBatch[]> {
    const { endpoint, killed } = this.#settings;
    const { name, submittedAt } = this.#job;
    const batches = await endpoint.since(new Date(submittedAt.getTime() - CLOCK_MS), killed);
    return batches.filter(({ metadata }) => metadata[METADATA.name] === name);
  }

  /** The id of the duplicate to go on with; null where there is none. */
  async #best(): Promise<string | null> {
    const batches = await this.#duplicates();
    const [best] = batches.toSorted((a, b) => BY_WORTH.indexOf(a.status) - BY_WORTH.indexOf(b.status));
    return best?.id ?? null;
  }

  /** Cancels all duplicates but one, so that nothing is paid for twice. What cannot be cancelled is no reason to give up that one. */
  async #cancelOthers(id: string): Promise<void> {
    const { endpoint, killed } = this.#settings;
    const batches = await this.#withRetries(() => this.#duplicates()).catch(nullIfRefused);
    for (const other of batches ?? [])
      if (other.id !== id && RUNNING.has(other.status))
        await this.#withRetries(() => endpoint.cancel(other.id, killed)).catch(nullIfRefused);
  }

  async #over(id: string): Promise<ShownBatch> {
    const { endpoint, pace, clock, stopped, killed } = this.#settings;
    let missed = 0;
    let isCancelled = false;
    let wait = this.#job.isResumed ? 0 : pace.firstPollMs;
    for (;;) {
      await sleep(clock, wait, stopped);
      wait = wait === 0 ? pace.firstPollMs : Math.min(pace.pollMs, wait * GROWTH);
      try {
        const batch = await endpoint.show(id, killed);
        missed = 0;
        if (OVER.has(batch.status)) return batch;
        if (this.#isSlow && !isCancelled && CANCELLABLE.has(batch.status)) {
          isCancelled = await this.#cancel(id);
          if (isCancelled) wait = pace.firstPollMs;
        }
        this.#looked.resolve();
      } catch (error) {
        if (stopped.aborted) throw stopped.reason;
        if (error instanceof BatchCallError && error.status === 404) throw unknownBatch(endpoint, id, error);
        if (!(error instanceof BatchCallError) || !error.passes || ++missed >= MOST_MISSED_POLLS)
          throw this.#sentenceFor(error, 'show its batches');
        wait = atLeast(wait, error.retryAfterMs);
      }
    }
  }

  /** False where it should be tried again. A provider that cancels nothing is waited for. */
  async #cancel(id: string): Promise<boolean> {
    const { endpoint, killed } = this.#settings;
    try {
      await endpoint.cancel(id, killed);
      return true;
    } catch (error) {
      if (error instanceof BatchCallError) return !error.passes;
      throw error;
    }
  }

  get #isSlow(): boolean {
    const { pace, now } = this.#settings;
    return pace.slowMs !== null && now().getTime() - this.#job.submittedAt.getTime() > pace.slowMs;
  }

  async #collect(over: ShownBatch, id: string): Promise<JobEnd> {
    const { endpoint, ledger, clock, pace, stopped, killed } = this.#settings;
    const results = this.#results;
    let batch = over;
    for (let read = 1; ; read++) {
      for (const file of batch.files) await this.#read(file);
      if (results.size === 0 || batch.status === 'failed' || read === READS) break;
      // A file may be named only after the batch is over.
      await sleep(clock, pace.firstPollMs, stopped);
      batch = await this.#called('show its batches', () => endpoint.show(id, killed));
    }
    const { code, message } = batch.errors[0] ?? { code: 'unknown', message: 'no reason given' };
    const failure = batch.status === 'failed' ? { code, said: `${code}: ${message}` } : null;
    if (failure === null) results.missing(batch.completed - results.replies);
    else {
      const requests = [...this.#job.requests.keys()];
      const refused = new Set(batch.errors.flatMap(({ line }) => requests[(line ?? 0) - 1] ?? []));
      // What is wrong with every line is wrong with the batch: online the requests would cost twice as much.
      results.untouched((request) => refused.size < requests.length && refused.has(request));
    }
    ledger.end(this.#job.name, batch.status);
    return this.#left(failure);
  }

  async #read(file: string): Promise<void> {
    const { endpoint, killed } = this.#settings;
    await this.#called('hand out the results of a batch', async () => {
      try {
        for await (const line of endpoint.read(file, killed)) this.#results.take(line);
      } catch (error) {
        // A file that was deleted brings nothing any more.
        if (!(error instanceof BatchCallError && error.status === 404)) throw error;
      }
    });
  }

  #left(failure: JobEnd['failure']): JobEnd {
    const { again, online } = this.#results;
    if (!this.#isSlow) return { again, online, failure };
    return { again: [], online: [...again, ...online], failure: null };
  }

  /** Makes a call with retries; rejects with the sentence that ends the run, `what` saying which call it was. */
  async #called<T>(what: string, call: () => Promise<T>): Promise<T> {
    try {
      return await this.#withRetries(call);
    } catch (error) {
      throw this.#sentenceFor(error, what);
    }
  }

  /**
   * Makes a call until it succeeds, waiting longer each time; rejects with its last error, at once where it will not
   * pass. `between` runs after each wait; what it finds stands in for the call's own answer.
   */
  async #withRetries<T>(call: () => Promise<T>, between: () => Promise<T | null> = async () => null): Promise<T> {
    const { clock, stopped } = this.#settings;
    let step = call;
    for (let failures = 1; ; failures++) {
      try {
        return await step();
      } catch (error) {
        if (stopped.aborted) throw stopped.reason;
        if (!(error instanceof BatchCallError) || !error.passes || failures >= ATTEMPTS) throw error;
        await sleep(clock, retryDelayMs(this.#job.name, failures, error.retryAfterMs), stopped);
        step = async () => (await between()) ?? (await call());
      }
    }
  }

  #sentenceFor(error: unknown, what: string): unknown {
    return error instanceof BatchCallError ? refusedBatchCall(this.#settings.endpoint, what, error) : error;
  }
}

/** Takes what the provider refuses for done; the end of the run and bugs of ours stay errors. */
function nullIfRefused(error: unknown): null {
  if (error instanceof BatchCallError) return null;
  throw error;
}
