import { type Clock, sleep, systemClock } from '../schemas/clock.ts';
import { ModelError } from '../schemas/errors.ts';
import type { ModelRequest, Models, Role, StoredReply } from '../schemas/model.ts';
import type { Budget, Reservation } from './budget.ts';
import type { Endpoint } from './endpoint.ts';
import { endingOf, type Outcome } from './faults.ts';
import type { Limiter, Turn } from './limiter.ts';
import {
  asksToWait,
  gaveUp,
  interrupted,
  limitsAll,
  neverAnswered,
  notKept,
  refusedRequest,
  seemsDown,
  trouble,
  troubleNow,
  type Unanswered,
} from './messages.ts';
import { type ReplyStore, requestDigest } from './reply-store.ts';
import { type BackOff, isOutOfQuota, retryDelayMs } from './retry.ts';
import { type CallStatistics, CallTally } from './statistics.ts';
import type { TokenEstimates } from './token-estimates.ts';
import { usageToCharge } from './uncounted-usage.ts';

/** The way of a role's requests to its model. */
export interface Route {
  readonly endpoint: Pick<Endpoint, 'address' | 'complete' | 'hasAnswered'>;
  /** Shared by all roles that ask the same model of the same endpoint. */
  readonly limiter: Limiter;
  readonly timeoutMs: number;
  /** Attempts of a request that nothing but the network or a limit keeps from being answered. */
  readonly attempts: number;
}

export interface GatewaySettings {
  readonly routes: Readonly<Partial<Record<Role, Route>>>;
  readonly store: Pick<ReplyStore, 'get' | 'put' | 'putFailure'>;
  readonly budget: Pick<Budget, 'reserveWhenRoom' | 'charge' | 'release'>;
  readonly tokens: Pick<TokenEstimates, 'inputTokens' | 'mostInputTokens' | 'learn'>;
  /** Once it aborts no request is sent any more; those under way have `graceMs` to come back and be stored. */
  readonly signal?: AbortSignal;
  readonly graceMs?: number;
  /** Told, in a sentence, of the first of every kind of trouble with an endpoint: requests are sent again without a word. */
  readonly onTrouble?: (sentence: string) => void;
  readonly backOff?: BackOff;
  readonly clock?: Clock;
}

type Good = Extract<Outcome, { kind: 'good' }>;
type Failed = Exclude<Outcome, Good>;
type Repeatable = Extract<Failed, { kind: 'rate_limited' | 'unavailable' }>;
type Attempted = StoredReply | Failed;

interface Asked extends Unanswered {
  readonly request: ModelRequest;
  readonly digest: string;
  readonly route: Route;
}

const GRACE_MS = 10_000;
/** After so many requests given up without a reply between them the next one ends the run: the endpoint is gone. */
const MOST_GIVEN_UP_BEFORE = 19;
/** An endpoint that has sent nothing but its limit for so long, without saying how long that lasts, sends no more soon. */
const LIMITED_MS = 90_000;

const kindOf = <T extends Failed>(failed: T) =>
  failed.kind === 'unavailable' ? failed.fault : (failed.kind as Exclude<T['kind'], 'unavailable'>);
const isFailed = (attempted: Attempted): attempted is Failed => 'kind' in attempted;

/**
 * Asks models online. A reply that arrived once is stored before anybody sees it and never asked for again; equal
 * requests under way at the same time are sent once; nothing is sent that the budget, the limits or the end of the run
 * forbid.
 */
export class Gateway implements Models {
  readonly #settings: GatewaySettings;
  readonly #clock: Clock;
  readonly #tally = new CallTally();
  readonly #underWay = new Map<string, Promise<StoredReply>>();
  readonly #givenUp = new Map<Route['endpoint'], number>();
  /** Kinds of trouble that were told, by the endpoint's address. */
  readonly #told = new Set<string>();
  /** Time in ms at which the first request was sent. */
  #began: number | null = null;
  /** Why the last request was not answered, in a few words; null once another is. */
  trouble: string | null = null;
  /** Ends waits; its reason is why the run asks nothing more. */
  readonly #stopped = new AbortController();
  /** Ends requests under way. */
  readonly #killed = new AbortController();

  constructor(settings: GatewaySettings) {
    this.#settings = settings;
    this.#clock = settings.clock ?? systemClock;
    const { signal } = settings;
    if (signal?.aborted) this.#interrupt();
    else signal?.addEventListener('abort', () => this.#interrupt(), { once: true });
  }

  async ask(request: ModelRequest, taskId: string): Promise<StoredReply> {
    const { counts } = this.#tally.of(request.role);
    counts.asked++;
    const digest = requestDigest(request);
    const underWay = this.#underWay.get(digest);
    if (underWay !== undefined) {
      counts.shared++;
      return underWay;
    }
    const reply = this.#settings.store.get(digest);
    if (reply !== null) {
      counts.fromStore++;
      return { digest, reply };
    }
    const route = this.#settings.routes[request.role];
    if (route === undefined) throw new RangeError(`no model was named for the ${request.role}`);
    const { address } = route.endpoint;
    const answer = this.#answer({ request, digest, taskId, route, role: request.role, address });
    this.#underWay.set(digest, answer);
    try {
      return await answer;
    } finally {
      this.#underWay.delete(digest);
    }
  }

  snapshot(): CallStatistics {
    return this.#tally.snapshot();
  }

  /** Resolves when nothing is under way any more and every reply that came is stored. */
  async idle(): Promise<void> {
    await Promise.allSettled([...this.#underWay.values()]);
  }

  async #answer(asked: Asked): Promise<StoredReply> {
    const { request, digest, route } = asked;
    const tally = this.#tally.of(request.role);
    let failures = 0;
    for (let sent = 0; ; sent++) {
      const outcome = await route.limiter.place(() => this.#attempt(asked), sent > 0);
      if (!isFailed(outcome)) return outcome;
      if (outcome.kind === 'unusable') throw this.end(new ModelError(outcome.sentence, { mendable: true }));
      if (outcome.kind === 'rejected') {
        tally.counts.rejected++;
        throw refusedRequest(asked, outcome.status, outcome.detail);
      }
      this.#stopped.signal.throwIfAborted();
      if (outcome.kind === 'refused_parameter') {
        tally.retried('refused_parameter');
        continue;
      }
      failures++;
      this.trouble = troubleNow(asked.address, outcome);
      const { retryAfterMs, detail } = outcome;
      if (isOutOfQuota(retryAfterMs)) throw this.end(asksToWait(asked, retryAfterMs, detail));
      if (this.#isLimitedToNothing(asked, outcome)) throw this.end(limitsAll(asked, failures, outcome));
      if (failures >= route.attempts) throw this.#giveUp(asked, outcome, failures);
      tally.retried(kindOf(outcome));
      this.#tell(asked, outcome);
      const wait = retryDelayMs(digest, failures, retryAfterMs, this.#settings.backOff);
      await sleep(this.#clock, wait, this.#stopped.signal);
    }
  }

  /** Sends the request once, as soon as budget and limits let it; its reply is stored when this resolves. */
  async #attempt(asked: Asked): Promise<Attempted> {
    const { request, digest, route } = asked;
    const { budget, tokens } = this.#settings;
    const reservation = await this.#reserve(request);
    let turn: Turn | null = null;
    let outcome: Outcome;
    try {
      turn = await route.limiter.turn(tokens.inputTokens(request) + request.parameters.max_output_tokens);
      this.#tally.of(request.role).counts.calls++;
      this.#began ??= this.#clock.now();
      const { signal } = this.#killed;
      outcome = await route.endpoint.complete(request, { digest, timeoutMs: route.timeoutMs, signal });
    } catch (error) {
      // The end of the run, or a bug: nobody else is to wait for what this request held.
      budget.release(reservation);
      if (turn !== null) route.limiter.end(turn, { kind: 'failed' });
      throw error;
    }
    route.limiter.end(turn, endingOf(outcome));
    return outcome.kind === 'good'
      ? this.#keep(asked, outcome, reservation, turn)
      : this.#note(asked, outcome, reservation);
  }

  async #reserve(request: ModelRequest): Promise<Reservation> {
    const { budget, tokens } = this.#settings;
    const { model, parameters } = request;
    const most = [tokens.mostInputTokens(request), parameters.max_output_tokens] as const;
    try {
      return await budget.reserveWhenRoom(model, ...most, 'online', this.#stopped.signal);
    } catch (error) {
      throw error instanceof ModelError && error.ends ? this.end(error) : error;
    }
  }

  #keep({ request, digest, taskId, route }: Asked, outcome: Good, reservation: Reservation, turn: Turn): StoredReply {
    const { store, tokens, budget } = this.#settings;
    const { reply } = outcome;
    this.#givenUp.delete(route.endpoint);
    this.trouble = null;
    this.#tally.of(request.role).replied(reply, this.#clock.now() - turn.startedAt);
    if (reply.usage !== null) tokens.learn(request, reply.usage.input_tokens);
    const costNano = budget.charge(reservation, usageToCharge(outcome, reservation));
    return this.#stored(() => store.put(digest, request, reply, { taskId, costNano }));
  }

  #note({ request, digest, taskId }: Asked, outcome: Failed, reservation: Reservation): Failed {
    const { store, budget } = this.#settings;
    const { role, model } = request;
    const usage = outcome.kind === 'unavailable' ? outcome.usage : null;
    const costNano = budget.charge(reservation, usageToCharge(outcome, reservation));
    if (outcome.kind === 'rate_limited') this.#tally.of(role).rateLimited++;
    const { status, detail } = outcome;
    const kind = kindOf(outcome);
    this.#stored(() => store.putFailure({ digest, role, model, taskId, kind, status, detail, usage, costNano }));
    return outcome;
  }

  #tell({ request, route: { endpoint } }: Asked, outcome: Repeatable): void {
    const kind = `${kindOf(outcome)} ${endpoint.address}`;
    if (this.#told.has(kind)) return;
    this.#told.add(kind);
    this.#settings.onTrouble?.(trouble(endpoint.address, outcome, endpoint.hasAnswered(request.model)));
  }

  /** Tells whether the endpoint has answered nothing but 429s so far, which do not say when there is room again. */
  #isLimitedToNothing({ request, route }: Asked, { kind, retryAfterMs }: Repeatable): boolean {
    if (kind !== 'rate_limited' || retryAfterMs !== null || route.endpoint.hasAnswered(request.model)) return false;
    return this.#clock.now() - (this.#began ?? 0) >= LIMITED_MS;
  }

  /** The error of the last attempt, which may end the run. */
  #giveUp(asked: Asked, last: Repeatable, attempts: number): ModelError {
    const { request, route } = asked;
    const { endpoint } = route;
    const before = this.#givenUp.get(endpoint) ?? 0;
    this.#givenUp.set(endpoint, before + 1);
    this.#tally.of(request.role).counts.gaveUp++;
    if (last.kind === 'unavailable' && !endpoint.hasAnswered(request.model))
      return this.end(neverAnswered(asked, attempts, last));
    if (before < MOST_GIVEN_UP_BEFORE) return gaveUp(asked, attempts, last);
    return this.end(seemsDown(asked, attempts, last, before));
  }

  /** Further replies would be paid for and lost in the same way. */
  #stored<T>(write: () => T): T {
    try {
      return write();
    } catch (cause) {
      throw this.end(notKept(cause as Error));
    }
  }

  #interrupt(): void {
    this.end(interrupted());
    const cancel = this.#clock.after(this.#settings.graceMs ?? GRACE_MS, () => this.#killed.abort());
    void this.idle().then(cancel);
  }

  /** Asks nothing more: what waits is rejected, what is under way is still stored. Returns the error that came first. */
  end<E extends Error>(error: E): E {
    if (this.#stopped.signal.aborted) return this.#stopped.signal.reason as E;
    this.#stopped.abort(error);
    for (const { limiter } of Object.values(this.#settings.routes)) limiter.stop(error);
    return error;
  }
}
