import { z } from 'zod';

/** One scripted answer, opened by a question that holds one of its keywords. */
export const ClarificationSlot = z.strictObject({
  slot_id: z.string().regex(/^cl_\d+$/),
  linked_rubric_ids: z.array(z.string()).length(1),
  hidden_info: z.string().min(1),
  trigger_keywords: z.array(z.string().min(1)),
  user_response: z.string().min(1),
  revealed: z.literal(false),
});
export type ClarificationSlot = z.infer<typeof ClarificationSlot>;

export const ClarificationScript = z.strictObject({
  clarification_slots: z.array(ClarificationSlot),
  default_response: z.string().min(1),
  max_clarification_turns: z.int().positive(),
});
export type ClarificationScript = z.infer<typeof ClarificationScript>;
