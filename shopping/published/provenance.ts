import { z } from 'zod';
import { Overruled } from '../../schemas/override.ts';

/** Where a sample comes from, in the keys that every shopping family publishes. */
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
  /** Where people let a text pass that a gate had turned down. */
  overruled: Overruled.optional(),
};
