import { z } from 'zod';

/** Character range of a text, end exclusive, in UTF-16 code units. */
export const Span = z.strictObject({ start: z.int().nonnegative(), end: z.int().nonnegative() });
export type Span = z.infer<typeof Span>;

/** One defect a gate found: its stable code, which text it stands in, and the evidence. */
export const Finding = z.strictObject({
  code: z.string().min(1),
  /** The part of the draft: user_query, user_persona.lifestyle.hobbies, clarification_slots.cl_1.user_response ... */
  path: z.string().min(1),
  detail: z.string().min(1),
  rubricId: z.string().optional(),
  spans: z.array(Span).optional(),
});
export type Finding = z.infer<typeof Finding>;
