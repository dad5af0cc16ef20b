import {
  ENDS,
  type EpisodeEnd,
  type EpisodeKind,
  type Figure,
  floorOver,
  type GradedEpisode,
} from '../../pipeline/episode.ts';
import type { Interval } from '../../pipeline/share-interval.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { Tally } from '../../text/tally.ts';
import type { EpisodeRecord, FailureRecord, Spent } from './record.ts';
import { binomialTail, clusteredInterval, type PassRates, passRates, successRate } from './statistics.ts';
import { counts } from './trial.ts';

export interface GroupSummary {
  readonly name: string;
  readonly tasks: number;
  /** Trials that count, and those that do not. */
  readonly trials: number;
  readonly left_out: number;
  readonly success: number | null;
  readonly interval: Interval | null;
  readonly steps: number | null;
  readonly questions_asked: number | null;
  readonly questions_needed: number | null;
  /** Share of recommended products that no tool ever showed. */
  readonly unretrieved: number | null;
}

/** Figures of an evaluation; equal episodes give equal summaries, however they were played. */
export interface Summary {
  readonly family: string;
  readonly agent: string;
  readonly user: string;
  readonly grader: string;
  readonly k: number;
  readonly total: GroupSummary;
  readonly intents: readonly GroupSummary[];
  readonly pass: readonly PassRates[];
  /** As the paper defines them. */
  readonly figures: readonly Figure[];
  readonly ends: Readonly<Partial<Record<EpisodeEnd, number>>>;
  /** Of each kind of trouble what the first trial that ended by it says. */
  readonly troubles: readonly { readonly end: EpisodeEnd; readonly task: string; readonly detail: string }[];
  /** Requirements that code could not decide, and that no model was asked about. */
  readonly undecided: number;
  readonly spent: Spent;
  /** The share an agent of this name may win at most; null for agents that are no floor. */
  readonly floor: number | null;
  readonly declared: string;
}

const TROUBLES: readonly EpisodeEnd[] = ['agent_error', 'user_fault', 'environment_error', 'infrastructure_error'];

/** Sums over the episodes of one group, which are not kept. */
class GroupSums {
  readonly tasks = new Map<string, { readonly task: string; trials: number; successes: number }>();
  #trials = 0;
  #leftOut = 0;
  #steps = 0;
  #asked = 0;
  #needed = 0;
  #recommended = 0;
  #unretrieved = 0;

  add(record: EpisodeRecord): void {
    const { task: id, steps, grade } = record;
    const task = foundOrMade(this.tasks, id, () => ({ task: id, trials: 0, successes: 0 }));
    if (!counts(record)) {
      this.#leftOut += 1;
      return;
    }
    task.trials += 1;
    task.successes += Number(grade.success);
    this.#trials += 1;
    this.#steps += steps;
    this.#asked += grade.questions.asked;
    this.#needed += grade.questions.needed;
    this.#recommended += grade.recommended.length;
    this.#unretrieved += grade.unretrieved.length;
  }

  /** Figures of the group, beside so many trials that never came to a record. */
  summary(name: string, lost: number): GroupSummary {
    const tasks = [...this.tasks.values()];
    const mean = (sum: number) => (this.#trials === 0 ? null : sum / this.#trials);
    return {
      name,
      tasks: tasks.length,
      trials: this.#trials,
      left_out: this.#leftOut + lost,
      success: successRate(tasks),
      interval: clusteredInterval(tasks),
      steps: mean(this.#steps),
      questions_asked: mean(this.#asked),
      questions_needed: mean(this.#needed),
      unretrieved: this.#recommended === 0 ? null : this.#unretrieved / this.#recommended,
    };
  }
}

/** The sum of what is known; null once something is not. */
const plus = (sum: number | null, value: number | null) => (sum === null || value === null ? null : sum + value);

/** Episodes that count, as the figures of papers are made of them. */
function* gradedIn(records: Iterable<EpisodeRecord>): Generator<GradedEpisode> {
  for (const { task, intent, trial, end, steps, called, grade } of records)
    if (counts({ end })) yield { task, intent, trial, end, steps, called, grade: { ...grade, undecided: [] } };
}

/** A floor is over its share where chance alone would have it win so much more rarely than this. */
const BY_CHANCE = 0.001;

/**
 * Tells whether an agent did not do as declared: the ceiling has to win everything; a floor may win no more than its
 * share, and is over it where that is no chance. A run of few tasks draws many a floor above it, and plays several.
 */
export function isOutOfBounds({ agent, total: { success, tasks }, floor }: Summary): boolean {
  if (agent === 'oracle') return success !== 1;
  if (floor === null || success === null || success <= floor) return false;
  // Trials of one task may all end alike: each task counts once. No rounding adds a win.
  const wins = Math.max(1, Math.floor(success * tasks + 1e-9));
  return binomialTail(wins, tasks, floor) < BY_CHANCE;
}

/** An evaluation whose episodes are summed up. */
interface Summarised extends Pick<Summary, 'family' | 'agent' | 'user' | 'grader'> {
  readonly kind: Pick<EpisodeKind, 'figures' | 'floors'>;
  readonly trials: number;
}

/** Sums up the episodes of one agent on one family. They are gone through twice, and none of them is kept. */
export function summarise(
  records: Iterable<EpisodeRecord>,
  { family, kind, agent, user, grader, trials }: Summarised,
  failures: readonly FailureRecord[] = [],
): Summary {
  // Those with an end of their own stand among the records as well.
  const lost = failures.filter(({ end }) => end === 'infrastructure_error');
  const all = new GroupSums();
  const ofIntent = new Map<string, GroupSums>();
  const ends = new Tally();
  const troubles = new Map<EpisodeEnd, Pick<FailureRecord, 'task' | 'detail'>>();
  const ended = ({ end, task, detail }: Pick<FailureRecord, 'end' | 'task' | 'detail'>) => {
    ends.add(end);
    if (!troubles.has(end)) troubles.set(end, { task, detail });
  };
  let undecided = 0;
  let spent: Spent = { model_calls: 0, input_tokens: 0, output_tokens: 0, cost_usd: 0 };
  for (const record of records) {
    const { intent, grade, spent: more } = record;
    for (const sums of [all, foundOrMade(ofIntent, intent, () => new GroupSums())]) sums.add(record);
    ended(record);
    undecided += grade.undecided.length;
    spent = {
      model_calls: spent.model_calls + more.model_calls,
      input_tokens: plus(spent.input_tokens, more.input_tokens),
      output_tokens: plus(spent.output_tokens, more.output_tokens),
      cost_usd: plus(spent.cost_usd, more.cost_usd),
    };
  }
  for (const failure of lost) ended(failure);
  const intents = [...new Set([...ofIntent.keys(), ...lost.map(({ intent }) => intent)])].map((intent) => {
    const failed = lost.filter((failure) => failure.intent === intent).length;
    return (ofIntent.get(intent) ?? new GroupSums()).summary(intent, failed);
  });
  const floor = kind.floors[agent];
  const tasks = [...all.tasks.values()];
  const pass = Array.from({ length: trials }, (_, at) => passRates(tasks, at + 1)).flatMap((rates) => rates ?? []);
  return {
    ...{ family, agent, user, grader },
    k: trials,
    total: all.summary('all', lost.length),
    intents: intents.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    pass,
    figures: kind.figures(gradedIn(records)),
    ends: Object.fromEntries(Object.keys(ENDS).flatMap((end) => (ends.of(end) > 0 ? [[end, ends.of(end)]] : []))),
    troubles: TROUBLES.flatMap((end) => {
      const first = troubles.get(end);
      return first === undefined ? [] : [{ end, ...first }];
    }),
    undecided,
    spent,
    floor: floor === undefined ? null : floorOver(floor, new Map(intents.map(({ name, tasks }) => [name, tasks]))),
    declared:
      'intervals: Wilson, 95 %, clustered by task; pass^k = mean over tasks of C(c,k)/C(n,k), pass@k = 1 - C(n-c,k)/C(n,k); environment_error and infrastructure_error leave every denominator',
  };
}
