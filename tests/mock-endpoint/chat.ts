import { type Answer, jsonAnswer } from './answer.ts';
import { type ErrorShape, errorAnswer, invalidRequest } from './api-error.ts';
import { type ChatBody, type CountTokens, countByLength, outputLimitOf, promptTokensOf } from './chat-body.ts';
import { type ChatRules, problemWith } from './check-chat-body.ts';
import { type Clock, secondsOf } from './clock.ts';
import { completion } from './completion.ts';
import { draw } from './draw.ts';
import { type Fault, isStatusFault, isTransportFault } from './fault-kinds.ts';
import type { FaultPlan } from './fault-plan.ts';
import type { MockOptions } from './options.ts';
import { type Limits, RateLimits } from './rate-limits.ts';
import { type Callbacks, reply } from './reply.ts';
import type { RequestFacts } from './request-facts.ts';
import type { RequestLog, RequestRecord } from './request-log.ts';
import { answerTo, turnedAwayAnswer } from './status-faults.ts';
import { withTransportFault } from './transport-faults.ts';

/** Answers chat completions, online and as lines of a batch. */
export class Chat {
  /** What the test's callbacks threw. */
  readonly failures: unknown[] = [];
  readonly #callbacks: Callbacks;
  readonly #rules: ChatRules;
  readonly #countTokens: CountTokens;
  readonly #reportsUsage: boolean;
  readonly #shape: ErrorShape;
  readonly #latency: { readonly fixedMs: number; readonly jitterMs: number };
  readonly #plan: FaultPlan;
  readonly #log: RequestLog;
  readonly #clock: Clock;
  #limits: RateLimits;

  constructor(options: MockOptions, plan: FaultPlan, log: RequestLog, clock: Clock) {
    const { refuses = [], models = null, contextTokens = null, checksSchemas = true } = options;
    this.#countTokens = options.countTokens ?? countByLength;
    this.#callbacks = options;
    this.#rules = {
      refuses: typeof refuses === 'function' ? refuses : () => refuses,
      models,
      contextTokens,
      checksSchemas,
      countTokens: this.#countTokens,
    };
    this.#reportsUsage = options.reportsUsage ?? true;
    this.#shape = options.errorShape ?? 'nested';
    this.#latency = { fixedMs: 0, jitterMs: 0, ...options.latency };
    this.#plan = plan;
    this.#log = log;
    this.#clock = clock;
    this.#limits = new RateLimits(options.limits ?? {}, clock);
  }

  /** Puts other limits in the place of those that hold; their buckets start full. */
  limitTo(limits: Limits): void {
    this.#limits = new RateLimits(limits, this.#clock);
  }

  async online(record: RequestRecord, text: string): Promise<Answer> {
    const checked = this.#checked(record, parsedJson(text));
    if ('answer' in checked) return checked.answer;
    const { body } = checked;
    const tokens = promptTokensOf(body, this.#countTokens) + (outputLimitOf(body) ?? 0);
    const turned = this.#limits.admit(tokens);
    if (turned !== null) {
      record.trouble = turned.by === 'requests' ? 'over_request_limit' : 'over_token_limit';
      return turnedAwayAnswer(turned, this.#limits, body.model, this.#shape);
    }
    const request = this.#sighted(record, body);
    const fault = this.#plan.faultFor(request);
    const answer = await this.#modelAnswer(record, request, body, fault);
    const { tells } = this.#limits;
    const headers = tells === 'everything' || tells === 'headers' ? this.#limits.headers() : {};
    const { fixedMs, jitterMs } = this.#latency;
    const delayMs =
      fixedMs + (jitterMs === 0 ? 0 : Math.floor(jitterMs * draw('jitter', request.digest, request.seen)));
    const timely = { ...answer, delayMs, headers: { ...headers, ...answer.headers } };
    if (fault === null || !isTransportFault(fault.kind)) return timely;
    record.trouble = fault.kind;
    return withTransportFault(timely, fault.kind, fault);
  }

  /** A line of a batch knows no limits, and nothing can happen to its connection. */
  async line(record: RequestRecord, value: unknown): Promise<Answer> {
    const checked = this.#checked(record, value);
    if ('answer' in checked) return checked.answer;
    const request = this.#sighted(record, checked.body);
    return this.#modelAnswer(record, request, checked.body, this.#plan.faultFor(request));
  }

  #checked(record: RequestRecord, value: unknown): { body: ChatBody } | { answer: Answer } {
    const problem =
      value === undefined
        ? {
            trouble: 'invalid_request' as const,
            error: invalidRequest('We could not parse the JSON body of your request.'),
          }
        : problemWith(value, this.#rules);
    if (problem === null) {
      const body = value as ChatBody;
      record.model = body.model;
      record.role ??= body.metadata?.role ?? null;
      return { body };
    }
    record.trouble = problem.trouble;
    return { answer: errorAnswer(problem.error, this.#shape) };
  }

  #sighted(record: RequestRecord, body: ChatBody): RequestFacts {
    const { route, number, digest, role, customId } = record;
    return { route, number, digest, seen: this.#log.countSighting(digest), role, body, customId };
  }

  async #modelAnswer(record: RequestRecord, request: RequestFacts, body: ChatBody, due: Fault | null): Promise<Answer> {
    const kind = due?.kind ?? null;
    if (due !== null && kind !== null && isStatusFault(kind)) {
      record.trouble = kind;
      return answerTo({ ...due, kind }, body.model, this.#shape, this.#clock);
    }
    try {
      const { said, fault } = await reply(this.#callbacks, body, request, due);
      record.trouble = fault;
      const { value, usage } = completion(body, said, {
        number: record.number,
        created: secondsOf(this.#clock),
        countTokens: this.#countTokens,
        reportsUsage: this.#reportsUsage,
      });
      record.usage = usage;
      return { ...jsonAnswer(200, value), delivers: true };
    } catch (failure) {
      this.failures.push(failure);
      record.trouble = 'broken_callback';
      const message = `the mock endpoint's callback threw: ${failure}`;
      return errorAnswer({ ...invalidRequest(message), status: 500 }, this.#shape);
    }
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
