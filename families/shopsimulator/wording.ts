import { z } from 'zod';
import { ScriptedWording } from '../../shopping/draft.ts';
import { Profile } from './profile.ts';

/** The texts of a task: what the agent reads first, what the shopper tells when asked, and who the shopper is. */
export const Wording = z.strictObject({
  ...ScriptedWording.shape,
  /** The whole request of a multi-turn task, which the shopper alone knows; null where the query says it all. */
  goal: z.string().min(1).nullable(),
  /** By slot, what the shopper says of a recommendation that misses it. */
  objections: z.record(z.string(), z.string().min(1)),
  profile: Profile.nullable(),
});
export type Wording = z.infer<typeof Wording>;

/** The instruction: all that is asked outside the profile. */
export const instructionOf = ({ query, goal }: Pick<Wording, 'query' | 'goal'>): string => goal ?? query;
