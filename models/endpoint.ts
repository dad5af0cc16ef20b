import type { OpenAI } from 'openai';
import { ConfigError } from '../schemas/errors.ts';
import type { ModelRequest } from '../schemas/model.ts';
import { type Billed, billedWithBrokenBody, billedWithError, billedWithRefusal, billedWithRejection } from './bill.ts';
import { replyIn, usageIn } from './chat-completion.ts';
import { type Complaint, complaintOf, oneLine, statusIn } from './complaint.ts';
import { connectionErrorOf, type Hopeless } from './connection-error.ts';
import { bodyOf, type Dialect, FIRST_DIALECT, type Parameter, without } from './dialect.ts';
import { endpointAddress } from './endpoint-address.ts';
import type { Outcome, UnavailableFault } from './outcome.ts';
import { type HeaderValues, quotesIn, retryAfterMs } from './rate-headers.ts';
import { withoutKeys } from './redact.ts';
import { jsonIn, textOf, withReadableErrors } from './response-body.ts';
import { roleName } from './role-name.ts';
import { type Because, verdictOn } from './verdict.ts';
import { whatToMend } from './what-to-mend.ts';

export interface EndpointSettings {
  /** Of an OpenAI-compatible endpoint, up to and with /v1. */
  readonly baseUrl: string;
  /** Null where the endpoint asks for none. */
  readonly apiKey: string | null;
  /** What the user calls the key, such as OPENAI_API_KEY; for errors. */
  readonly keyName: string;
}

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
const NO_KEY = 'none';
const NO_HEADERS: HeaderValues = { get: () => null };

/** One OpenAI-compatible endpoint. Learns per model how it wants to be asked; its key never leaves it but in the header. */
export class Endpoint {
  /** Where it is, for people: without what else an address may hold. */
  readonly address: string;
  readonly #settings: EndpointSettings;
  readonly #fetch: typeof fetch;
  readonly #dialects = new Map<string, Dialect>();
  readonly #proven = new Set<string>();
  #client: Promise<OpenAI> | null = null;

  /** A ConfigError where the address or the key cannot be what it is meant to be. */
  constructor(settings: EndpointSettings, fetch = globalThis.fetch) {
    this.address = endpointAddress(settings.baseUrl);
    this.#settings = settings;
    this.#fetch = fetch;
    if (settings.apiKey !== null && !/^[\x21-\x7e]+$/.test(settings.apiKey))
      throw new ConfigError(
        `${settings.keyName} is empty or holds a character no key has; check it for spaces and line breaks`,
      );
  }

  /** How a model wants to be asked, as far as is known. */
  dialectOf(model: string): Dialect {
    return this.#dialects.get(model) ?? FIRST_DIALECT;
  }

  /** Whether it has ever answered for this model. */
  hasAnswered(model: string): boolean {
    return this.#proven.has(model);
  }

  /** Sends the request once. Never rejects for what the endpoint or the network does. */
  async complete(request: ModelRequest, { digest, timeoutMs, signal }: Attempt): Promise<Outcome> {
    const dialect = this.dialectOf(request.model);
    const client = await this.#opened();
    const body = bodyOf(request, dialect) as unknown as OpenAI.ChatCompletionCreateParamsNonStreaming;
    const giveUp = new AbortController();
    const abort = () => giveUp.abort();
    const timer = setTimeout(abort, timeoutMs);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    let response: Response;
    let text: string | null;
    try {
      const headers = { [REQUEST_ID]: digest };
      response = await client.chat.completions
        .create(body, { signal: giveUp.signal, timeout: timeoutMs, headers })
        .asResponse();
      const whole = await textOf(response);
      // Before anything is cut: the first half of a key is no longer found.
      text = whole === null ? null : this.#clean(whole);
    } catch (error) {
      if (signal.aborted) return this.#unavailable('interrupted', 'interrupted', 'everything');
      if (giveUp.signal.aborted)
        return this.#unavailable('timeout', `no whole answer within ${timeoutMs} ms`, 'everything');
      return this.#failed(request, dialect, error);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    }
    return this.#answered(request, dialect, response, text);
  }

  #opened(): Promise<OpenAI> {
    this.#client ??= import('openai').then(
      ({ OpenAI }) =>
        new OpenAI({
          baseURL: this.#settings.baseUrl,
          apiKey: this.#settings.apiKey ?? NO_KEY,
          maxRetries: 0,
          // Whatever the environment says: a log of requests would hold prompts.
          logLevel: 'off',
          fetch: withReadableErrors(this.#fetch, (text) => this.#clean(text)),
        }),
    );
    return this.#client;
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
        reply: { ...reply, text: this.#clean(reply.text) },
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
    const what = body === undefined ? 'the answer is no JSON' : 'the answer is no chat completion';
    const detail = `${what}: ${oneLine(text.slice(0, 100))}`;
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
    const said = this.#clean(detail);
    return { kind: 'unusable', status: null, detail: said, sentence: this.#sentence(hopeless, request, said) };
  }

  #judged(request: ModelRequest, dialect: Dialect, complaint: Complaint, headers: HeaderValues): Outcome {
    const { status } = complaint;
    const { model } = request;
    const detail = this.#clean(complaint.text);
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
        const reply = { text: this.#clean(verdict.text), finish: verdict.finish, model, usage: null };
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
      detail: this.#clean(detail),
      retryAfterMs: retryAfter,
      billed,
      usage: null,
    };
  }

  #sentence(because: Because | Hopeless, { role, model }: ModelRequest, said: string): string {
    const { apiKey, keyName } = this.#settings;
    return whatToMend(because, {
      place: `${this.address}, asked as ${roleName(role)},`,
      model,
      said,
      keyName,
      hasKey: apiKey !== null,
    });
  }

  #clean(text: string): string {
    const { apiKey } = this.#settings;
    return apiKey === null ? text : withoutKeys(text, [apiKey]);
  }
}
