import { basename } from 'node:path';
import { type Clock, sleep } from '../../schemas/clock.ts';
import type { Reservation } from '../budget.ts';
import type { Dialect } from '../chat-completion.ts';
import { refusedBatchCall, unknownBatch } from '../messages.ts';
import { BACK_OFF, backOffMs } from '../retry.ts';
import { BatchCallError, type BatchEndpoint, type ShownBatch } from './batch-endpoint.ts';
import type { BatchLedger } from './batch-ledger.ts';
import type { BatchPace } from './batch-queue.ts';
import { BatchResults, type BatchResultsSettings, type WaitingRequest } from './batch-results.ts';

const ATTEMPTS = 7;

/**
 * Makes a call until it succeeds, waiting longer each time; rejects with its last error, at once where it will not pass.
 * `between` runs after each wait; what it finds stands in for the call's own answer.
 */
export async function patiently<T>(
  call: () => Promise<T>,
  { name, clock, signal }: { readonly name: string; readonly clock: Clock; readonly signal: AbortSignal },
  between: () => Promise<T | null> = async () => null,
): Promise<T> {
  let step = call;
  for (let failures = 1; ; failures++) {
    try {
      return await step();
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!(error instanceof BatchCallError) || !error.passes || failures >= ATTEMPTS) throw error;
      await sleep(clock, Math.max(backOffMs(name, failures, BACK_OFF), error.retryAfterMs ?? 0), signal);
      step = async () => (await between()) ?? (await call());
    }
  }
}

interface Dependencies {
  readonly endpoint: Pick<BatchEndpoint, 'since' | 'cancel'>;
  readonly isOurs: (batch: ShownBatch) => boolean;
  /** None of them was made before. */
  readonly since: Date;
  readonly killed: AbortSignal;
  /** Repeats a call that may succeed later. */
  readonly patiently: <T>(call: () => Promise<T>) => Promise<T>;
}

/** Which of several is gone on with, first to last: what a batch has done is paid for. */
const BY_WORTH: readonly ShownBatch['status'][] = [
  ...(['completed', 'finalizing', 'in_progress', 'validating'] as const),
  ...(['expired', 'cancelling', 'cancelled', 'failed'] as const),
];
const RUNNING: ReadonlySet<ShownBatch['status']> = new Set(['finalizing', 'in_progress', 'validating']);

/**
 * What the provider has under the name of one batch: where the answer to its creation was lost it may be there all the
 * same, and beside it the one its repetition made.
 */
export class Namesakes {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** The id of the one to go on with; null where there is none. */
  async best(): Promise<string | null> {
    const batches = await this.#all();
    const [best] = batches.toSorted((a, b) => BY_WORTH.indexOf(a.status) - BY_WORTH.indexOf(b.status));
    return best?.id ?? null;
  }

  /** Cancels all but one, so that nothing is paid for twice. What cannot be cancelled is no reason to give up that one. */
  async cancelOthers(id: string): Promise<void> {
    const { endpoint, killed, patiently } = this.#dependencies;
    const batches = await patiently(() => this.#all()).catch(nothing);
    for (const other of batches ?? [])
      if (other.id !== id && RUNNING.has(other.status))
        await patiently(() => endpoint.cancel(other.id, killed)).catch(nothing);
  }

  /** The newest first. */
  async #all(): Promise<ShownBatch[]> {
    const { endpoint, isOurs, since, killed } = this.#dependencies;
    return (await endpoint.since(since, killed)).filter(isOurs);
  }
}

/** Takes what the provider refuses for done; the end of the run and bugs of ours stay errors. */
function nothing(error: unknown): null {
  if (error instanceof BatchCallError) return null;
  throw error;
}

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
  /** Whether an earlier start submitted it: then it may have been over for hours. */
  readonly isResumed: boolean;
  readonly requests: ReadonlyMap<WaitingRequest, Reservation>;
}

/** What a batch left to do. */
export interface JobEnd {
  readonly again: readonly WaitingRequest[];
  readonly online: readonly WaitingRequest[];
  /** Where it failed as a whole, which cost nothing. */
  readonly failure: { readonly code: string; readonly said: string } | null;
}

/** What the provider shows of ours beside a batch: its name, by which it is found again, and for people its run and input. */
const METADATA = { name: 'cartwright_batch', run: 'cartwright_run', input: 'cartwright_input' } as const;
/** What a provider takes as a value. */
const LONGEST_METADATA = 512;
const OVER: ReadonlySet<ShownBatch['status']> = new Set(['completed', 'failed', 'expired', 'cancelled']);
const CANCELLABLE: ReadonlySet<ShownBatch['status']> = new Set(['validating', 'in_progress']);
const GROWTH = 1.5;
/** Looks in a row that find no answer: with their own repetitions more than an hour. */
const MOST_MISSED_LOOKS = 30;
/** Files are read again where they lack lines: they may not have been whole, or not all there. */
const READS = 3;
const SHOW = 'show its batches';
/** The provider's clock may go wrong by so much. */
const CLOCK_MS = 3_600_000;

/** One batch from its submission to the last line of its results. */
export class BatchJob {
  readonly #settings: BatchJobSettings;
  readonly #job: NewJob;
  readonly #results: BatchResults;
  readonly #namesakes: Namesakes;
  readonly #looked = Promise.withResolvers<void>();
  #id: string | null;

  constructor(settings: BatchJobSettings, job: NewJob) {
    this.#settings = settings;
    this.#job = job;
    this.#id = job.id;
    this.#results = new BatchResults(settings, job.dialect, job.requests);
    this.#namesakes = new Namesakes({
      endpoint: settings.endpoint,
      isOurs: ({ metadata }) => metadata[METADATA.name] === job.name,
      since: new Date(job.submittedAt.getTime() - CLOCK_MS),
      killed: settings.killed,
      patiently: (call) => this.#patiently(call),
    });
  }

  /** Requests without a result yet. */
  get size(): number {
    return this.#results.size;
  }

  /** Whether somebody in this run waits for a result of it. */
  get isAwaited(): boolean {
    return this.#results.isAwaited;
  }

  /** Resolves when the batch was looked at once, and collected where it was over, or cancelled where it is too slow. */
  get looked(): Promise<void> {
    return this.#looked.promise;
  }

  /** Writes the batch down, then sends it; rejects with the sentence that ends the run where it is refused. */
  async submit(lines: readonly string[], inputDigest: string): Promise<void> {
    const { endpoint, ledger, stopped, killed } = this.#settings;
    const { name } = this.#job;
    this.#writeDown(inputDigest);
    const run = basename(this.#settings.run).slice(0, LONGEST_METADATA);
    const metadata = { [METADATA.name]: name, [METADATA.run]: run, [METADATA.input]: inputDigest };
    // Whether the answer to a creation was lost, so that the batch may be there all the same.
    let isUncertain = false;
    try {
      const text = `${lines.join('\n')}\n`;
      const file = await this.#patiently(() => endpoint.upload(text, name.slice(0, 16), killed));
      stopped.throwIfAborted();
      const create = () =>
        endpoint.create(file, metadata, killed).catch((error: unknown) => {
          isUncertain ||= !(error instanceof BatchCallError && error.isRefusal);
          throw error;
        });
      this.#id = await this.#patiently(create, async () => (isUncertain ? this.#namesakes.best() : null));
    } catch (error) {
      // What may be there is looked for by the next start.
      if (!isUncertain) this.#drop();
      throw this.#sentenceFor(error, 'take a batch');
    }
    if (isUncertain) await this.#namesakes.cancelOthers(this.#id);
    ledger.submitted(name, this.#id);
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

  /** Watches the batch until it is over and collects what it brought. */
  async finish(): Promise<JobEnd> {
    try {
      if (this.#id === null && !(await this.#adopt())) return this.#left(null);
      return await this.#collect(await this.#over());
    } finally {
      this.#looked.resolve();
    }
  }

  /** Looks for a batch whose id never arrived; false where it was never made. */
  async #adopt(): Promise<boolean> {
    const { ledger, clock, pace, now, stopped } = this.#settings;
    const look = () =>
      this.#patiently(() => this.#namesakes.best()).catch((error) => {
        throw this.#sentenceFor(error, 'list its batches');
      });
    this.#id = await look();
    if (this.#id === null && now().getTime() - this.#job.submittedAt.getTime() < CLOCK_MS) {
      // What was sent a moment ago may still be on its way into the list.
      await sleep(clock, pace.firstPollMs, stopped);
      this.#id = await look();
    }
    if (this.#id === null) {
      this.#drop();
      return false;
    }
    await this.#namesakes.cancelOthers(this.#id);
    ledger.submitted(this.#job.name, this.#id);
    return true;
  }

  async #over(): Promise<ShownBatch> {
    const { endpoint, pace, clock, stopped, killed } = this.#settings;
    const id = this.#id!;
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
        if (!(error instanceof BatchCallError) || !error.passes || ++missed >= MOST_MISSED_LOOKS)
          throw this.#sentenceFor(error, SHOW);
        wait = Math.max(wait, error.retryAfterMs ?? 0);
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

  async #collect(over: ShownBatch): Promise<JobEnd> {
    const { ledger, clock, pace, stopped } = this.#settings;
    const results = this.#results;
    let batch = over;
    for (let read = 1; ; read++) {
      for (const file of batch.files) await this.#read(file);
      if (results.size === 0 || batch.status === 'failed' || read === READS) break;
      await sleep(clock, pace.firstPollMs, stopped);
      batch = await this.#show();
    }
    if (batch.status !== 'failed') {
      results.missing(batch.completed - results.replies);
      ledger.end(this.#job.name, batch.status);
      return this.#left(null);
    }
    const requests = [...this.#job.requests.keys()];
    const refused = new Set(batch.errors.flatMap(({ line }) => requests[(line ?? 0) - 1] ?? []));
    // What is wrong with every line is wrong with the batch: online the requests would cost twice as much.
    results.untouched((request) => refused.size < requests.length && refused.has(request));
    ledger.end(this.#job.name, batch.status);
    const { code, message } = batch.errors[0] ?? { code: 'unknown', message: 'no reason given' };
    return this.#left({ code, said: `${code}: ${message}` });
  }

  /** A file may be named only after the batch is over. */
  async #show(): Promise<ShownBatch> {
    const { endpoint, killed } = this.#settings;
    try {
      return await this.#patiently(() => endpoint.show(this.#id!, killed));
    } catch (error) {
      throw this.#sentenceFor(error, SHOW);
    }
  }

  async #read(file: string): Promise<void> {
    const { endpoint, killed } = this.#settings;
    try {
      await this.#patiently(async () => {
        for await (const line of endpoint.read(file, killed)) this.#results.take(line);
      });
    } catch (error) {
      // A file that was deleted brings nothing any more.
      if (!(error instanceof BatchCallError && error.status === 404))
        throw this.#sentenceFor(error, 'hand out the results of a batch');
    }
  }

  #left(failure: JobEnd['failure']): JobEnd {
    const { again, online } = this.#results;
    if (!this.#isSlow) return { again, online, failure };
    return { again: [], online: [...again, ...online], failure: null };
  }

  /** Takes back a batch that never came about. */
  #drop(): void {
    this.#results.untouched();
    this.#settings.ledger.end(this.#job.name, 'never made');
  }

  #patiently<T>(call: () => Promise<T>, between?: () => Promise<T | null>): Promise<T> {
    const { clock, stopped: signal } = this.#settings;
    return patiently(call, { name: this.#job.name, clock, signal }, between);
  }

  #sentenceFor(error: unknown, what: string): unknown {
    return error instanceof BatchCallError ? refusedBatchCall(this.#settings.endpoint, what, error) : error;
  }
}
