import type { Dialect } from '../chat-completion.ts';
import type { BatchPace } from './batch-pace.ts';
import { batchLine, type WaitingRequest } from './batch-results.ts';

const NO_ROOM = 'token_limit_exceeded';
const MOST_FAILURES = 3;

/** Requests to one model of one endpoint that wait for a batch: a batch holds one model's. */
export class BatchQueue<Route> {
  readonly route: Route;
  readonly model: string;
  /** True while its requests are being submitted or proven. */
  isBusy = false;
  /** Batches of it at the provider or on their way there. */
  underWay = 0;
  /** The provider has no room for several batches at once. */
  isSerial = false;
  /** Batches in a row that failed as a whole for no known reason. */
  failures = 0;
  maxRequests: number;
  readonly #maxBytes: number;
  #requests: WaitingRequest[] = [];

  constructor(route: Route, model: string, { maxRequests, maxBytes }: Pick<BatchPace, 'maxRequests' | 'maxBytes'>) {
    this.route = route;
    this.model = model;
    this.maxRequests = maxRequests;
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#requests.length;
  }

  add(request: WaitingRequest): void {
    this.#requests.push(request);
  }

  take(count: number): WaitingRequest[] {
    return this.#requests.splice(0, count);
  }

  /**
   * Notes a batch of so many requests that failed as a whole. Where the provider had no room, the next are made one at a
   * time, and smaller where no other took the room; false where there is nothing left to try.
   */
  fail(code: string, requests: number, leastRequests: number): boolean {
    if (code === NO_ROOM && (this.underWay > 0 || requests > leastRequests)) {
      if (this.underWay === 0) this.maxRequests = Math.max(leastRequests, Math.floor(requests / 2));
      this.isSerial = true;
      return true;
    }
    return ++this.failures < MOST_FAILURES;
  }

  /** Notes a batch that did not fail as a whole: where the provider had too little room, the next may be larger. */
  succeed(mostRequests: number): void {
    this.failures = 0;
    this.maxRequests = Math.min(mostRequests, this.maxRequests * 2);
  }

  putBack(requests: readonly WaitingRequest[]): void {
    this.#requests = [...requests, ...this.#requests];
  }

  /** Takes out what fits into one batch, at least one request, with its lines. */
  takeBatch(dialect: Dialect): { readonly requests: WaitingRequest[]; readonly lines: string[] } {
    const lines: string[] = [];
    let bytes = 0;
    for (const request of this.#requests.slice(0, this.maxRequests)) {
      const line = batchLine(request, dialect);
      bytes += Buffer.byteLength(line) + 1;
      if (lines.length > 0 && bytes > this.#maxBytes) break;
      lines.push(line);
    }
    return { requests: this.take(lines.length), lines };
  }
}
