import { z } from 'zod';
import { detailFieldOf, fieldNameOf, type Rubric } from '../../shopping/kinds/index.ts';
import { boundSaid } from '../../shopping/language/quantity-words.ts';
import { valueInEnglish } from '../../shopping/language/sayable-values.ts';

const Demographics = z.strictObject({
  gender: z.string(),
  age_range: z.string(),
  location: z.string(),
  occupation: z.string(),
  education_level: z.string(),
});

const Lifestyle = z.strictObject({
  hobbies: z.array(z.string()),
  daily_routine: z.string(),
  fitness_level: z.string(),
  dietary_preference: z.string(),
  commute_method: z.string(),
  pets: z.string(),
});

const ShoppingHabits = z.strictObject({
  payment_method: z.string(),
  shopping_frequency: z.string(),
  preferred_device: z.string(),
  preferred_platform: z.string(),
  return_frequency: z.string(),
});

/** The profile that the profile tool returns: unscored context, and the hidden requirements exactly as locked. */
export const Persona = z.strictObject({
  user_id: z.string().regex(/^U_\d{5}$/),
  demographics: Demographics,
  lifestyle: Lifestyle,
  shopping_habits: ShoppingHabits,
  product_requirements: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});
export type Persona = z.infer<typeof Persona>;

/** The unscored part of a persona. */
export type PersonaNoise = Pick<Persona, 'demographics' | 'lifestyle' | 'shopping_habits'>;

/**
 * Returns a profile's statement of a rubric: its values as English texts say them, or the bounds of a quantity ("at most 2
 * pounds"). Null for what hides in no profile: ratings and prices.
 */
export function requirementText(rubric: Rubric): string | string[] | null {
  if (rubric.type === 'attribute_match') return inEnglish(rubric).expected_value;
  return rubric.type === 'numeric_range' && detailFieldOf(rubric.field) !== null
    ? boundSaid(rubric.expected_value)
    : null;
}

/** A rubric of values, or of none of them, with these in the words of English texts, as a profile states them. */
export function inEnglish<R extends Rubric>(rubric: R): R {
  if (rubric.type !== 'attribute_match' && rubric.type !== 'negative_attribute') return rubric;
  const said = (value: string) => valueInEnglish(fieldNameOf(rubric), value);
  const { expected_value: value } = rubric;
  return { ...rubric, expected_value: typeof value === 'string' ? said(value) : value.map(said) };
}
