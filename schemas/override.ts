import { z } from 'zod';

/** A verdict on a task that people overruled: that of an accepted task, or a rejection by its code. */
export const Override = z.strictObject({
  verdict: z.string().min(1),
  /** Digest of the query that was read; null where that was not noted. */
  text: z.string().min(1).nullable(),
  /** In their own words; may be empty. */
  reason: z.string(),
  raters: z.array(z.string().min(1)).min(1),
});
export type Override = z.infer<typeof Override>;

/** By task id. */
export type Overrides = Readonly<Record<string, Override>>;

/** The verdict on tasks that became samples; every other one is the code of a rejection. */
export const ACCEPTED = 'accepted';

/** In a sample's provenance: the code of the gate that had turned its text down, and who let it pass. */
export const Overruled = z.strictObject({ code: z.string().min(1), reason: z.string(), raters: Override.shape.raters });
export type Overruled = z.infer<typeof Overruled>;
