import { ModelError } from '../schemas/errors.ts';
import type { ModelRequest, Models, Role, StoredReply, Verdict } from '../schemas/model.ts';
import { fewDraftsPass, uselessReplies } from './messages.ts';

export interface BreakerSettings {
  /** Replies in a row that cannot be used, of one role or of all that one model is asked as (`--max-unusable`). */
  readonly maxUnusable: number;
  /** Share of the latest drafts that has to pass the gates (`--min-passing`). */
  readonly minPassing: number;
}

/** A reply that was paid for in this start, as far as a breaker has to know it. */
export interface NewReply {
  readonly digest: string;
  readonly taskId: string;
  readonly role: Role;
  readonly model: string;
  readonly text: string;
}

/** Drafts whose share of passes is taken. */
export const DRAFTS_JUDGED = 200;

/**
 * Decides from what became of replies and drafts when going on is a waste: a model that never sends anything usable, or
 * whose texts the gates turn down, would be asked about candidate after candidate. Recorded replies are none of its
 * business, so that a run which was once finished can be read again whatever is in it.
 */
export class Breaker {
  readonly #settings: BreakerSettings;
  /** Of each role, the replies since its last usable one. */
  readonly #unusable = new Map<Role, NewReply[]>();
  /** Of each model, how many of them came since its last usable one in any role. */
  readonly #inARow = new Map<string, number>();
  /** The latest drafts, each as the gates that turned it down. */
  #drafts: (readonly string[])[] = [];
  #broken: string | null = null;

  constructor(settings: BreakerSettings) {
    this.#settings = settings;
  }

  /** Takes in what a reply was good for, null where it could be used; the error that ends the run where it does. */
  replied(reply: NewReply, problem: string | null): ModelError | null {
    const { role, model } = reply;
    if (problem === null) {
      // What led to the end stays what it was, whatever else was under way.
      if (this.#broken !== model) {
        this.#unusable.delete(role);
        this.#inARow.delete(model);
      }
      return null;
    }
    const ofRole = [...(this.#unusable.get(role) ?? []), reply];
    const ofModel = (this.#inARow.get(model) ?? 0) + 1;
    this.#unusable.set(role, ofRole);
    this.#inARow.set(model, ofModel);
    const { maxUnusable } = this.#settings;
    if (this.#broken !== null || (ofRole.length < maxUnusable && ofModel < maxUnusable)) return null;
    this.#broken = model;
    const roles = ofRole.length >= maxUnusable ? [role] : this.#rolesOf(model);
    return uselessReplies({ roles, replies: maxUnusable, last: reply, problem });
  }

  /** Takes in which gates turned a draft down, none where it passed; the error that ends the run where it does. */
  drafted(failed: readonly string[]): ModelError | null {
    this.#drafts = [...this.#drafts, failed].slice(-DRAFTS_JUDGED);
    const passed = this.#drafts.filter((gates) => gates.length === 0).length;
    const { minPassing } = this.#settings;
    if (this.#drafts.length < DRAFTS_JUDGED || passed >= minPassing * DRAFTS_JUDGED) return null;
    const times = Map.groupBy(this.#drafts.flat(), (gate) => gate);
    const [most] = [...times].map(([gate, all]) => ({ gate, times: all.length })).sort((a, b) => b.times - a.times);
    return fewDraftsPass({ passed, drafts: DRAFTS_JUDGED, minPassing, most: most ?? { gate: '', times: 0 } });
  }

  /** The replies that showed a model to be no use; none while it is. */
  get wasted(): readonly NewReply[] {
    const model = this.#broken;
    return model === null ? [] : this.#rolesOf(model).flatMap((role) => this.#unusable.get(role) ?? []);
  }

  #rolesOf(model: string): Role[] {
    return [...this.#unusable].flatMap(([role, [first]]) => (first?.model === model ? role : []));
  }
}

/**
 * Places for requests to a model that has not sent a usable reply yet: as many as it takes to find out that it sends
 * none, however many could be under way. An unusable reply keeps its place; the first usable one opens the door.
 */
class Probation {
  readonly #places: number;
  readonly #trusted = new Set<string>();
  readonly #taken = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(places: number) {
    this.#places = places;
  }

  async enter(model: string): Promise<void> {
    if (this.#trusted.has(model)) return;
    const taken = this.#taken.get(model) ?? 0;
    if (taken < this.#places) this.#taken.set(model, taken + 1);
    else await new Promise<void>((enter) => this.#waiting.set(model, [...(this.#waiting.get(model) ?? []), enter]));
  }

  /** Gives back a place, to whoever waits for one. */
  leave(model: string): void {
    if (this.#trusted.has(model)) return;
    const [next, ...others] = this.#waiting.get(model) ?? [];
    this.#waiting.set(model, others);
    if (next === undefined) this.#taken.set(model, (this.#taken.get(model) ?? 0) - 1);
    else next();
  }

  trust(model: string): void {
    this.#trusted.add(model);
    for (const enter of this.#waiting.get(model) ?? []) enter();
    this.#waiting.delete(model);
  }

  /** Holds nobody back any more. */
  end(): void {
    for (const model of this.#taken.keys()) this.trust(model);
  }
}

/** Models that can be told to answer nothing any more. */
interface EndableModels extends Models {
  end(reason: Error): void;
}

/**
 * Models behind a breaker. They remember why nothing is answered any more: of all errors the one that ended the run.
 * `probes` are the requests a model may be sent before its first usable reply; null for any number.
 */
export class GuardedModels implements Models {
  readonly #models: EndableModels;
  readonly #breaker: Breaker;
  readonly #probation: Probation;
  /** New replies of which nobody has said yet what they are good for. */
  readonly #unread = new Map<string, NewReply>();
  #end: ModelError | null = null;

  constructor(models: EndableModels, settings: BreakerSettings, probes: number | null = settings.maxUnusable) {
    this.#models = models;
    this.#breaker = new Breaker(settings);
    this.#probation = new Probation(probes ?? Number.POSITIVE_INFINITY);
  }

  /** Null while they answer. */
  get end(): ModelError | null {
    return this.#end;
  }

  get wasted(): readonly NewReply[] {
    return this.#breaker.wasted;
  }

  async ask(request: ModelRequest, taskId: string): Promise<StoredReply> {
    const { role, model } = request;
    await this.#probation.enter(model);
    try {
      const { digest, reply, isNew } = await this.#models.ask(request, taskId);
      if (isNew && !this.#unread.has(digest))
        this.#unread.set(digest, { digest, taskId, role, model, text: reply.text });
      else this.#probation.leave(model);
      return { digest, reply };
    } catch (error) {
      this.#probation.leave(model);
      if (error instanceof ModelError && error.ends) this.#end ??= error;
      throw error;
    }
  }

  learn(verdict: Verdict): void {
    const broken = verdict.of === 'draft' ? this.#breaker.drafted(verdict.failed) : this.#read(verdict);
    if (broken === null || this.#end !== null) return;
    this.#end = broken;
    this.#models.end(broken);
    this.#probation.end();
  }

  #read({ digest, problem }: Extract<Verdict, { of: 'reply' }>): ModelError | null {
    const reply = this.#unread.get(digest);
    if (reply === undefined) return null;
    this.#unread.delete(digest);
    if (problem === null) this.#probation.trust(reply.model);
    return this.#breaker.replied(reply, problem);
  }
}
