import type { OpenAI } from 'openai';
import { jsonIn } from '../schemas/json.ts';
import type { ModelRequest } from '../schemas/model.ts';
import { bodyOf, type Dialect, FIRST_DIALECT, type Parameter, replyIn, usageIn, without } from './chat-completion.ts';
import { Client, type EndpointSettings, textOf } from './client.ts';
import {
  type Because,
  type Billed,
  type Complaint,
  complaintOf,
  connectionErrorOf,
  foreignness,
  type Hopeless,
  type Outcome,
  oneLine,
  statusIn,
  type UnavailableFault,
  verdictOn,
} from './faults.ts';
import { quotesIn } from './limiter.ts';
import { whatToMend } from './messages.ts';
import { type HeaderValues, retryAfterMs } from './retry.ts';
import { roleName } from './settings.ts';
import { billedWithBrokenBody, billedWithError, billedWithRefusal, billedWithRejection } from './uncounted-usage.ts';

export interface Attempt {
  /** Of the request, by which the endpoint's operator can find it. */
  readonly digest: string;
  /** For the whole answer. Node itself gives up waiting for its start after 300 seconds. */
  readonly timeoutMs: number;
  /** Gives up what is under way. */
  readonly signal: AbortSignal;
}

/** OpenAI takes a client's own name for a request in it; others pass it by. */
export const REQUEST_ID = 'x-client-request-id';
const NO_HEADERS: HeaderValues = { get: () => null };
/** Characters of an answer that tell people what it is. */
const MOST_SHOWN = 100;

/** One OpenAI-compatible endpoint. Learns per model how it wants to be asked; its key never leaves it but in the header. */
export class Endpoint {
  readonly address: string;
  readonly #client: Client;
  readonly #dialects = new Map<string, Dialect>();
  readonly #proven = new Set<string>();

  /** A ConfigError where the address or the key cannot be what it is meant to be. */
  constructor(settings: EndpointSettings, fetch = globalThis.fetch) {
    this.#client = new Client(settings, fetch);
    this.address = this.#client.address;
  }

  /** The way a model wants to be asked, as far as is known. */
  dialectOf(model: string): Dialect {
    return this.#dialects.get(model) ?? FIRST_DIALECT;
  }

  /** True once it has answered for this model. */
  hasAnswered(model: string): boolean {
    return this.#proven.has(model);
  }

  /** Sends the request once. Never rejects for what the endpoint or the network does. */
  async complete(request: ModelRequest, { digest, timeoutMs, signal }: Attempt): Promise<Outcome> {
    const dialect = this.dialectOf(request.model);
    const client = await this.#client.open();
    const body = bodyOf(request, dialect) as unknown as OpenAI.ChatCompletionCreateParamsNonStreaming;
    const tooLong = AbortSignal.timeout(timeoutMs);
    const giveUp = AbortSignal.any([signal, tooLong]);
    let response: Response;
    let text: string | null;
    try {
      const headers = { [REQUEST_ID]: digest };
      response = await client.chat.completions
        .create(body, { signal: giveUp, timeout: timeoutMs, headers })
        .asResponse();
      const whole = await textOf(response);
      // Before anything is cut: the first half of a key is no longer found.
      text = whole === null ? null : this.#client.clean(whole);
    } catch (error) {
      if (signal.aborted) return this.#unavailable('interrupted', 'interrupted', 'everything');
      if (tooLong.aborted) return this.#unavailable('timeout', `no whole answer within ${timeoutMs} ms`, 'everything');
      return this.#failed(request, dialect, error);
    }
    return this.#answered(request, dialect, response, text);
  }

  #answered(request: ModelRequest, dialect: Dialect, { headers, status }: Response, text: string | null): Outcome {
    const billed = billedWithBrokenBody(text);
    if (text === null) return this.#unavailable('broken_body', 'the answer does not end', billed, status, headers);
    const body = jsonIn(text);
    const reply = replyIn(body, request.model);
    if (reply !== null) {
      this.#proven.add(request.model);
      return {
        kind: 'good',
        reply: { ...reply, text: this.#client.clean(reply.text) },
        billed: 'text',
        quotes: quotesIn(headers, Date.now()),
      };
    }
    const usage = usageIn(body);
    const errorStatus = statusIn(body);
    if (errorStatus !== null) {
      const outcome = this.#judged(request, dialect, complaintOf(errorStatus, body), headers);
      return outcome.kind === 'unavailable' ? { ...outcome, usage } : outcome;
    }
    const shown = oneLine(text.slice(0, MOST_SHOWN));
    const because = this.#proven.size > 0 ? null : foreignness(text, body);
    if (because !== null) {
      const sentence = this.#sentence(because, request, `${status}: ${shown}`);
      return { kind: 'unusable', status, detail: shown, sentence };
    }
    const what = body === undefined ? 'the answer is no JSON' : 'the answer is no chat completion';
    const detail = `${what}: ${shown}`;
    return { ...this.#unavailable('broken_body', detail, billed, status, headers), usage };
  }

  #failed(request: ModelRequest, dialect: Dialect, thrown: unknown): Outcome {
    const { status, error, headers } = thrown as { status?: number; error?: unknown; headers?: HeaderValues };
    if (typeof status !== 'number') return this.#unconnected(request, thrown);
    return this.#judged(request, dialect, complaintOf(status, { error }), headers ?? NO_HEADERS);
  }

  /** An address that has answered before is the right one, and what went wrong may pass. */
  #unconnected(request: ModelRequest, thrown: unknown): Outcome {
    const { detail, reached, hopeless } = connectionErrorOf(thrown);
    if (hopeless === null || this.#proven.has(request.model))
      return this.#unavailable('connection_error', detail, reached ? 'everything' : 'nothing');
    const said = this.#client.clean(detail);
    return { kind: 'unusable', status: null, detail: said, sentence: this.#sentence(hopeless, request, said) };
  }

  #judged(request: ModelRequest, dialect: Dialect, complaint: Complaint, headers: HeaderValues): Outcome {
    const { status } = complaint;
    const { model } = request;
    const detail = this.#client.clean(complaint.text);
    const quotes = quotesIn(headers, Date.now());
    const verdict = verdictOn(complaint, { request, dialect, proven: this.#proven.has(model) });
    switch (verdict.kind) {
      case 'rate_limited':
        return {
          kind: 'rate_limited',
          status: 429,
          detail,
          retryAfterMs: retryAfterMs(headers, Date.now()),
          quotes,
        };
      case 'unavailable':
        return this.#unavailable('server_error', detail, billedWithError(status), status, headers);
      case 'refused_parameter':
        this.#adapt(model, dialect, verdict.parameter);
        return { kind: 'refused_parameter', status, parameter: verdict.parameter, detail, quotes };
      case 'rejected':
        return { kind: 'rejected', status, detail, billed: billedWithRejection(status), quotes };
      case 'reply': {
        const reply = { text: this.#client.clean(verdict.text), finish: verdict.finish, model, usage: null };
        return { kind: 'good', reply, billed: billedWithRefusal(status), quotes };
      }
      case 'unusable': {
        const said = detail === '' ? `${status}` : `${status}: ${detail}`;
        return { kind: 'unusable', status, detail, sentence: this.#sentence(verdict.because, request, said) };
      }
    }
  }

  /** Requests under way were put in the words of before: only the first refusal of a wording takes the next. */
  #adapt(model: string, refused: Dialect, parameter: Parameter): void {
    const current = this.dialectOf(model);
    if (current[parameter] !== refused[parameter]) return;
    const next = without(current, parameter);
    if (next !== null) this.#dialects.set(model, next);
  }

  #unavailable(
    fault: UnavailableFault,
    detail: string,
    billed: Billed,
    status: number | null = null,
    headers: HeaderValues = NO_HEADERS,
  ): Extract<Outcome, { kind: 'unavailable' }> {
    const retryAfter = retryAfterMs(headers, Date.now());
    return {
      kind: 'unavailable',
      fault,
      status,
      detail: this.#client.clean(detail),
      retryAfterMs: retryAfter,
      billed,
      usage: null,
    };
  }

  #sentence(because: Because | Hopeless, { role, model }: ModelRequest, said: string): string {
    const { address, keyName, hasKey } = this.#client;
    return whatToMend(because, { place: `${address}, asked as ${roleName(role)},`, model, said, keyName, hasKey });
  }
}
