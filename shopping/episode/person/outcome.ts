import { z } from 'zod';
import { ENDS, type EpisodeEnd, type EpisodeTask, type RubricVerdict } from '../../../pipeline/episode.ts';
import type { Lesson, Presentation, SeenProduct } from '../../../pipeline/presentation.ts';
import { apply, type EpisodeState, episode, gradeState, played } from '../core.ts';
import { describeTools } from '../tool.ts';
import { type Counter, counterOf, faceAt, turnsOf } from './acts.ts';
import { Notebook } from './notebook.ts';

/** A requirement after the end: whether it is met, and where it was to be learned. */
export interface JudgedRequirement extends RubricVerdict {
  readonly lesson: Lesson | null;
}

/** Report that a person is given when an episode is over. */
export interface Outcome {
  readonly end: EpisodeEnd;
  readonly because: string;
  readonly success: boolean;
  readonly reward: number;
  readonly steps: number;
  readonly questions: { readonly asked: number; readonly answered: number; readonly needed: number };
  /** In the order they were recommended, with whether any tool had shown them. */
  readonly recommended: readonly { readonly product: SeenProduct; readonly wasSeen: boolean }[];
  readonly requirements: readonly JudgedRequirement[];
  /** Products that would have been right, as the tools show them. */
  readonly right: readonly SeenProduct[];
  /** Ids of the right products that were shown to the person. */
  readonly shown: readonly string[];
  readonly scores: Readonly<Record<string, number | null>>;
}

/** Sums up an episode that is over for whoever played it: the only view of it that knows the answer. */
export function outcomeOf(
  state: EpisodeState,
  task: EpisodeTask,
  notebook: Notebook,
  presentation: Presentation,
): Outcome {
  const over = played(state);
  if (over === null) throw new RangeError('an episode that is not over has no outcome');
  const grade = gradeState(state, task);
  const lessons = presentation.lessons(task.staged, task.answer, over);
  const right = rightProducts(state, task, presentation);
  return {
    end: over.end,
    because: ENDS[over.end],
    success: grade.success,
    reward: grade.reward,
    steps: over.steps,
    questions: grade.questions,
    recommended: grade.recommended.map((id) => ({
      product: notebook.product(id) ?? right.find((product) => product.id === id) ?? { id },
      wasSeen: !grade.unretrieved.includes(id),
    })),
    requirements: grade.verdicts.map((verdict) => ({ ...verdict, lesson: lessons.get(verdict.rubric) ?? null })),
    right,
    shown: right.flatMap(({ id }) => (over.retrieved.has(id) ? [id] : [])),
    scores: grade.scores,
  };
}

/** The products that solve the task as its tools show them: an episode of its own asks for them. */
function rightProducts(
  { setting: { kind, place, seed, user } }: EpisodeState,
  task: EpisodeTask,
  presentation: Presentation,
): SeenProduct[] {
  const { searches, products } = kind.moves.solution(task.staged, task.answer);
  let state = episode(task, { kind, place }, { seed, user });
  const notebook = new Notebook(presentation);
  const counter = counterOf(describeTools([...state.setting.tools.values()]), presentation);
  const opened = products.flatMap((product) => turnsOf({ act: 'open', product }, counter) ?? []);
  for (const calls of [...searches.map((text) => [kind.moves.search(text, 0)]), ...opened]) {
    const step = apply(state, { type: 'turn', calls });
    notebook.note({ type: 'turn', calls }, step.observation);
    if (step.state.end !== null) break;
    state = step.state;
  }
  return products.map((id) => notebook.product(id) ?? { id });
}

export const BEST_RATING = 5;
const Score = z.int().min(1).max(BEST_RATING);

/** Questions a person is asked about an episode that is over, with what 1 and 5 stand for. */
export const RATED = {
  shopper: { asks: 'Did the shopper answer like a real one?', from: 'not at all', to: 'entirely' },
  request: { asks: 'Would anybody want this?', from: 'nobody', to: 'many' },
  fairness: { asks: 'Could all that decides be found out?', from: 'nothing', to: 'everything' },
} as const;
export type Rated = keyof typeof RATED;

/** A person's rating of an episode: from 1 to 5, questions passed over left out. */
export const Rating = z.strictObject({
  scores: z.strictObject({ shopper: Score, request: Score, fairness: Score }).partial(),
  comment: z.string().max(2000),
});
export type Rating = z.infer<typeof Rating>;

/** A line of `ratings.jsonl`; of several of one task the last counts. */
export const RatingRecord = z.strictObject({
  task: z.string(),
  agent_id: z.string(),
  intent: z.string(),
  task_digest: z.string(),
  person: z.string(),
  /** True if the person won. */
  success: z.boolean(),
  ...Rating.shape,
});
export type RatingRecord = z.infer<typeof RatingRecord>;

/** Names of the questions about an episode: one of the shopper only where it can be asked something. */
export const ratedIn = (counter: Counter): readonly Rated[] =>
  (Object.keys(RATED) as Rated[]).filter((name) => name !== 'shopper' || faceAt(counter, 'chat') !== undefined);
