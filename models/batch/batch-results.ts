import { canonicalJson } from '../../schemas/canonical-json.ts';
import type { ModelReply } from '../../schemas/model.ts';
import type { Budget, Reservation } from '../budget.ts';
import type { Dialect } from '../dialect.ts';
import type { ReplyStore } from '../reply-store.ts';
import type { TokenEstimates } from '../tokens.ts';
import { type FailedLine, readResultLine } from './batch-lines.ts';
import { OpenRequest } from './open-request.ts';
import type { WaitingRequest } from './waiting-request.ts';

export interface BatchResultsSettings {
  readonly store: Pick<ReplyStore, 'read' | 'put' | 'putFailure'>;
  /** The run that pays, as the store knows it. */
  readonly run: string;
  readonly budget: Pick<Budget, 'settle' | 'release'>;
  readonly tokens: Pick<TokenEstimates, 'learn'>;
  onReply(request: WaitingRequest, reply: ModelReply, costNano: number | null): void;
}

/** The provider lost the line, or it never came whole. */
const NO_LINE: FailedLine = {
  ...{ kind: 'again', fault: 'batch_line_failed', status: null },
  ...{ detail: 'no result', usage: null, billed: 'nothing' },
};

/** The requests of a batch with what came of them: every reply is stored and paid for before anybody sees it. */
export class BatchResults {
  /** To be put into another batch, and to be asked online. */
  readonly again: WaitingRequest[] = [];
  readonly online: WaitingRequest[] = [];
  /** Replies the results held. */
  replies = 0;
  readonly #settings: BatchResultsSettings;
  readonly #dialect: Dialect;
  /** A request leaves when what came of it is stored, not before: a store that fails loses nothing. */
  readonly #open: Map<string, OpenRequest>;
  /** Where a line says that a request failed: another may still hold its reply. */
  readonly #failed = new Map<string, readonly [OpenRequest, FailedLine]>();

  constructor(settings: BatchResultsSettings, dialect: Dialect, requests: ReadonlyMap<WaitingRequest, Reservation>) {
    this.#settings = settings;
    this.#dialect = dialect;
    this.#open = new Map(
      [...requests].map(([waiting, reservation]) => [
        waiting.digest,
        new OpenRequest(waiting, reservation, settings.budget),
      ]),
    );
  }

  /** Requests without a line yet. */
  get size(): number {
    return this.#open.size;
  }

  /** Whether somebody in this run waits for one of them. */
  get isAwaited(): boolean {
    for (const { waiting } of this.#open.values()) if (waiting.isAsked) return true;
    return false;
  }

  /** Takes in a line of results. A broken one is missing until the file is read again. */
  take(text: string): void {
    const line = readResultLine(text);
    if (line === null) return;
    const { digest } = line;
    const open = this.#open.get(digest) ?? this.#failed.get(digest)?.[0];
    if (open === undefined) return;
    const outcome = line.outcome(open.waiting.request, this.#dialect);
    if (outcome.kind === 'reply') {
      this.#keep(open, outcome.reply);
      this.#failed.delete(digest);
    } else if (!this.#failed.has(digest)) this.#failed.set(digest, [open, outcome]);
    this.#open.delete(digest);
  }

  /** Ends what there was no reply for; so many requests at most were done all the same, and are on the bill. */
  missing(done: number): void {
    this.#endFailed();
    let billed = done;
    for (const [digest, open] of this.#open) {
      const known = this.#settings.store.read(digest);
      if (known?.run !== this.#settings.run) continue;
      // An earlier start read its line, when the results were still there: it has paid.
      this.replies++;
      billed--;
      open.release();
      open.waiting.resolve({ digest, reply: known.reply });
      this.#open.delete(digest);
    }
    for (const [digest, open] of this.#open) {
      this.#fail(open, billed-- > 0 ? { ...NO_LINE, billed: 'everything' } : NO_LINE);
      this.#open.delete(digest);
    }
  }

  /** Ends what was never worked on; `isRefused` says which requests the provider does not take in any batch. */
  untouched(isRefused: (request: WaitingRequest) => boolean = () => false): void {
    this.#endFailed();
    for (const [digest, open] of this.#open) {
      open.release();
      (isRefused(open.waiting) ? this.online : this.again).push(open.waiting);
      this.#open.delete(digest);
    }
  }

  #endFailed(): void {
    for (const [digest, [open, line]] of this.#failed) {
      this.#fail(open, line);
      this.#failed.delete(digest);
    }
  }

  #fail(open: OpenRequest, { kind, fault, status, detail, usage, billed }: FailedLine): void {
    const { digest, taskId, request } = open.waiting;
    const { role, model } = request;
    const costNano = open.charge(usage, billed);
    this.#settings.store.putFailure({ digest, role, model, taskId, kind: fault, status, detail, usage, costNano });
    this[kind].push(open.waiting);
  }

  #keep(open: OpenRequest, reply: ModelReply): void {
    const { store, run, tokens, onReply } = this.#settings;
    const { waiting } = open;
    const { digest, taskId, request } = waiting;
    this.replies++;
    const known = store.read(digest);
    if (known?.run === run && canonicalJson(known.reply) === canonicalJson(reply)) {
      // An earlier start was ended while it collected this batch: it has paid.
      open.release();
      waiting.resolve({ digest, reply: known.reply });
      return;
    }
    const costNano = open.settle(reply.usage);
    const kept = store.put(digest, request, reply, { taskId, costNano });
    if (reply.usage !== null) tokens.learn(request, reply.usage.input_tokens);
    onReply(waiting, reply, costNano);
    waiting.resolve(kept);
  }
}
