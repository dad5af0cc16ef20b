import { z } from 'zod';
import { type Counter, faceAt } from './acts.ts';

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
