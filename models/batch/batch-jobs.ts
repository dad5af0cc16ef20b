import { hash } from 'node:crypto';
import { ModelError } from '../../schemas/errors.ts';
import type { Role } from '../../schemas/model.ts';
import { digestOf } from '../../text/digest.ts';
import type { Budget, Reservation } from '../budget.ts';
import type { Endpoint } from '../endpoint.ts';
import type { TokenEstimates } from '../tokens.ts';
import { elsewhere } from './batch-errors.ts';
import { type BatchCalls, BatchJob, type BatchJobSettings, type NewJob } from './batch-job.ts';
import type { BatchLedger, UnfinishedBatch } from './batch-ledger.ts';
import type { WaitingRequest } from './waiting-request.ts';

export interface BatchJobsSettings extends Omit<BatchJobSettings, 'endpoint' | 'ledger' | 'budget' | 'tokens'> {
  readonly ledger: Pick<BatchLedger, 'earlierWith' | 'begin' | 'submitted' | 'end'>;
  readonly budget: Pick<Budget, 'reserve' | 'reserveSent' | 'settle' | 'release'>;
  readonly tokens: Pick<TokenEstimates, 'mostInputTokens' | 'learn'>;
}

/** The route to where a batch of an earlier start was submitted, by the role of its requests where that has not moved. */
export function routeTo<Route extends { readonly batches: Pick<BatchCalls, 'address'> }>(
  { name, address, requests }: UnfinishedBatch,
  routes: Readonly<Record<Role, Route>>,
): Route {
  const own = requests[0] === undefined ? [] : [routes[requests[0].request.role]];
  const route = [...own, ...Object.values(routes)].find(({ batches }) => batches.address === address);
  if (route === undefined) throw elsewhere(name.slice(0, 16), address, requests.length);
  return route;
}

/** Where a batch goes: all its requests are for one model. */
interface Place {
  readonly route: { readonly batches: BatchCalls; readonly endpoint: Pick<Endpoint, 'dialectOf'> };
  readonly model: string;
}

/** The batches of a run: makes new ones, takes up those of earlier starts, and knows which are under way. */
export class BatchJobs {
  readonly #settings: BatchJobsSettings;
  readonly #jobs = new Set<BatchJob>();

  constructor(settings: BatchJobsSettings) {
    this.#settings = settings;
  }

  /** Whether a batch is not over that somebody in this run waits for; others may be left to a later start. */
  get isAwaited(): boolean {
    return [...this.#jobs].some((job) => job.isAwaited);
  }

  /** Requests whose results are still to come, and the batches they stand in. */
  get counts(): { readonly waiting: number; readonly underWay: number } {
    const sizes = [...this.#jobs].map(({ size }) => size).filter((size) => size > 0);
    return { waiting: sizes.reduce((sum, size) => sum + size, 0), underWay: sizes.length };
  }

  /** Reserves for as many of the requests as there is room; throws what ends the run where there never will be. */
  reserve(model: string, requests: readonly WaitingRequest[]): Map<WaitingRequest, Reservation> {
    const reserved = new Map<WaitingRequest, Reservation>();
    for (const waiting of requests) {
      try {
        reserved.set(waiting, this.#settings.budget.reserve(model, ...this.#mostTokens(waiting), 'batch'));
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        // What is under way is kept before the run ends.
        if (reserved.size === 0 && !this.isAwaited && error.ends) throw error;
        break;
      }
    }
    return reserved;
  }

  /** Makes a batch; rejects with the sentence that ends the run where it is refused. */
  async submit(
    place: Place,
    requests: ReadonlyMap<WaitingRequest, Reservation>,
    lines: readonly string[],
  ): Promise<BatchJob> {
    const { run, ledger, now } = this.#settings;
    const inputDigest = hash('sha256', lines.join('\n'), 'hex');
    const name = digestOf('batch', run, inputDigest, ledger.earlierWith(inputDigest));
    const job = this.#made(place, { name, id: null, submittedAt: now(), requests, isResumed: false });
    try {
      await job.submit(lines, inputDigest);
    } catch (error) {
      // What may have come about all the same is under way.
      if (job.size === 0) this.#jobs.delete(job);
      throw error;
    }
    return job;
  }

  /** Goes on with a batch of an earlier start, whose requests are given as they wait in this one. */
  resume(place: Place, batch: UnfinishedBatch, requests: readonly WaitingRequest[]): BatchJob {
    const { budget } = this.#settings;
    const reserved = requests.map(
      (waiting) => [waiting, budget.reserveSent(place.model, ...this.#mostTokens(waiting), 'batch')] as const,
    );
    const { name, id, submittedAt } = batch;
    return this.#made(place, { name, id, submittedAt, requests: new Map(reserved), isResumed: true });
  }

  /** Forgets a batch that was collected. */
  over(job: BatchJob): void {
    this.#jobs.delete(job);
  }

  #mostTokens({ request }: WaitingRequest): readonly [input: number, output: number] {
    return [this.#settings.tokens.mostInputTokens(request), request.parameters.max_output_tokens];
  }

  #made({ route, model }: Place, job: Omit<NewJob, 'model' | 'dialect'>): BatchJob {
    const settings: BatchJobSettings = { ...this.#settings, endpoint: route.batches };
    const made = new BatchJob(settings, { ...job, model, dialect: route.endpoint.dialectOf(model) });
    this.#jobs.add(made);
    return made;
  }
}
