import { ConfigError, ModelError } from '../schemas/errors.ts';
import type { ModelRequest, Models, StoredReply } from '../schemas/model.ts';
import { counted } from '../text/numbers.ts';
import { type FailedCalls, type ReplyStore, requestDigest } from './reply-store.ts';
import { roleName } from './settings.ts';

type Store = Pick<ReplyStore, 'get' | 'digestsOf' | 'failuresOf' | 'path'>;

/** Answers from recorded replies alone: no network, and the same bytes as the run that recorded them. */
export class Replay implements Models {
  readonly #store: Store;
  #hits = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Replies found so far. */
  get hits(): number {
    return this.#hits;
  }

  /**
   * Rejects with a ModelError where the model gave no reply when it was asked, so that the task stays pending as it
   * did then; with a ConfigError where it was never asked: a replay that goes on without it is no replay.
   */
  async ask(request: ModelRequest, taskId: string): Promise<StoredReply> {
    const digest = requestDigest(request);
    const reply = this.#store.get(digest);
    if (reply !== null) {
      this.#hits++;
      return { digest, reply };
    }
    const failures = this.#store.failuresOf(digest);
    throw failures === null ? this.#neverAsked(request, taskId, digest) : unanswered(request, taskId, failures);
  }

  #neverAsked({ role, model, attempt }: ModelRequest, taskId: string, digest: string): ConfigError {
    const others = this.#store.digestsOf(taskId, role).length;
    const reason =
      others === 0
        ? 'the run that recorded replies never came to it: it was stopped before, or had other settings, such as --seed, --per-intent or --catalog'
        : `of this task and role it holds ${counted(others, 'other', 'others')}: the run that recorded them was stopped in between, or the prompt, the model or its settings changed since`;
    return new ConfigError(
      `${this.#store.path} holds no reply of the ${roleName(role)} for task ${taskId} (${model}, attempt ${attempt + 1}, request ${digest.slice(0, 12)}); ${reason}; give the same settings, and run with --writer openai to the end before you replay`,
    );
  }
}

function unanswered({ role, model }: ModelRequest, taskId: string, { times, status, detail }: FailedCalls) {
  const last = [status ?? [], detail === '' ? [] : detail].flat().join(': ');
  return new ModelError(
    `${model} gave no reply as ${roleName(role)} for task ${taskId} when it was asked ${counted(times, 'time', 'times')}, last ${last}`,
  );
}
