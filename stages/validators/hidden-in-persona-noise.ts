import type { Gate } from './gate.ts';
import { findingsIn, soughtValuesOf, textsIn } from './sought-values.ts';

/** Finds a persona whose unscored context names a value that any rubric scores, whatever its source. */
export const hiddenInPersonaNoise: Gate = ({ task, wording: { persona } }) => {
  const { demographics, lifestyle, shopping_habits } = persona;
  const texts = textsIn({ demographics, lifestyle, shopping_habits }, 'user_persona');
  return findingsIn('hidden_in_persona_noise', texts, task.locked.rubrics.flatMap(soughtValuesOf));
};
