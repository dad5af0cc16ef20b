import { randomBytes, randomUUID } from 'node:crypto';
import {
  type AgentView,
  countsForAgent,
  type EpisodeEnd,
  type EpisodeEvent,
  type EpisodeTask,
  type Grade,
  type Limits,
  type Observation,
  type TextPage,
  type UserKind,
} from '../../pipeline/episode.ts';
import { type AgentTurn, fetched, type Outside } from '../../shopping/episode/drive.ts';
import { type Look, lookIn } from '../../shopping/episode/images.ts';
import {
  agentView,
  apply,
  type EpisodeState,
  type EpisodeWorld,
  episode,
  gradeState,
  type SeenTurn,
  seenTurns,
} from '../../shopping/episode/index.ts';
import { SeenDigest } from '../../shopping/episode/trial.ts';
import type { AgentSide } from './mcp.ts';

/** Limits that were named; the family's for the others. */
type NamedLimits = { readonly [name in keyof Limits]?: number | undefined };

/** Choices made for an episode when it begins. */
interface EpisodeChoice {
  readonly seed?: number | undefined;
  readonly limits?: NamedLimits | undefined;
}

const named = (limits: NamedLimits): Partial<Limits> =>
  Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));

const TOKEN_BYTES = 32;
const LEFT = { end: 'gave_up', detail: 'the episode was closed before its agent had ended it' } as const;

/** Parts of its server that a live episode uses. */
interface Surroundings {
  /** Services outside the episode that it asks for, such as a model's words. */
  readonly outside: Outside;
  /** Is told once, when the episode is over. */
  readonly onOver?: ((live: LiveEpisode) => void) | undefined;
  /** The score that is paid as the reward; the grade's own where left out. */
  readonly reward?: string | undefined;
}

/** A grade that pays one of its scores; a score that does not apply pays nothing. */
const paidBy = (grade: Grade, score: string | undefined): Grade =>
  score === undefined ? grade : { ...grade, reward: Math.min(1, Math.max(0, grade.scores[score] ?? 0)) };

/** One episode that is played from outside. Its journal is all of its state. */
export class LiveEpisode implements AgentSide {
  /** For those who control episodes. */
  readonly id = randomUUID();
  /** For its agent: who has it plays the episode, and nobody can guess it. */
  readonly token = randomBytes(TOKEN_BYTES).toString('base64url');
  readonly task: EpisodeTask;
  readonly look: Look;
  readonly #start: EpisodeState;
  readonly #surroundings: Surroundings;
  readonly #seen = new SeenDigest();
  readonly #whenClosed: (() => void)[] = [];
  #state: EpisodeState;
  /** The turn that was asked for last; whatever comes next waits for it. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(start: EpisodeState, task: EpisodeTask, surroundings: Surroundings) {
    this.#start = start;
    this.#state = start;
    this.task = task;
    this.look = lookIn(start);
    this.#surroundings = surroundings;
  }

  get view(): AgentView {
    return agentView(this.#state);
  }

  /** For whoever keeps the episode: it holds more than agents may see. */
  get state(): EpisodeState {
    return this.#state;
  }

  get journal(): EpisodeState['journal'] {
    return this.#state.journal;
  }

  get steps(): number {
    return this.#state.steps;
  }

  get end(): EpisodeState['end'] {
    return this.#state.end;
  }

  /** Digest of all that the agent was shown. */
  get seenDigest(): string {
    return this.#seen.text;
  }

  async turn(turn: AgentTurn): Promise<Observation> {
    return (await this.turnAt(turn)).seen;
  }

  /** Carries a turn out, and says which of all turns it was, from 0; null where the episode was over before. */
  turnAt(turn: AgentTurn): Promise<{ readonly seen: Observation; readonly place: number | null }> {
    const carriedOut = this.#last.then(async () => {
      const place = this.#state.end === null ? this.#state.steps : null;
      return { seen: await this.#turn(turn), place };
    });
    this.#last = carriedOut.catch(() => {});
    return carriedOut;
  }

  /** The turns so far with what the agent saw after each: they follow from the journal, so nothing of them is kept. */
  turns(): SeenTurn[] {
    return seenTurns(this.#start, this.#state.journal);
  }

  /** Ends the episode where it is not over. */
  finish(end: EpisodeEnd, detail: string): Observation {
    return this.#apply({ type: 'end', end, detail }) as Observation;
  }

  /** The grade; an agent that has not ended its episode has given up. */
  grade(): Grade {
    if (this.#state.end === null) this.finish('gave_up', 'the episode was graded before its agent had ended it');
    return paidBy(gradeState(this.#state, this.task), this.#surroundings.reward);
  }

  /** The page that is open, for clients of texts; null where the tasks have none. */
  get page(): TextPage | null {
    const { kind, place, staged, instruction } = this.#state.setting;
    const scene = { place, staged, memory: this.#state.memory };
    return kind.text?.page(scene, { instruction, reward: this.end === null ? null : this.textReward }) ?? null;
  }

  /** Reward of an episode that is over, for clients of texts; 0 where it says nothing of the agent. */
  get textReward(): number {
    const { text } = this.#state.setting.kind;
    if (this.end === null || text === undefined || !countsForAgent(this.end.end)) return 0;
    const grade = this.grade();
    return this.#surroundings.reward === undefined ? (grade.scores[text.reward] ?? 0) : grade.reward;
  }

  /** Carries out what a client of texts wrote; what is no action is a step all the same, and changes nothing. */
  act(action: string): Promise<Observation> {
    const call = this.#state.setting.kind.text?.call(action) ?? { tool: action.slice(0, 100), arguments: {} };
    return this.turn({ text: action, calls: [call] });
  }

  /** Has something done when the episode is closed, by whoever opened it or because nobody used it. */
  whenClosed(act: () => void): void {
    this.#whenClosed.push(act);
  }

  /** Does what is to be done when the episode is closed; for whoever has it among others. */
  closed(): void {
    for (const act of this.#whenClosed.splice(0)) act();
  }

  async #turn({ text, calls }: AgentTurn): Promise<Observation> {
    let seen = this.#apply({ type: 'turn', ...(text === undefined ? {} : { text }), calls: [...calls] });
    while (seen === null) {
      try {
        seen = this.#apply(await fetched(this.#state, this.#surroundings.outside));
      } catch (error) {
        // Nothing that is waited for is the agent's doing.
        seen = this.finish('infrastructure_error', (error as Error).message);
      }
    }
    return seen;
  }

  #apply(event: EpisodeEvent): Observation | null {
    const wasOver = this.#state.end !== null;
    const { state, observation } = apply(this.#state, event);
    this.#state = state;
    if (observation !== null && !wasOver) this.#seen.add(observation);
    if (state.end !== null && !wasOver) this.#surroundings.onOver?.(this);
    return observation;
  }
}

/** There is no room for another episode; says when there may be. */
export class CapacityReached extends Error {
  override readonly name = 'CapacityReached';
  readonly retryAfterSeconds: number;

  constructor(capacity: number, retryAfterSeconds: number) {
    super(
      `CAPACITY_REACHED: ${capacity} of ${capacity} episodes are open; close one, or come back in ${retryAfterSeconds} s, when the one that rests longest is closed unless it is used`,
    );
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface LiveSettings {
  readonly seed: number;
  readonly user: UserKind;
  /** Returns the services outside the episode for one of a task; none where left out. */
  readonly outsideOf?: ((task: EpisodeTask) => Outside) | undefined;
  /** Is told of every episode that is over, once. */
  readonly onOver?: ((live: LiveEpisode) => void) | undefined;
  readonly limits?: NamedLimits | undefined;
  /** The score that is paid as the reward; the grade's own where left out. */
  readonly reward?: string | undefined;
  /** Most episodes at once. */
  readonly capacity: number;
  /** An episode that is not used for so long is closed. */
  readonly idleMs: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** The episodes of a server: each in a place of its own until it is closed, by whoever opened it or because it rests. */
export class LiveEpisodes {
  readonly settings: LiveSettings;
  readonly #world: EpisodeWorld;
  /** By id, in the order of their last use. */
  readonly #byId = new Map<string, { readonly live: LiveEpisode; usedAt: number }>();
  readonly #byToken = new Map<string, string>();

  constructor(world: EpisodeWorld, settings: LiveSettings) {
    this.#world = world;
    this.settings = settings;
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Begins an episode of a task; throws `CapacityReached` where there is no room. */
  open(task: EpisodeTask, choice: EpisodeChoice = {}): LiveEpisode {
    const { capacity, idleMs, now } = this.settings;
    this.reap();
    if (this.size >= capacity) {
      const [oldest] = this.#byId.values();
      const restsFor = now() - (oldest?.usedAt ?? now());
      throw new CapacityReached(capacity, Math.max(1, Math.ceil((idleMs - restsFor) / 1000)));
    }
    const live = this.#begun(task, choice, this.settings.onOver);
    this.#byId.set(live.id, { live, usedAt: now() });
    this.#byToken.set(live.token, live.id);
    return live;
  }

  /** An episode of a task that has no place among the others and is not kept: for whoever plays it to its end at once. */
  apart(task: EpisodeTask): LiveEpisode {
    return this.#begun(task, {});
  }

  #begun(task: EpisodeTask, { seed, limits }: EpisodeChoice, onOver?: LiveSettings['onOver']): LiveEpisode {
    const { user, outsideOf, reward } = this.settings;
    const start = episode(task, this.#world, {
      seed: seed ?? this.settings.seed,
      user,
      limits: named({ ...this.settings.limits, ...limits }),
    });
    return new LiveEpisode(start, task, { outside: outsideOf?.(task) ?? {}, onOver, reward });
  }

  /** The episode of an id, which counts as used by being asked for, unless it is over: that keeps no place. */
  get(id: string): LiveEpisode | undefined {
    const found = this.#byId.get(id);
    if (found === undefined) return undefined;
    const { live, usedAt } = found;
    const now = this.settings.now();
    if (now - usedAt > this.settings.idleMs) {
      this.#closeIdle(id);
      return undefined;
    }
    if (live.end === null) {
      this.#byId.delete(id);
      this.#byId.set(id, { live, usedAt: now });
    }
    return live;
  }

  withToken(token: string): LiveEpisode | undefined {
    const id = this.#byToken.get(token);
    return id === undefined ? undefined : this.get(id);
  }

  /** All episodes with the time since they were used, the one that rests longest first. Looking is no use. */
  list(): { readonly live: LiveEpisode; readonly idleMs: number }[] {
    const now = this.settings.now();
    return [...this.#byId.values()].map(({ live, usedAt }) => ({ live, idleMs: now - usedAt }));
  }

  /** Closes an episode and frees its place; false where there is none. One that was begun and is not over ends with it. */
  close(id: string, { end, detail }: { end: EpisodeEnd; detail: string } = LEFT): boolean {
    const found = this.#byId.get(id);
    if (found === undefined) return false;
    this.#byId.delete(id);
    this.#byToken.delete(found.live.token);
    if (found.live.end === null && found.live.journal.length > 0) found.live.finish(end, detail);
    found.live.closed();
    return true;
  }

  #closeIdle(id: string): void {
    const seconds = Math.round(this.settings.idleMs / 1000);
    this.close(id, { end: 'timeout', detail: `nobody used the episode for ${seconds} s` });
  }

  /** Closes what was not used for too long; says how many. */
  reap(): number {
    const since = this.settings.now() - this.settings.idleMs;
    let closed = 0;
    for (const [id, { usedAt }] of this.#byId) {
      if (usedAt >= since) break;
      this.#closeIdle(id);
      closed++;
    }
    return closed;
  }
}
