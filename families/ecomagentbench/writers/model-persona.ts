import { z } from 'zod';
import type { PromptedQuestion } from '../../../schemas/model.ts';
import type { Attempt } from '../../../shopping/draft.ts';
import { plannedLanguage } from '../../../shopping/language/query-question.ts';
import { replyText } from '../../../shopping/language/query-reply.ts';
import { retold, shownTries } from '../../../shopping/language/retold-findings.ts';
import type { LockedTask } from '../../../shopping/task.ts';
import { fencedJson } from '../../../text/fenced-data.ts';
import { cleanText } from '../../../text/normalise.ts';
import type { Persona } from '../persona.ts';
import type { Wording } from '../wording.ts';

const LONGEST = 120;
const MOST_HOBBIES = 6;
const entry = () => replyText(LONGEST);

/** A persona writer's reply: context that no requirement touches. */
const PersonaReply = z.strictObject({
  education_level: entry(),
  hobbies: z.array(entry()).refine(({ length }) => length >= 1 && length <= MOST_HOBBIES, {
    error: `expected 1 to ${MOST_HOBBIES} hobbies`,
  }),
  daily_routine: entry(),
  fitness_level: entry(),
  dietary_preference: entry(),
  commute_method: entry(),
  pets: entry(),
  payment_method: entry(),
  shopping_frequency: entry(),
  preferred_device: entry(),
  preferred_platform: entry(),
  return_frequency: entry(),
});
type PersonaReply = z.infer<typeof PersonaReply>;

/**
 * Makes the question to a persona writer. Of the task it learns the category and nothing else. Who the person is comes
 * from the seeded tables: models left to themselves write the same few people again and again.
 */
export function personaQuestion(
  { id, category }: Pick<LockedTask, 'id' | 'category'>,
  { demographics: { gender, age_range, location, occupation } }: Persona,
  earlier: readonly Attempt<Wording>[],
): PromptedQuestion<PersonaReply> {
  const tries = earlier.flatMap(({ wording: { persona }, findings }) => {
    const own = findings.filter(({ path }) => path.startsWith('user_persona'));
    const { demographics, lifestyle, shopping_habits } = persona;
    const texts = { demographics, lifestyle, shopping_habits };
    return own.length === 0 ? [] : [{ ...texts, findings: retold(own, { user_persona: texts }, new Set()) }];
  });
  return {
    role: 'persona_writer',
    prompt: 'ecomagentbench/persona_writer.md',
    blanks: {
      plan: fencedJson('plan', { ...plannedLanguage(), category, person: { gender, age_range, location, occupation } }),
      earlier: shownTries(tries),
    },
    reply: { name: 'persona', schema: PersonaReply },
    taskId: id,
    attempt: earlier.length,
  };
}

/**
 * The persona that code made, with the texts of a reply in place of its unscored context. Of goods for an animal the pets
 * stay as they are, for the model knows of the category alone.
 */
export function personaOf(reply: PersonaReply, made: Persona, isForPets: boolean): Persona {
  const { education_level, hobbies, daily_routine, fitness_level, dietary_preference, commute_method, pets } = reply;
  const { payment_method, shopping_frequency, preferred_device, preferred_platform, return_frequency } = reply;
  return {
    ...made,
    demographics: { ...made.demographics, education_level: cleanText(education_level) },
    lifestyle: {
      hobbies: hobbies.map(cleanText),
      daily_routine: cleanText(daily_routine),
      fitness_level: cleanText(fitness_level),
      dietary_preference: cleanText(dietary_preference),
      commute_method: cleanText(commute_method),
      pets: isForPets ? made.lifestyle.pets : cleanText(pets),
    },
    shopping_habits: {
      payment_method: cleanText(payment_method),
      shopping_frequency: cleanText(shopping_frequency),
      preferred_device: cleanText(preferred_device),
      preferred_platform: cleanText(preferred_platform),
      return_frequency: cleanText(return_frequency),
    },
  };
}
