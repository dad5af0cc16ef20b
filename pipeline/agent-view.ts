import type { z } from 'zod';
import { foundOrMade } from '../text/cache/found-or-made.ts';
import { digestOf } from '../text/digest.ts';

/** The keys of its samples that a family shows an agent when an episode begins; what it does not name is left out. */
export type AgentKeys = z.ZodObject;

const ID_DIGITS = 16;

/**
 * The id of a sample for agents: a digest of all of the sample, so that it can only be had from the sample itself. The
 * sample's own id names its intent, and is a digest that could be counted out for each product of a catalog.
 */
export const agentIdOf = (sample: unknown): string => digestOf('agent', sample).slice(0, ID_DIGITS);

const stripping = new WeakMap<AgentKeys, AgentKeys>();

/** Builds the view an agent may have of a sample, and nothing else. */
export const agentViewOf = (sample: unknown, keys: AgentKeys): Readonly<Record<string, unknown>> => ({
  id: agentIdOf(sample),
  // A schema compiles itself where it parses first.
  ...foundOrMade(stripping, keys, () => keys.strip()).parse(sample),
});
