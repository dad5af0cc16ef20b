import { z } from 'zod';
import { Origin } from '../../../schemas/product.ts';

/** A general-knowledge question with one short answer. `id` is the start of a digest of both, whatever file they are in. */
export const Question = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{12}$/),
  question: z.string().min(1),
  answer: z.string().min(1),
  topic: z.string().min(1).nullable(),
  origin: Origin,
});
export type Question = z.infer<typeof Question>;

/** A row of a question file that was set aside, and why. */
export const QuarantinedQuestion = z.strictObject({
  file: z.string(),
  line: z.int().positive(),
  reason: z.string().min(1),
});
export type QuarantinedQuestion = z.infer<typeof QuarantinedQuestion>;
