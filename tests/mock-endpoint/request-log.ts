import type { Clock } from './clock.ts';
import type { Usage } from './completion.ts';
import type { Trouble } from './fault-kinds.ts';
import type { Route } from './request-facts.ts';

/** One request and what became of it. Headers are not kept: the key is in them. */
export interface RequestRecord {
  readonly route: Route;
  /** Counts the requests of the route, from 1. */
  readonly number: number;
  readonly atMs: number;
  digest: string;
  /** SHA-256 over the bytes of the body. */
  bodyDigest: string;
  role: string | null;
  model: string | null;
  /** Of a line of a batch. */
  customId: string | null;
  bytesIn: number;
  trouble: Trouble | null;
  /** Null while it is unanswered, and for good where the connection was reset before the status was sent. */
  status: number | null;
  bytesOut: number;
  /** What the model's reply took, delivered or not: it would be on the bill. */
  usage: Usage | null;
  /** Null while it is under way. `client_left` where the client closed the connection before the answer was complete. */
  end: 'complete' | 'cut' | 'client_left' | null;
  endedMs: number | null;
  /** Whether a reply of the model went out whole. */
  delivered: boolean;
  /** Whether a reply to the same request had gone out whole before this one arrived: it was asked for twice. */
  repeatsDelivered: boolean;
  /** Whether the same request was under way when this one arrived. */
  repeatsUnderWay: boolean;
}

export type Ending = Pick<RequestRecord, 'status' | 'bytesOut' | 'delivered'> & {
  end: NonNullable<RequestRecord['end']>;
};

/** Every request in order of arrival. */
export class RequestLog {
  readonly records: RequestRecord[] = [];
  readonly #clock: Clock;
  readonly #numbers = new Map<Route, number>();
  readonly #delivered = new Set<string>();
  readonly #underWay = new Map<string, number>();
  readonly #seen = new Map<string, number>();
  inFlight = 0;
  inFlightHighWater = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  open(route: Route): RequestRecord {
    const number = (this.#numbers.get(route) ?? 0) + 1;
    this.#numbers.set(route, number);
    const record: RequestRecord = {
      route,
      number,
      atMs: this.#clock.now(),
      digest: '',
      bodyDigest: '',
      role: null,
      model: null,
      customId: null,
      bytesIn: 0,
      trouble: null,
      status: null,
      bytesOut: 0,
      usage: null,
      end: null,
      endedMs: null,
      delivered: false,
      repeatsDelivered: false,
      repeatsUnderWay: false,
    };
    this.records.push(record);
    if (route !== 'batch_line') this.inFlightHighWater = Math.max(this.inFlightHighWater, ++this.inFlight);
    return record;
  }

  /** Says which question a request asks, once its body is there. */
  identify(record: RequestRecord, digest: string): void {
    record.digest = digest;
    record.repeatsDelivered = this.#delivered.has(digest);
    const twins = this.#underWay.get(digest) ?? 0;
    record.repeatsUnderWay = twins > 0;
    this.#underWay.set(digest, twins + 1);
  }

  /** How many requests with this digest were answered by a model or a fault before; counts this one. */
  countSighting(digest: string): number {
    const seen = this.#seen.get(digest) ?? 0;
    this.#seen.set(digest, seen + 1);
    return seen;
  }

  end(record: RequestRecord, ending: Ending): void {
    Object.assign(record, ending, { endedMs: this.#clock.now() });
    if (record.route !== 'batch_line') this.inFlight--;
    if (record.digest === '') return;
    const twins = (this.#underWay.get(record.digest) ?? 1) - 1;
    if (twins === 0) this.#underWay.delete(record.digest);
    else this.#underWay.set(record.digest, twins);
    if (record.delivered) this.#delivered.add(record.digest);
  }
}
