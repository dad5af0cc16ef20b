import { canonicalJson } from '../../../schemas/canonical-json.ts';
import type { ModelReply } from '../../../schemas/model.ts';
import type { Budget, Reservation } from '../budget.ts';
import type { Dialect } from '../dialect.ts';
import type { ReplyStore } from '../reply-store.ts';
import type { TokenEstimates } from '../tokens.ts';
import { type FailedLine, readResultLine } from './batch-lines.ts';
import type { WaitingRequest } from './waiting-request.ts';

export interface BatchResultsSettings {
  readonly store: Pick<ReplyStore, 'get' | 'put' | 'putFailure'>;
  readonly budget: Pick<Budget, 'settle' | 'release'>;
  readonly tokens: Pick<TokenEstimates, 'learn'>;
  onReply(request: WaitingRequest, reply: ModelReply, costNano: number | null): void;
}

/** The requests of a batch with what came of them: every reply is stored and paid for before anybody sees it. */
export class BatchResults {
  /** To be put into another batch, and to be asked online. */
  readonly again: WaitingRequest[] = [];
  readonly online: WaitingRequest[] = [];
  readonly #settings: BatchResultsSettings;
  readonly #dialect: Dialect;
  readonly #open: Map<string, readonly [WaitingRequest, Reservation]>;

  constructor(settings: BatchResultsSettings, dialect: Dialect, requests: ReadonlyMap<WaitingRequest, Reservation>) {
    this.#settings = settings;
    this.#dialect = dialect;
    this.#open = new Map([...requests].map((entry) => [entry[0].digest, entry]));
  }

  /** Requests nothing came of yet. */
  get size(): number {
    return this.#open.size;
  }

  /** Takes in a line of results. A broken one is missing until the file is read again. */
  take(text: string): void {
    const line = readResultLine(text);
    const entry = line === null ? undefined : this.#open.get(line.digest);
    if (line === null || entry === undefined) return;
    const [request, reservation] = entry;
    const outcome = line.outcome(request.request, this.#dialect);
    this.#open.delete(line.digest);
    if (outcome.kind === 'reply') this.#keep(request, outcome.reply, reservation);
    else this.#fail(request, outcome, reservation);
  }

  /** Ends what there was no line for: the provider lost it. */
  missing(): void {
    const line: FailedLine = {
      ...{ kind: 'again', fault: 'batch_line_failed', status: null },
      ...{ detail: 'no result', usage: null },
    };
    for (const [request, reservation] of this.#open.values()) this.#fail(request, line, reservation);
    this.#open.clear();
  }

  /** Ends what was never worked on; `isRefused` says which requests the provider does not take in any batch. */
  untouched(isRefused: (request: WaitingRequest) => boolean = () => false): void {
    for (const [request, reservation] of this.#open.values()) {
      this.#settings.budget.release(reservation);
      (isRefused(request) ? this.online : this.again).push(request);
    }
    this.#open.clear();
  }

  #fail(waiting: WaitingRequest, line: FailedLine, reservation: Reservation): void {
    const { store, budget } = this.#settings;
    const { digest, taskId, request } = waiting;
    const { kind, fault, status, detail, usage } = line;
    const costNano = usage === null ? 0 : budget.settle(reservation, usage);
    if (usage === null) budget.release(reservation);
    const { role, model } = request;
    store.putFailure({ digest, role, model, taskId, kind: fault, status, detail, usage, costNano });
    this[kind].push(waiting);
  }

  #keep(waiting: WaitingRequest, reply: ModelReply, reservation: Reservation): void {
    const { store, budget, tokens, onReply } = this.#settings;
    const { digest, taskId, request } = waiting;
    const stored = store.get(digest);
    if (stored !== null && canonicalJson(stored) === canonicalJson(reply)) {
      // An earlier start was ended while it collected this batch: it has paid.
      budget.release(reservation);
      waiting.resolve({ digest, reply: stored });
      return;
    }
    if (reply.usage !== null) tokens.learn(request, reply.usage.input_tokens);
    const costNano = budget.settle(reservation, reply.usage);
    const kept = store.put(digest, request, reply, { taskId, costNano });
    onReply(waiting, reply, costNano);
    waiting.resolve(kept);
  }
}
