import { NotAskedError } from '../../schemas/errors.ts';
import type { ModelRequest, Models, Role, StoredReply } from '../../schemas/model.ts';
import type { Range } from './estimate.ts';
import type { ReplyStore } from './reply-store.ts';
import { requestDigest } from './request-digest.ts';
import { inputRange } from './tokens.ts';

/** What a dry run found of one role. */
export interface RehearsedCalls {
  readonly role: Role;
  readonly model: string;
  /** Requests whose replies are stored already. */
  readonly stored: number;
  /** Requests that would be sent. */
  readonly missing: number;
  /** Tokens of all prompts that would be sent. */
  readonly inputTokens: Range;
}

/** Answers from the store and counts what is not in it: every request a run would send, without sending one. */
export class Rehearsal implements Models {
  readonly #store: Pick<ReplyStore, 'get'> | null;
  readonly #seen = new Set<string>();
  readonly #calls = new Map<string, RehearsedCalls>();

  /** `store` is null where no reply was ever kept. */
  constructor(store: Pick<ReplyStore, 'get'> | null) {
    this.#store = store;
  }

  /** By role and model, in the order they were first asked. */
  get calls(): RehearsedCalls[] {
    return [...this.#calls.values()];
  }

  /** Rejects with a NotAskedError where no reply is stored. */
  async ask(request: ModelRequest): Promise<StoredReply> {
    const digest = requestDigest(request);
    const reply = this.#store?.get(digest) ?? null;
    if (this.#seen.size < this.#seen.add(digest).size) this.#count(request, reply !== null);
    if (reply !== null) return { digest, reply };
    throw new NotAskedError(`the ${request.role} was not asked`);
  }

  #count(request: ModelRequest, isStored: boolean): void {
    const { role, model } = request;
    const key = `${role}\n${model}`;
    const known = this.#calls.get(key) ?? { role, model, stored: 0, missing: 0, inputTokens: { low: 0, high: 0 } };
    if (isStored) {
      this.#calls.set(key, { ...known, stored: known.stored + 1 });
      return;
    }
    const { low, high } = inputRange(request);
    const inputTokens = { low: known.inputTokens.low + low, high: known.inputTokens.high + high };
    this.#calls.set(key, { ...known, missing: known.missing + 1, inputTokens });
  }
}
