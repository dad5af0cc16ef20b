import { canonicalJson } from '../../schemas/canonical-json.ts';
import { isRecord, jsonIn } from '../../schemas/json.ts';
import type { ModelReply, ModelRequest, StoredReply, Usage } from '../../schemas/model.ts';
import type { Budget, Reservation } from '../budget.ts';
import { bodyOf, type Dialect, replyIn, usageIn } from '../chat-completion.ts';
import { type Billed, complaintOf, oneLine, statusIn, verdictOn } from '../faults.ts';
import type { ReplyStore } from '../reply-store.ts';
import type { TokenEstimates } from '../token-estimates.ts';
import { billedWithError, billedWithRejection, mostBilled } from '../uncounted-usage.ts';
import { CHAT_COMPLETIONS } from './batch-endpoint.ts';
import type { BatchedRequest } from './batch-ledger.ts';

/** A request on its way to its reply, through as many batches as it takes. */
export class WaitingRequest implements BatchedRequest {
  readonly digest: string;
  readonly taskId: string;
  readonly request: BatchedRequest['request'];
  readonly #ended = Promise.withResolvers<StoredReply>();
  readonly reply = this.#ended.promise;
  readonly resolve = this.#ended.resolve;
  readonly reject = this.#ended.reject;
  /** True where somebody in this run wants the reply: one that an earlier start submitted may never be asked for. */
  isAsked: boolean;
  /** Batches it stood in without a reply. */
  misses = 0;

  constructor({ digest, taskId, request }: BatchedRequest, isAsked: boolean) {
    this.digest = digest;
    this.taskId = taskId;
    this.request = request;
    this.isAsked = isAsked;
    // Where nobody asked, nobody hears that it failed.
    this.reply.catch(() => undefined);
  }
}

/** A request of a batch and the money set aside for it, which is charged or given back once, however often it is tried. */
class OpenRequest {
  readonly waiting: WaitingRequest;
  readonly #reservation: Reservation;
  #costNano: number | null | undefined;

  constructor(waiting: WaitingRequest, reservation: Reservation) {
    this.waiting = waiting;
    this.#reservation = reservation;
  }

  /** Returns what was charged the first time, null without a known price. */
  end(charge: (reservation: Reservation) => number | null): number | null {
    if (this.#costNano === undefined) this.#costNano = charge(this.#reservation);
    return this.#costNano;
  }
}

/** A request as a line of a batch's input file. */
export const batchLine = ({ digest, request }: Pick<BatchedRequest, 'digest' | 'request'>, dialect: Dialect): string =>
  JSON.stringify({ custom_id: digest, method: 'POST', url: CHAT_COMPLETIONS, body: bodyOf(request, dialect) });

/** The outcome of a line that brought no reply. */
interface FailedLine {
  readonly kind: 'again' | 'online';
  readonly fault: 'rate_limited' | 'server_error' | 'broken_body' | 'batch_line_failed' | 'rejected';
  readonly status: number | null;
  readonly detail: string;
  readonly usage: Usage | null;
  /** The part that may be billed where nobody counted. */
  readonly billed: Billed;
}

/** The provider lost the line, or it never came whole. */
const NO_LINE: FailedLine = {
  kind: 'again',
  fault: 'batch_line_failed',
  status: null,
  detail: 'no result',
  usage: null,
  billed: 'nothing',
};

/** `again`: another batch may bring it. `online`: asked singly it is told what is wrong, or put in other words. */
type LineOutcome = { readonly kind: 'reply'; readonly reply: ModelReply } | FailedLine;

interface ResultLine {
  readonly digest: string;
  readonly outcome: (request: ModelRequest, dialect: Dialect) => LineOutcome;
}

/** Reads a line of an output or error file; null where it is broken. */
export function readResultLine(text: string): ResultLine | null {
  const line = jsonIn(text);
  if (!isRecord(line) || typeof line.custom_id !== 'string') return null;
  const { custom_id: digest, response, error } = line;
  return { digest, outcome: (request, dialect) => outcomeOf(response, error, request, dialect) };
}

function outcomeOf(response: unknown, error: unknown, request: ModelRequest, dialect: Dialect): LineOutcome {
  if (!isRecord(response) || typeof response.status_code !== 'number') {
    // The batch expired or was cancelled before the line's turn came, or the provider lost it.
    const { text, code } = complaintOf(0, { error: error ?? 'no response' });
    return { ...NO_LINE, detail: `${code ?? ''} ${text}`.trim() };
  }
  const { status_code: status, body } = response;
  const reply = status < 400 ? replyIn(body, request.model) : null;
  if (reply !== null) return { kind: 'reply', reply };
  const usage = usageIn(body);
  const errorStatus = status >= 400 ? status : statusIn(body);
  if (errorStatus === null) {
    const detail = `the answer is no chat completion: ${oneLine(JSON.stringify(body ?? null).slice(0, 500))}`;
    return { kind: 'again', fault: 'broken_body', status, detail, usage, billed: 'everything' };
  }
  const complaint = complaintOf(errorStatus, body);
  const failed = { status: errorStatus, detail: complaint.text, usage, billed: billedWithError(errorStatus) };
  const verdict = verdictOn(complaint, { request, dialect, proven: true });
  switch (verdict.kind) {
    case 'reply': {
      const { text, finish } = verdict;
      return { kind: 'reply', reply: { text, finish, model: request.model, usage } };
    }
    case 'rate_limited':
      return { kind: 'again', fault: 'rate_limited', ...failed };
    case 'unavailable':
      return { kind: 'again', fault: 'server_error', ...failed };
    case 'rejected':
      return { kind: 'online', fault: 'rejected', ...failed, billed: billedWithRejection(errorStatus) };
    default:
      return { kind: 'online', fault: 'rejected', ...failed };
  }
}

export interface BatchResultsSettings {
  readonly store: Pick<ReplyStore, 'read' | 'put' | 'putFailure'>;
  /** The run that pays, as the store knows it. */
  readonly run: string;
  readonly budget: Pick<Budget, 'settle' | 'charge' | 'release'>;
  readonly tokens: Pick<TokenEstimates, 'learn'>;
  onReply(request: ModelRequest, reply: ModelReply): void;
}

/** The requests of a batch with what came of them: every reply is stored and paid for before anybody sees it. */
export class BatchResults {
  /** To be put into another batch, and to be asked online. */
  readonly again: WaitingRequest[] = [];
  readonly online: WaitingRequest[] = [];
  replies = 0;
  readonly #settings: BatchResultsSettings;
  readonly #dialect: Dialect;
  /** A request leaves when what came of it is stored, not before: a store that fails loses nothing. */
  readonly #open: Map<string, OpenRequest>;
  /** Requests that failed by a line: another may still hold their reply. */
  readonly #failed = new Map<string, readonly [OpenRequest, FailedLine]>();

  constructor(settings: BatchResultsSettings, dialect: Dialect, requests: ReadonlyMap<WaitingRequest, Reservation>) {
    this.#settings = settings;
    this.#dialect = dialect;
    this.#open = new Map(
      [...requests].map(([waiting, reservation]) => [waiting.digest, new OpenRequest(waiting, reservation)]),
    );
  }

  /** Requests without a line yet. */
  get size(): number {
    return this.#open.size;
  }

  /** True where somebody in this run waits for one of them. */
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
      this.#release(open);
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
      this.#release(open);
      (isRefused(open.waiting) ? this.online : this.again).push(open.waiting);
      this.#open.delete(digest);
    }
  }

  /** Gives back what was set aside for a request. */
  #release(open: OpenRequest): void {
    open.end((reservation) => {
      this.#settings.budget.release(reservation);
      return 0;
    });
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
    const { store, budget } = this.#settings;
    // Of what nobody counted, the most that may be billed.
    const costNano = open.end((reservation) => budget.charge(reservation, usage ?? mostBilled(billed, reservation)));
    store.putFailure({ digest, role, model, taskId, kind: fault, status, detail, usage, costNano });
    this[kind].push(open.waiting);
  }

  #keep(open: OpenRequest, reply: ModelReply): void {
    const { store, run, budget, tokens, onReply } = this.#settings;
    const { waiting } = open;
    const { digest, taskId, request } = waiting;
    this.replies++;
    const known = store.read(digest);
    if (known?.run === run && canonicalJson(known.reply) === canonicalJson(reply)) {
      // An earlier start was ended while it collected this batch: it has paid.
      this.#release(open);
      waiting.resolve({ digest, reply: known.reply });
      return;
    }
    const costNano = open.end((reservation) => budget.settle(reservation, reply.usage));
    const kept = store.put(digest, request, reply, { taskId, costNano });
    if (reply.usage !== null) tokens.learn(request, reply.usage.input_tokens);
    onReply(request, reply);
    waiting.resolve(kept);
  }
}
