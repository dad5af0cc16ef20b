import {
  type BackOff,
  connectionErrorOf,
  connectionErrorText,
  isOutOfQuota,
  Limiter,
  quotesIn,
  retryAfterMs,
  retryDelayMs,
  statusIn,
} from '../../../models/index.ts';
import { type Clock, sleep, systemClock } from '../../../schemas/clock.ts';
import { isRecord, jsonIn } from '../../../schemas/json.ts';
import { digestOf } from '../../../text/digest.ts';
import { InfrastructureError } from '../drive.ts';

/** Statuses that say that a request is wrong; a refused key or a wrong address is nobody's move. */
const AGENTS_OWN: ReadonlySet<number> = new Set([400, 413, 422]);
/** Statuses that a key can mend. */
const KEY_REFUSED: ReadonlySet<number> = new Set([401, 403]);
/** Statuses that pass; all from 500 on do as well. */
const NOT_NOW: ReadonlySet<number> = new Set([408, 409, 423, 425, 429]);

/** Attempts of a request: an address that never answered is most likely the wrong one. */
const ATTEMPTS = { before: 4, after: 8 } as const;
const BACK_OFF: BackOff = { firstMs: 1_000, longestMs: 30_000 };
/** The longest an agent may think of one turn. */
const ANSWER_MS = 600_000;
/** Characters of an answer that tell people what it is. */
const MOST_SHOWN = 200;

export interface AgentEndpointSettings {
  /** Up to and with /v1. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  /** Null where nobody sets a limit: what the endpoint quotes and its 429s then decide. */
  readonly requestsPerMinute: number | null;
  /** Once it aborts nothing is sent or waited for any more. */
  readonly signal: AbortSignal;
  readonly clock?: Clock;
  readonly answerMs?: number;
}

/** An attempt that brought nothing, and may be made again. */
interface Failed {
  readonly failure: string;
  readonly retryAfterMs: number | null;
}

/** The endpoint of an agent, for all of its episodes: a pause it asks for is everybody's. What passes is tried again. */
export class AgentEndpoint {
  readonly #settings: AgentEndpointSettings;
  readonly #clock: Clock;
  readonly #limiter: Limiter;
  readonly #fetch: typeof globalThis.fetch;
  #hasAnswered = false;

  constructor(settings: AgentEndpointSettings, fetch = globalThis.fetch) {
    this.#fetch = fetch;
    this.#settings = settings;
    this.#clock = settings.clock ?? systemClock;
    const { requestsPerMinute } = settings;
    const limits = { requestsPerMinute, tokensPerMinute: null, concurrency: Number.POSITIVE_INFINITY };
    this.#limiter = new Limiter(limits, this.#clock);
    settings.signal.addEventListener('abort', () => this.#limiter.stop(interrupted()), { once: true });
  }

  /**
   * The JSON that comes back for a body; an InfrastructureError where none does, an Error where it refuses the request.
   * `onObstacle` is told what keeps the answer from coming that is no thinking of the agent's: failures so far, or that the
   * request has to wait its turn; null where nothing does.
   */
  async complete(body: object, onObstacle: (obstacle: string | null) => void = () => {}): Promise<unknown> {
    const { baseUrl, signal } = this.#settings;
    const text = JSON.stringify(body);
    const digest = digestOf('request of an agent', text);
    let failed: string | null = null;
    for (let failures = 1; ; failures++) {
      onObstacle(failed ?? `${baseUrl} is not asked yet: it wanted a pause, or --requests-per-minute holds`);
      const answer = await this.#attempt(text, () => onObstacle(failed));
      if (!isFailed(answer)) {
        onObstacle(null);
        return answer.json;
      }
      const { failure, retryAfterMs: asked } = answer;
      const most = this.#hasAnswered ? ATTEMPTS.after : ATTEMPTS.before;
      failed = `${baseUrl} does not answer, asked ${times(failures)}: ${failure}`;
      if (failures >= most || isOutOfQuota(asked)) throw new InfrastructureError(failed);
      onObstacle(failed);
      await sleep(this.#clock, retryDelayMs(digest, failures, asked, BACK_OFF), signal).catch(() => {
        throw interrupted();
      });
    }
  }

  async #attempt(body: string, onTurn: () => void): Promise<Failed | { readonly json: unknown }> {
    const { baseUrl, apiKey, signal, answerMs = ANSWER_MS } = this.#settings;
    if (signal.aborted) throw interrupted();
    const turn = await this.#limiter.turn(0);
    onTurn();
    const tooLong = AbortSignal.timeout(answerMs);
    let response: Response;
    let text: string;
    try {
      response = await this.#fetch.call(globalThis, `${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body,
        signal: AbortSignal.any([tooLong, signal]),
      });
      text = await response.text();
    } catch (error) {
      this.#limiter.end(turn, { kind: 'failed' });
      if (signal.aborted) throw interrupted();
      if (tooLong.aborted) throw new InfrastructureError(`${baseUrl} does not answer within ${answerMs / 1000} s`);
      const failure = connectionErrorText(error);
      if (connectionErrorOf(error).hopeless !== null)
        throw new InfrastructureError(`${baseUrl} cannot be asked: ${failure}`);
      return { failure, retryAfterMs: null };
    }
    const { headers, ok } = response;
    const now = Date.now();
    const quotes = quotesIn(headers, now);
    const asked = retryAfterMs(headers, now);
    const json = jsonIn(text);
    // Gateways pass on in a 200 what the endpoint behind them answered; some say beside an answer that there was no error.
    const status = ok && !hasChoices(json) ? (statusIn(json) ?? response.status) : response.status;
    const failure = `${status} ${text.slice(0, MOST_SHOWN)}`;
    if (status < 400 && json !== undefined) {
      this.#hasAnswered = true;
      this.#limiter.end(turn, { kind: 'replied', tokens: null, quotes });
      return { json };
    }
    // A pause is everybody's, whatever it is asked with.
    const isPassing = NOT_NOW.has(status) || status >= 500;
    if (status === 429 || (isPassing && asked !== null))
      this.#limiter.end(turn, { kind: 'limited', retryAfterMs: asked, quotes });
    else this.#limiter.end(turn, status < 500 ? { kind: 'refused', quotes } : { kind: 'failed' });
    if (AGENTS_OWN.has(status)) throw new Error(`the endpoint refuses the request: ${failure}`);
    if (status >= 400 && !isPassing) {
      const remedy = KEY_REFUSED.has(status) ? `; ${apiKey === null ? 'set' : 'correct'} OPENAI_API_KEY` : '';
      throw new InfrastructureError(`${baseUrl} refuses to be asked: ${failure}${remedy}`);
    }
    return { failure, retryAfterMs: asked };
  }
}

const isFailed = (answer: Failed | { readonly json: unknown }): answer is Failed => 'failure' in answer;

const hasChoices = (json: unknown): boolean => isRecord(json) && Array.isArray(json.choices);

const interrupted = () => new InfrastructureError('interrupted');

const times = (count: number) => (count === 1 ? 'once' : `${count} times`);
