import { NotAskedError } from '../schemas/errors.ts';
import type { ModelRequest, Models, Role, StoredReply } from '../schemas/model.ts';
import type { Range } from './estimate.ts';
import type { ReplyStore } from './reply-store.ts';
import { requestDigest } from './request-digest.ts';
import { inputRange, outputRange } from './tokens.ts';

/** What a dry run found of one role. */
export interface RehearsedCalls {
  readonly role: Role;
  readonly model: string;
  /** Requests whose replies are stored already. */
  readonly stored: number;
  /** Requests that would be sent; what is under way in batches is not among them. */
  readonly missing: number;
  /** Tokens of all prompts that would be sent, and of one reply to each. */
  readonly inputTokens: Range;
  readonly outputTokens: Range;
}

const NONE: Range = { low: 0, high: 0 };
const sum = (one: Range, other: Range): Range => ({ low: one.low + other.low, high: one.high + other.high });

/** Counts requests by role and model, in the order each came first. */
class RequestTally {
  readonly #calls = new Map<string, RehearsedCalls>();

  get calls(): RehearsedCalls[] {
    return [...this.#calls.values()];
  }

  add(request: ModelRequest, found: 'stored' | 'missing' | 'under way'): void {
    const { role, model } = request;
    const key = `${role}\n${model}`;
    const known = this.#calls.get(key) ?? {
      ...{ role, model, stored: 0, missing: 0 },
      ...{ inputTokens: NONE, outputTokens: NONE },
    };
    const added = {
      stored: { stored: known.stored + 1 },
      missing: {
        missing: known.missing + 1,
        inputTokens: sum(known.inputTokens, inputRange(request)),
        outputTokens: sum(known.outputTokens, outputRange(request)),
      },
      'under way': {},
    };
    this.#calls.set(key, { ...known, ...added[found] });
  }
}

/** The same of requests that are to be answered, such as those in batches. */
export function talliedCalls(requests: Iterable<ModelRequest>): RehearsedCalls[] {
  const tally = new RequestTally();
  for (const request of requests) tally.add(request, 'missing');
  return tally.calls;
}

/** Answers from the store and counts what is not in it: every request a run would send, without sending one. */
export class Rehearsal implements Models {
  readonly #store: Pick<ReplyStore, 'get'> | null;
  readonly #underWay: ReadonlySet<string>;
  readonly #seen = new Set<string>();
  readonly #tally = new RequestTally();

  /** `store` is null where no reply was ever kept; `underWay` holds the digests of requests that stand in batches. */
  constructor(store: Pick<ReplyStore, 'get'> | null, underWay: ReadonlySet<string> = new Set()) {
    this.#store = store;
    this.#underWay = underWay;
  }

  /** By role and model, in the order they were first asked. */
  get calls(): RehearsedCalls[] {
    return this.#tally.calls;
  }

  /** Rejects with a NotAskedError where no reply is stored. */
  async ask(request: ModelRequest): Promise<StoredReply> {
    const digest = requestDigest(request);
    const reply = this.#store?.get(digest) ?? null;
    if (this.#seen.size < this.#seen.add(digest).size)
      this.#tally.add(request, reply !== null ? 'stored' : this.#underWay.has(digest) ? 'under way' : 'missing');
    if (reply !== null) return { digest, reply };
    throw new NotAskedError(`the ${request.role} was not asked`);
  }
}
