import { z } from 'zod';
import type { Finding } from '../schemas/finding.ts';

/** A text a requirement can be found in. A profile has two: the requirements, and the context that nothing is scored by. */
export const JudgedSource = z.enum(['query', 'persona_requirements', 'persona_context', 'clarification']);
export type JudgedSource = z.infer<typeof JudgedSource>;

/** A place a judge named for a requirement, with words of the text as the text has them. */
export const NamedSource = z.strictObject({
  source: JudgedSource,
  /** The slot whose answer it is; null for every other text. */
  slot_id: z.string().nullable(),
  quote: z.string().min(1),
});
export type NamedSource = z.infer<typeof NamedSource>;

/** Result for one clue from solvers who saw nothing but the clue, the kind of product and some values of the field. */
export const ClueProof = z.union([
  z.strictObject({
    rubric_id: z.string(),
    /** The values to choose from, the hidden one among them, in code-unit order. */
    candidates: z.array(z.string()).min(2),
    /** Pick of each vote; null where it could not tell. */
    votes: z.array(z.string().nullable()).min(1),
    /** Votes for the hidden value. */
    recovered: z.int().nonnegative(),
  }),
  /** A clue of which nobody was asked: the catalog has no other value that it could stand for. */
  z.strictObject({
    rubric_id: z.string(),
    candidates: z.array(z.string()).length(1),
    votes: z.null(),
    recovered: z.null(),
  }),
]);
export type ClueProof = z.infer<typeof ClueProof>;

/** Findings of models that read a draft that every gate in code had passed. */
export const SemanticProof = z.strictObject({
  /** Names as they were asked for; no solver where there is no clue to ask about. */
  models: z.strictObject({ judge: z.string(), blind_solver: z.string().nullable() }),
  clues: z.array(ClueProof),
  sources: z.array(z.strictObject({ rubric_id: z.string(), named: z.array(NamedSource) })),
  reads_naturally: z.boolean(),
  prompt_digests: z.array(z.string()),
  /** The judge's requests first, then the votes in the order of the clues. */
  reply_digests: z.array(z.string()),
});
export type SemanticProof = z.infer<typeof SemanticProof>;

/** Findings of the check, with what it measured either way. */
export interface SemanticVerdict {
  readonly findings: readonly Finding[];
  readonly proof: SemanticProof;
}
