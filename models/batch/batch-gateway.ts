import { hash } from 'node:crypto';
import { type Clock, sleep, systemClock } from '../../schemas/clock.ts';
import { ConfigError, ModelError } from '../../schemas/errors.ts';
import type { ModelRequest, Models, Role, StoredReply } from '../../schemas/model.ts';
import { digestOf } from '../../text/digest.ts';
import type { Budget, Reservation } from '../budget.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Gateway } from '../gateway.ts';
import { closed, elsewhere, failingBatches, interrupted, notKept, unwanted } from '../messages.ts';
import { type ReplyStore, requestDigest } from '../reply-store.ts';
import { type CallStatistics, CallTally, withBatches } from '../statistics.ts';
import type { TokenEstimates } from '../token-estimates.ts';
import { type BatchCalls, BatchJob, type BatchJobSettings, type JobEnd, type NewJob } from './batch-job.ts';
import type { BatchLedger, UnfinishedBatch } from './batch-ledger.ts';
import { BATCH_PACE, type BatchPace } from './batch-pace.ts';
import { BatchQueue } from './batch-queue.ts';
import { WaitingRequest } from './batch-results.ts';

/** The way of a role's requests to its model in batches. */
export interface BatchRoute {
  readonly batches: BatchCalls;
  /** The same place online: it knows how the model wants to be asked. */
  readonly endpoint: Pick<Endpoint, 'dialectOf' | 'hasAnswered'>;
}

interface BatchGatewaySettings {
  /** Asks what is not worth a batch; ends when this does. */
  readonly online: Pick<Gateway, 'ask' | 'snapshot' | 'idle' | 'trouble'> & { end(reason: Error): void };
  /** Roles that share an account share the route. */
  readonly routes: Readonly<Partial<Record<Role, BatchRoute>>>;
  readonly store: Pick<ReplyStore, 'get' | 'read' | 'put' | 'putFailure'>;
  readonly ledger: Pick<BatchLedger, 'earlierWith' | 'begin' | 'submitted' | 'end' | 'unfinished'>;
  readonly budget: Pick<Budget, 'reserve' | 'reserveSent' | 'settle' | 'charge' | 'release'>;
  readonly tokens: Pick<TokenEstimates, 'mostInputTokens' | 'learn'>;
  /** The run's folder: names the run in what the provider shows of its batches. */
  readonly run: string;
  /** Once it aborts nothing is submitted any more. */
  readonly signal?: AbortSignal;
  /** Time for what is being sent or read once the run has ended, however it did. */
  readonly graceMs?: number;
  readonly pace?: Partial<BatchPace>;
  readonly clock?: Clock;
  readonly now?: () => Date;
}

type Queue = BatchQueue<BatchRoute>;

/** Counts of what went through batches so far. */
interface BatchCounts {
  readonly submitted: number;
  readonly collected: number;
  /** Requests whose results are still to come, and the batches they stand in. */
  readonly waiting: number;
  readonly underWay: number;
  /** Requests put into another batch, and those asked online after all. */
  readonly resubmitted: number;
  readonly online: number;
}

const GRACE_MS = 10_000;

/**
 * Asks models in batches, at half the price: requests wait until nothing else goes on, are submitted together, and
 * their replies are collected when the provider is done, by this start or by a later one. What is too little for a
 * batch is asked online.
 */
export class BatchGateway implements Models {
  readonly #settings: BatchGatewaySettings;
  readonly #pace: BatchPace;
  readonly #clock: Clock;
  readonly #graceMs: number;
  readonly #tally = new CallTally();
  readonly #waiting = new Map<string, WaitingRequest>();
  /** One for each route and model. */
  readonly #queues: Queue[] = [];
  readonly #jobs = new Set<BatchJob>();
  readonly #jobSettings: Omit<BatchJobSettings, 'endpoint'>;
  readonly #working = new Set<Promise<void>>();
  readonly #counts = { submitted: 0, collected: 0, resubmitted: 0, online: 0 };
  readonly #stopped = new AbortController();
  readonly #killed = new AbortController();
  /** Settled once the batches of earlier starts were looked at; submissions wait for it. */
  readonly #recovered: Promise<unknown>;
  #cancelSettling: () => void = () => {};

  /** A ConfigError where an earlier start submitted something to a place that is not asked any more. */
  constructor(settings: BatchGatewaySettings) {
    this.#settings = settings;
    this.#pace = { ...BATCH_PACE, ...settings.pace };
    this.#clock = settings.clock ?? systemClock;
    this.#graceMs = settings.graceMs ?? GRACE_MS;
    const { signal, store, ledger, budget, tokens, run, now = () => new Date() } = settings;
    this.#jobSettings = {
      ...{ store, ledger, budget, tokens, run, now, pace: this.#pace, clock: this.#clock },
      ...{ stopped: this.#stopped.signal, killed: this.#killed.signal },
      onReply: ({ role }, reply) => this.#tally.of(role).replied(reply, 0),
    };
    const unfinished = ledger.unfinished().map((batch) => [batch, routeTo(batch, settings.routes)] as const);
    this.#recovered = Promise.all(unfinished.map(([batch, route]) => this.#resume(batch, route).looked));
    if (signal?.aborted) this.end(interrupted());
    else signal?.addEventListener('abort', () => this.end(interrupted()), { once: true });
  }

  async ask(request: ModelRequest, taskId: string): Promise<StoredReply> {
    const { counts } = this.#tally.of(request.role);
    counts.asked++;
    const digest = requestDigest(request);
    const known = this.#waiting.get(digest);
    if (known !== undefined) {
      counts.shared++;
      known.isAsked = true;
      return known.reply;
    }
    const reply = this.#settings.store.get(digest);
    if (reply !== null) {
      counts.fromStore++;
      return { digest, reply };
    }
    this.#stopped.signal.throwIfAborted();
    const waiting = this.#await(new WaitingRequest({ digest, taskId, request }, true));
    if (this.#pace.tail === Number.POSITIVE_INFINITY) {
      this.#track(this.#askOnline(waiting));
      return waiting.reply;
    }
    const route = this.#settings.routes[request.role];
    if (route === undefined) throw new RangeError(`no model was named for the ${request.role}`);
    const queue = this.#queueOf(route, request.model);
    queue.add(waiting);
    if (queue.size < queue.maxRequests) this.#settle();
    else if (!queue.isBusy) this.#track(this.#serve(queue, queue.maxRequests));
    return waiting.reply;
  }

  /** As the gateway for single requests says it. */
  get trouble(): string | null {
    return this.#settings.online.trouble;
  }

  snapshot(): CallStatistics {
    return withBatches(this.#tally.snapshot(), this.#settings.online.snapshot());
  }

  get counts(): BatchCounts {
    const sizes = [...this.#jobs].map(({ size }) => size).filter((size) => size > 0);
    return { ...this.#counts, waiting: sizes.reduce((sum, size) => sum + size, 0), underWay: sizes.length };
  }

  /** Ends the asking; resolves when nothing is sent or stored any more. Batches nobody asks for go on at their provider. */
  async close(): Promise<void> {
    // A run that had nothing to ask has not given its earlier batches the time for one look.
    const { signal } = this.#stopped;
    await Promise.race([this.#recovered, sleep(this.#clock, this.#graceMs, signal).catch(() => undefined)]);
    this.end(closed());
    await this.#idle();
  }

  async #idle(): Promise<void> {
    while (this.#working.size > 0) await Promise.allSettled([...this.#working]);
    await this.#settings.online.idle();
  }

  #await(waiting: WaitingRequest): WaitingRequest {
    const { digest, reply } = waiting;
    this.#waiting.set(digest, waiting);
    const done = () => {
      if (this.#waiting.get(digest) === waiting) this.#waiting.delete(digest);
      this.#settle();
    };
    reply.then(done, done);
    return waiting;
  }

  /** Waits until nothing new came for a moment, where anything waits for a batch. */
  #settle(): void {
    if (this.#queues.every(({ size }) => size === 0)) return;
    this.#cancelSettling();
    if (this.#stopped.signal.aborted) return;
    this.#cancelSettling = this.#clock.after(this.#pace.settleMs, () => this.#advance());
  }

  /** Submits what waits, the longest queue first: while it is under way, short ones wait for more. */
  #advance(): void {
    const longestFirst = this.#queues.toSorted((a, b) => b.size - a.size);
    for (const queue of longestFirst) if (queue.size > 0 && !queue.isBusy) this.#track(this.#serve(queue, 1));
  }

  #queueOf(route: BatchRoute, model: string): Queue {
    const known = this.#queues.find((queue) => queue.route === route && queue.model === model);
    if (known !== undefined) return known;
    const queue = new BatchQueue(route, model, this.#pace);
    this.#queues.push(queue);
    return queue;
  }

  /** Works on a queue as long as it holds so many requests. */
  async #serve(queue: Queue, least: number): Promise<void> {
    queue.isBusy = true;
    try {
      await this.#recovered;
      while (queue.size >= least && !this.#stopped.signal.aborted && (await this.#step(queue)));
    } finally {
      queue.isBusy = false;
      // What had to wait is tried again: nobody else may come to move it on.
      this.#settle();
    }
  }

  /** Brings some of a queue on its way; false where the rest has to wait. */
  async #step(queue: Queue): Promise<boolean> {
    const { route, model } = queue;
    if (queue.size < this.#pace.tail) {
      const others = this.#queues.filter((other) => other !== queue);
      if (this.#isAwaited || others.some(({ isBusy, size }) => isBusy || size >= this.#pace.tail)) return false;
      for (const request of queue.take(queue.size)) this.#track(this.#askOnline(request));
      return false;
    }
    if (queue.isSerial && queue.underWay > 0) return false;
    if (!route.endpoint.hasAnswered(model)) {
      // Thousands of lines must not fail over a parameter that one request could have told.
      await this.#askOnline(queue.take(1)[0]!);
      return true;
    }
    const dialect = route.endpoint.dialectOf(model);
    const { requests, lines } = queue.takeBatch(dialect);
    const reserved = this.#reserve(model, requests);
    queue.putBack(requests.slice(reserved.size));
    if (reserved.size === 0) return false;
    await this.#submit(queue, reserved, lines.slice(0, reserved.size));
    return true;
  }

  /** True while a batch is not over that somebody in this run waits for; others may be left to a later start. */
  get #isAwaited(): boolean {
    return [...this.#jobs].some((job) => job.isAwaited);
  }

  /** Reserves for as many of the requests as there is room; throws what ends the run where there never will be. */
  #reserve(model: string, requests: readonly WaitingRequest[]): Map<WaitingRequest, Reservation> {
    const reserved = new Map<WaitingRequest, Reservation>();
    for (const waiting of requests) {
      try {
        reserved.set(waiting, this.#settings.budget.reserve(model, ...this.#mostTokens(waiting), 'batch'));
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        // What is under way is kept before the run ends.
        if (reserved.size === 0 && !this.#isAwaited && error.ends) throw error;
        break;
      }
    }
    return reserved;
  }

  #mostTokens({ request }: WaitingRequest): readonly [input: number, output: number] {
    return [this.#settings.tokens.mostInputTokens(request), request.parameters.max_output_tokens];
  }

  #job({ route, model }: Queue, job: Omit<NewJob, 'model' | 'dialect'>): BatchJob {
    const settings: BatchJobSettings = { ...this.#jobSettings, endpoint: route.batches };
    const made = new BatchJob(settings, { ...job, model, dialect: route.endpoint.dialectOf(model) });
    this.#jobs.add(made);
    return made;
  }

  /** Sends a batch; rejects with the sentence that ends the run where it is refused. */
  async #submit(
    queue: Queue,
    requests: ReadonlyMap<WaitingRequest, Reservation>,
    lines: readonly string[],
  ): Promise<void> {
    const { run, ledger } = this.#settings;
    const { now } = this.#jobSettings;
    const inputDigest = hash('sha256', lines.join('\n'), 'hex');
    const name = digestOf('batch', run, inputDigest, ledger.earlierWith(inputDigest));
    const job = this.#job(queue, { name, id: null, submittedAt: now(), requests, isResumed: false });
    try {
      await job.submit(lines, inputDigest);
    } catch (error) {
      // What may have come about all the same is under way.
      if (job.size === 0) this.#jobs.delete(job);
      throw error;
    }
    this.#counts.submitted++;
    for (const { request } of requests.keys()) this.#tally.of(request.role).counts.calls++;
    this.#track(this.#follow(queue, job));
  }

  /** Goes on with a batch of an earlier start. */
  #resume(batch: UnfinishedBatch, route: BatchRoute): BatchJob {
    const queue = this.#queueOf(route, batch.model);
    const { name, id, model, submittedAt } = batch;
    const requests = batch.requests.map((request) => {
      const waiting = this.#await(new WaitingRequest(request, false));
      return [waiting, this.#settings.budget.reserveSent(model, ...this.#mostTokens(waiting), 'batch')] as const;
    });
    const job = this.#job(queue, { name, id, submittedAt, requests: new Map(requests), isResumed: true });
    this.#track(this.#follow(queue, job));
    return job;
  }

  async #follow(queue: Queue, job: BatchJob): Promise<void> {
    queue.underWay++;
    // Where this fails the run ends, and the batch stays under way.
    const end = await job.finish();
    queue.underWay--;
    this.#jobs.delete(job);
    this.#counts.collected++;
    if (end.failure === null) queue.succeed(this.#pace.maxRequests);
    else if ([...end.online, ...end.again].some(({ isAsked }) => isAsked))
      await this.#fail(queue, end.failure, end.again.length);
    for (const request of [...end.online, ...end.again].filter(({ isAsked }) => !isAsked)) this.#forget(request);
    for (const request of end.online.filter(({ isAsked }) => isAsked)) this.#track(this.#askOnline(request));
    for (const request of end.again.filter(({ isAsked }) => isAsked)) this.#again(queue, request, end.failure === null);
    this.#settle();
  }

  #again(queue: Queue, request: WaitingRequest, isMiss: boolean): void {
    if (isMiss) request.misses++;
    if (request.misses >= this.#pace.submissions) this.#track(this.#askOnline(request));
    else {
      this.#counts.resubmitted++;
      queue.add(request);
    }
  }

  /** Gives up a request that nobody has asked for in this run; it starts anew if somebody does. */
  #forget(request: WaitingRequest): void {
    this.#waiting.delete(request.digest);
    request.reject(unwanted());
  }

  /** Waits before a batch that failed as a whole is made again; throws where that happens every time. */
  async #fail(queue: Queue, { code, said }: NonNullable<JobEnd['failure']>, requests: number): Promise<void> {
    const goesOn = queue.fail(code, requests, Math.max(1, this.#pace.tail));
    if (!goesOn) throw failingBatches(queue.route.batches, queue.failures, said);
    await sleep(this.#clock, this.#pace.firstPollMs, this.#stopped.signal);
  }

  async #askOnline(waiting: WaitingRequest): Promise<void> {
    this.#counts.online++;
    try {
      waiting.resolve(await this.#settings.online.ask(waiting.request, waiting.taskId));
    } catch (error) {
      waiting.reject(error);
      if (error instanceof ModelError && error.ends) this.end(error);
    }
  }

  /** Sees to it that an error of what nobody awaits ends the run. */
  #track(work: Promise<void>): void {
    const ended = work
      .catch((error: unknown) => {
        if (error instanceof ModelError) this.end(error.ends ? error : new ModelError(error.message, { ends: true }));
        else if (error instanceof ConfigError) this.end(notKept(error));
        else this.end(error as Error);
      })
      .finally(() => this.#working.delete(ended));
    this.#working.add(ended);
  }

  /** Ends submitting and waiting, here and online. */
  end(error: Error): void {
    if (this.#stopped.signal.aborted) return;
    this.#cancelSettling();
    this.#stopped.abort(error);
    this.#settings.online.end(error);
    for (const { reject } of this.#waiting.values()) reject(error);
    const cancel = this.#clock.after(this.#graceMs, () => this.#killed.abort());
    void this.#idle().then(cancel);
  }
}

/** The route to where a batch of an earlier start was submitted, by the role of its requests where that has not moved. */
function routeTo({ name, address, requests }: UnfinishedBatch, routes: BatchGatewaySettings['routes']): BatchRoute {
  const own = requests[0] === undefined ? [] : [routes[requests[0].request.role]];
  const route = [...own, ...Object.values(routes)].find((one) => one?.batches.address === address);
  if (route === undefined) throw elsewhere(name.slice(0, 16), address, requests.length);
  return route;
}
