import { z } from 'zod';
import { ClarificationScript } from '../../shopping/dialogue/clarification.ts';
import { QueryWording } from '../../shopping/draft.ts';
import { Persona } from './persona.ts';

/** The texts of a task that hides requirements in a persona and in the answers to questions. */
export const Wording = z.strictObject({
  ...QueryWording.shape,
  persona: Persona,
  script: ClarificationScript,
});
export type Wording = z.infer<typeof Wording>;
