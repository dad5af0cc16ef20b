import { z } from 'zod';
import { QueryWording } from '../../schemas/draft.ts';
import { ClarificationScript } from '../../shopping/dialogue/clarification.ts';
import { Persona } from './persona.ts';

/** The texts of a task that hides requirements in a persona and in the answers to questions. */
export const Wording = z.strictObject({
  ...QueryWording.shape,
  persona: Persona,
  script: ClarificationScript,
});
export type Wording = z.infer<typeof Wording>;
