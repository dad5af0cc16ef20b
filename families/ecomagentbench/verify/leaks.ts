import type { Report } from '../../../schemas/violation.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { givesAway, tells } from '../../../shopping/verify/plain-words.ts';
import type { EcomagentbenchSample } from '../sample.ts';

interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Every string below a part of a record, by where it stands. */
export function stringsIn(part: unknown, name: string): NamedText[] {
  if (typeof part === 'string') return [{ name, text: part }];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, inner]) => stringsIn(inner, `${name}.${key}`));
}

/** What is hidden stands where it is hidden and nowhere else, and each answer says what it is asked for. */
export function checkLeaks(
  { user_query: query, user_persona: persona, clarification_script: script, implicit_rubric_ids }: EcomagentbenchSample,
  rubrics: readonly Rubric[],
  report: Report,
): void {
  const { product_requirements: wanted, demographics, lifestyle, shopping_habits } = persona;
  const context = stringsIn({ demographics, lifestyle, shopping_habits }, 'user_persona');
  const requirements = stringsIn(wanted, 'user_persona.product_requirements');
  const fallback = { name: 'default_response', text: script.default_response };
  const look = (promise: string, texts: readonly NamedText[], rubric: Rubric) => {
    for (const { name, text } of texts)
      if (givesAway(text, rubric)) report(promise, `${name} says what ${rubric.id} asks for: "${text}"`);
  };
  for (const rubric of rubrics) {
    const { id, info_source: source } = rubric;
    look('hidden_in_persona_noise', context, rubric);
    if (source === 'query') {
      if (implicit_rubric_ids.includes(id)) look('implicit_literal', [{ name: 'user_query', text: query }], rubric);
      continue;
    }
    look('hidden_in_query', [{ name: 'user_query', text: query }], rubric);
    const slots = script.clarification_slots.flatMap(({ slot_id, linked_rubric_ids, ...slot }) => {
      const keywords = stringsIn(slot.trigger_keywords, `${slot_id}.trigger_keywords`);
      if (source === 'clarification' && linked_rubric_ids.includes(id)) {
        for (const { name, text } of stringsIn({ user_response: slot.user_response }, slot_id))
          if (!tells(text, rubric)) report('slot_value_absent', `${name} does not say what ${id} asks for: "${text}"`);
        return keywords;
      }
      const { user_response, hidden_info } = slot;
      return [...keywords, ...stringsIn({ user_response, hidden_info }, slot_id)];
    });
    look('hidden_in_other_slot', [...slots, fallback], rubric);
    if (source === 'clarification') look('hidden_in_other_slot', requirements, rubric);
  }
}
