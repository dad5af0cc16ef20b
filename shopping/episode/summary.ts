import { ENDS, type EpisodeEnd, type EpisodeKind, type Figure, type GradedEpisode } from '../../pipeline/episode.ts';
import type { Interval } from '../../pipeline/share.ts';
import type { EpisodeRecord, FailureRecord } from './record.ts';
import {
  binomialTail,
  clusteredInterval,
  type PassRates,
  passRates,
  successRate,
  type TaskTrials,
} from './statistics.ts';
import { counts } from './trial.ts';

/** Figures of the episodes of one group. */
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
  readonly spent: {
    readonly model_calls: number;
    readonly input_tokens: number | null;
    readonly output_tokens: number | null;
    readonly cost_usd: number | null;
  };
  /** The share an agent of this name may win at most; null for agents that are no floor. */
  readonly floor: number | null;
  readonly declared: string;
}

const mean = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Ends that somebody has to mend. */
const TROUBLES: readonly EpisodeEnd[] = ['agent_error', 'user_fault', 'environment_error', 'infrastructure_error'];

/** Trials by task, those that count. */
function trialsByTask(records: readonly EpisodeRecord[]): TaskTrials[] {
  const byTask = Map.groupBy(records, ({ task }) => task);
  return [...byTask].map(([task, all]) => {
    const counted = all.filter(counts);
    return {
      task,
      rewards: counted.map(({ grade }) => grade.reward),
      successes: counted.filter(({ grade }) => grade.success).length,
    };
  });
}

function groupOf(name: string, records: readonly EpisodeRecord[], failed: number): GroupSummary {
  const tasks = trialsByTask(records);
  const counted = records.filter(counts);
  const recommended = counted.reduce((sum, { grade }) => sum + grade.recommended.length, 0);
  const unretrieved = counted.reduce((sum, { grade }) => sum + grade.unretrieved.length, 0);
  return {
    name,
    tasks: tasks.length,
    trials: counted.length,
    left_out: records.length - counted.length + failed,
    success: successRate(tasks),
    interval: clusteredInterval(tasks),
    steps: mean(counted.map(({ steps }) => steps)),
    questions_asked: mean(counted.map(({ grade }) => grade.questions.asked)),
    questions_needed: mean(counted.map(({ grade }) => grade.questions.needed)),
    unretrieved: recommended === 0 ? null : unretrieved / recommended,
  };
}

const sumOf = (values: readonly (number | null)[]) =>
  values.includes(null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

const gradedOf = ({ task, intent, trial, end, steps, called, grade }: EpisodeRecord): GradedEpisode => ({
  ...{ task, intent, trial, end, steps, called },
  grade: { ...grade, undecided: [] },
});

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

/** Sums up the episodes of one agent on one family. */
export function summarise(
  records: readonly EpisodeRecord[],
  {
    family,
    kind,
    agent,
    user,
    grader,
    trials,
  }: {
    readonly family: string;
    readonly kind: Pick<EpisodeKind, 'figures' | 'floors'>;
    readonly agent: string;
    readonly user: string;
    readonly grader: string;
    readonly trials: number;
  },
  failures: readonly FailureRecord[] = [],
): Summary {
  // Those with an end of their own stand among the records as well.
  const lost = failures.filter(({ end }) => end === 'infrastructure_error');
  const tasks = trialsByTask(records);
  const ofIntent = Map.groupBy(records, ({ intent }) => intent);
  const intents = [...new Set([...records, ...lost].map(({ intent }) => intent))].map((intent) =>
    groupOf(intent, ofIntent.get(intent) ?? [], lost.filter((failure) => failure.intent === intent).length),
  );
  const spent = records.map((record) => record.spent);
  const pass = Array.from({ length: trials }, (_, at) => passRates(tasks, at + 1)).flatMap((rates) => rates ?? []);
  return {
    family,
    agent,
    user,
    grader,
    k: trials,
    total: groupOf('all', records, lost.length),
    intents: intents.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    pass,
    figures: kind.figures(records.filter(counts).map(gradedOf)),
    ends: Object.fromEntries(
      (Object.keys(ENDS) as EpisodeEnd[]).flatMap((end) => {
        const ended = [...records, ...lost].filter((record) => record.end === end).length;
        return ended === 0 ? [] : [[end, ended]];
      }),
    ),
    troubles: TROUBLES.flatMap((trouble) => {
      const first = [...records, ...lost].find(({ end }) => end === trouble);
      return first === undefined ? [] : [{ end: trouble, task: first.task, detail: first.detail }];
    }),
    undecided: records.reduce((sum, { grade }) => sum + grade.undecided.length, 0),
    spent: {
      model_calls: spent.reduce((sum, { model_calls }) => sum + model_calls, 0),
      input_tokens: sumOf(spent.map(({ input_tokens }) => input_tokens)),
      output_tokens: sumOf(spent.map(({ output_tokens }) => output_tokens)),
      cost_usd: sumOf(spent.map(({ cost_usd }) => cost_usd)),
    },
    floor: kind.floors[agent] ?? null,
    declared:
      'intervals: Wilson, 95 %, clustered by task; pass^k = mean over tasks of C(c,k)/C(n,k), pass@k = 1 - C(n-c,k)/C(n,k); environment_error and infrastructure_error leave every denominator',
  };
}
