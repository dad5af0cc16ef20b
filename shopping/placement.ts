import { z } from 'zod';
import { PlacedFeature } from './task.ts';

const Left = z.strictObject({
  all: z.int().nonnegative(),
  /** Null for families that hide nothing. */
  withoutPersona: z.int().nonnegative().nullable(),
  withoutClarification: z.int().nonnegative().nullable(),
  queryAlone: z.int().nonnegative().nullable(),
});

/** The kind of product the request would ask for; null where a task asks for several. */
const Phrase = z.string().nullable();

/** One way to place a task's features that was drawn on the way to its lock: what it leaves, or why there is none. */
export const TriedPlacement = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('weighed'),
    number: z.int().positive(),
    phrase: Phrase,
    placed: z.array(PlacedFeature),
    left: Left,
  }),
  z.strictObject({
    kind: z.literal('impossible'),
    number: z.int().positive(),
    phrase: Phrase,
    obstacle: z.string(),
  }),
]);
export type TriedPlacement = z.infer<typeof TriedPlacement>;

/** Is told of every placement a stage draws, in order. */
export type PlacementObserver = (tried: TriedPlacement) => void;
