import { randomBytes, randomUUID } from 'node:crypto';
import {
  type AgentView,
  countsForAgent,
  type EpisodeEnd,
  type EpisodeTask,
  type Grade,
  type Limits,
  type Observation,
  type TextPage,
  type UserKind,
} from '../../pipeline/episode.ts';
import type { AgentTurn } from '../../shopping/episode/drive.ts';
import {
  agentView,
  apply,
  type EpisodeState,
  type EpisodeWorld,
  episode,
  gradeState,
} from '../../shopping/episode/index.ts';

/** An episode as whoever brings its agent sees it: nothing of the answer can be had from it. */
export interface AgentSide {
  readonly view: AgentView;
  /** Carries a turn of the agent out. */
  turn(turn: AgentTurn): Observation;
}

/** Limits that were named; the family's for the others. */
export type NamedLimits = { readonly [name in keyof Limits]?: number | undefined };

/** What is decided for an episode when it begins. */
export interface EpisodeChoice {
  readonly seed?: number | undefined;
  readonly limits?: NamedLimits | undefined;
  /** Is told when the episode is closed by somebody else, or because nobody used it. */
  readonly onClosed?: (() => void) | undefined;
}

const named = (limits: NamedLimits): Partial<Limits> =>
  Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));

const TOKEN_BYTES = 32;

interface LiveWishes {
  readonly onClosed?: (() => void) | undefined;
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
  readonly task: Pick<EpisodeTask, 'id' | 'agentId' | 'intent'>;
  readonly onClosed: (() => void) | undefined;
  readonly #reward: string | undefined;
  #state: EpisodeState;
  readonly #gradeIn: (state: EpisodeState) => Grade;

  /** `reward` names the score that is paid; the grade's own where left out. */
  constructor(start: EpisodeState, task: EpisodeTask, { onClosed, reward }: LiveWishes = {}) {
    this.#state = start;
    this.task = task;
    this.onClosed = onClosed;
    this.#reward = reward;
    this.#gradeIn = (state) => paidBy(gradeState(state, task), reward);
  }

  get view(): AgentView {
    return agentView(this.#state);
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

  turn({ text, calls }: AgentTurn): Observation {
    const step = apply(this.#state, {
      type: 'turn',
      ...(text === undefined ? {} : { text }),
      calls: [...calls],
    });
    this.#state = step.state;
    return (
      step.observation ?? this.finish('infrastructure_error', 'the episode waits for what a server does not bring')
    );
  }

  /** The page that is open, for clients of texts; null where the tasks have none. */
  get page(): TextPage | null {
    const { kind, place, staged, instruction } = this.#state.setting;
    const scene = { place, staged, memory: this.#state.memory };
    return kind.text?.page(scene, { instruction, reward: this.end === null ? null : this.textReward }) ?? null;
  }

  /** What clients of texts are paid for an episode that is over; nothing where it says nothing of the agent. */
  get textReward(): number {
    const { text } = this.#state.setting.kind;
    if (this.end === null || text === undefined || !countsForAgent(this.end.end)) return 0;
    const grade = this.grade();
    return this.#reward === undefined ? (grade.scores[text.reward] ?? 0) : grade.reward;
  }

  /** Carries out what a client of texts wrote; what is no action is a step all the same, and changes nothing. */
  act(action: string): Observation {
    const call = this.#state.setting.kind.text?.call(action) ?? { tool: action.slice(0, 100), arguments: {} };
    return this.turn({ text: action, calls: [call] });
  }

  /** Ends the episode where it is not over. */
  finish(end: EpisodeEnd, detail: string): Observation {
    const step = apply(this.#state, { type: 'end', end, detail });
    this.#state = step.state;
    return step.observation as Observation;
  }

  /** The grade; an agent that has not ended its episode has given up. */
  grade(): Grade {
    if (this.#state.end === null) this.finish('gave_up', 'the episode was graded before its agent had ended it');
    return this.#gradeIn(this.#state);
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
  readonly user: Exclude<UserKind, 'model'>;
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
  open(task: EpisodeTask, { seed, limits, onClosed }: EpisodeChoice = {}): LiveEpisode {
    const { capacity, idleMs, now, user } = this.settings;
    this.reap();
    if (this.size >= capacity) {
      const [oldest] = this.#byId.values();
      const restsFor = now() - (oldest?.usedAt ?? now());
      throw new CapacityReached(capacity, Math.max(1, Math.ceil((idleMs - restsFor) / 1000)));
    }
    const start = episode(task, this.#world, {
      seed: seed ?? this.settings.seed,
      user,
      limits: named({ ...this.settings.limits, ...limits }),
    });
    const live = new LiveEpisode(start, task, { onClosed, reward: this.settings.reward });
    this.#byId.set(live.id, { live, usedAt: now() });
    this.#byToken.set(live.token, live.id);
    return live;
  }

  /** The episode of an id, which counts as used by being asked for. */
  get(id: string): LiveEpisode | undefined {
    const found = this.#byId.get(id);
    if (found === undefined) return undefined;
    if (this.settings.now() - found.usedAt > this.settings.idleMs) {
      this.close(id);
      return undefined;
    }
    this.#byId.delete(id);
    this.#byId.set(id, { live: found.live, usedAt: this.settings.now() });
    return found.live;
  }

  /** The episode that a token opens. */
  withToken(token: string): LiveEpisode | undefined {
    const id = this.#byToken.get(token);
    return id === undefined ? undefined : this.get(id);
  }

  /** All episodes with the time since they were used, the one that rests longest first. Looking is no use. */
  list(): { readonly live: LiveEpisode; readonly idleMs: number }[] {
    const now = this.settings.now();
    return [...this.#byId.values()].map(({ live, usedAt }) => ({ live, idleMs: now - usedAt }));
  }

  /** Closes an episode and frees its place; false where there is none. */
  close(id: string): boolean {
    const found = this.#byId.get(id);
    if (found === undefined) return false;
    this.#byId.delete(id);
    this.#byToken.delete(found.live.token);
    found.live.onClosed?.();
    return true;
  }

  /** Closes what was not used for too long; says how many. */
  reap(): number {
    const since = this.settings.now() - this.settings.idleMs;
    let closed = 0;
    for (const [id, { usedAt }] of this.#byId) {
      if (usedAt >= since) break;
      this.close(id);
      closed++;
    }
    return closed;
  }
}
