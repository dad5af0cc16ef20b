import { ConfigError } from '../../schemas/errors.ts';
import type { ModelRequest, Models, StoredReply } from '../../schemas/model.ts';
import type { ReplyStore } from './reply-store.ts';
import { requestDigest } from './request-digest.ts';

/** Answers from recorded replies alone: no network, and the same bytes as the run that recorded them. */
export class Replay implements Models {
  readonly #store: Pick<ReplyStore, 'get' | 'digestsOf' | 'path'>;
  #hits = 0;

  constructor(store: Pick<ReplyStore, 'get' | 'digestsOf' | 'path'>) {
    this.#store = store;
  }

  /** Replies found so far. */
  get hits(): number {
    return this.#hits;
  }

  /** Rejects with a ConfigError where the reply was never recorded: a replay that goes on without it is no replay. */
  async ask(request: ModelRequest, taskId: string): Promise<StoredReply> {
    const digest = requestDigest(request);
    const reply = this.#store.get(digest);
    if (reply === null) throw this.#missing(request, taskId, digest);
    this.#hits++;
    return { digest, reply };
  }

  #missing({ role, model, attempt }: ModelRequest, taskId: string, digest: string): ConfigError {
    const others = this.#store.digestsOf(taskId, role).length;
    const reason =
      others === 0
        ? 'nothing was ever asked for this task and role; run with --writer openai first'
        : `of this task and role it holds ${others}, so the prompt, the model or its settings changed since; put them back, or run with --writer openai to ask anew`;
    return new ConfigError(
      `${this.#store.path} holds no reply of the ${role} for task ${taskId} (${model}, attempt ${attempt}, request ${digest.slice(0, 12)}): ${reason}`,
    );
  }
}
