import { z } from 'zod';
import { Quote } from './kinds/index.ts';
import { SemanticProof } from './semantic.ts';

const Count = z.int().nonnegative();

/** Evidence for one rubric, with its effect on the answer set. */
export const RubricEvidence = z.strictObject({
  rubric_id: z.string(),
  /** The target's own options, number or title words that satisfy it, as the catalog states them. */
  target_states: z.array(z.string()),
  /** Products that satisfy every other decidable rubric but not this one; null where code cannot decide. */
  removes: Count.nullable(),
  quotes: z.array(Quote).optional(),
});

/** Questions asked of the script under one matcher, and how many opened what. */
const DialogueResult = z.strictObject({
  on_topic: z.strictObject({ asked: Count, opened_own_slot: Count }),
  off_topic: z.strictObject({ asked: Count, opened: Count }),
  content_free: z.strictObject({ asked: Count, opened: Count }),
  keyword_bags: z.strictObject({ asked: Count, opened: Count }),
});

/** The answers of a sample as every proof states them. */
export const ANSWERS = {
  size: Count,
  digest: z.string(),
  /** At most 20, in code-unit order. */
  product_ids: z.array(z.string()),
};

/** The findings of gates and models, as every proof states them. */
export const JUDGED = {
  gates_passed: z.array(z.string()),
  /** Absent where no model read the sample. */
  semantic: SemanticProof.optional(),
};

/** Measurements of a sample: enough to check every promise again from the catalog. */
export const Proof = z.strictObject({
  answer_set: z.strictObject({
    ...ANSWERS,
    without_persona: Count,
    without_clarification: Count,
    query_alone: Count,
    /** Titles that hold the noun phrase: the set every other count is taken from. */
    noun_phrase_alone: Count,
    both_hidden_sources_needed: z.boolean(),
  }),
  rubrics: z.array(RubricEvidence),
  dialogue: z.strictObject({ matcher: DialogueResult, published_matcher: DialogueResult }),
  ...JUDGED,
});
export type Proof = z.infer<typeof Proof>;
