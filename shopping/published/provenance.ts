import { z } from 'zod';
import { Overruled } from '../../schemas/override.ts';

/** Origin of a sample, in the keys that every shopping family publishes. */
export const PROVENANCE = {
  seed: z.int(),
  writer: z.string(),
  model: z.string().nullable(),
  prompt_digests: z.array(z.string()),
  reply_digests: z.array(z.string()),
  catalog_digest: z.string(),
  /** The lexicon its words are of, where a person gave one. */
  lexicon_digest: z.string().optional(),
  attempts: z.int().positive(),
  /** Verdict of a gate that people overruled, where they let its text pass. */
  overruled: Overruled.optional(),
};
