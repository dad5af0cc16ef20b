import type { ModelRequest, Models, StoredReply } from '../schemas/model.ts';
import { neverAsked, unansweredThen } from './messages.ts';
import { type ReplyStore, requestDigest } from './reply-store.ts';

type Store = Pick<ReplyStore, 'get' | 'digestsOf' | 'failuresOf' | 'path'>;

/** Answers from recorded replies alone: no network, and the same bytes as the run that recorded them. */
export class Replay implements Models {
  /** Replies found so far. */
  hits = 0;
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Rejects with a ModelError where the model gave no reply when it was asked, so that the task stays pending as it
   * did then; with a ConfigError where it was never asked: a replay that goes on without it is no replay.
   */
  async ask(request: ModelRequest, taskId: string): Promise<StoredReply> {
    const digest = requestDigest(request);
    const reply = this.#store.get(digest);
    if (reply !== null) {
      this.hits++;
      return { digest, reply };
    }
    const failures = this.#store.failuresOf(digest);
    if (failures !== null) throw unansweredThen(request, taskId, failures);
    const others = this.#store.digestsOf(taskId, request.role).length;
    throw neverAsked(this.#store.path, request, taskId, { digest, others });
  }
}
