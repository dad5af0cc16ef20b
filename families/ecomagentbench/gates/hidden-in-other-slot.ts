import type { ClarificationSlot } from '../../../shopping/dialogue/clarification.ts';
import { defineGate, requirements } from '../../../stages/gate.ts';
import { findingsIn, type PlacedText, soughtValuesOf, textsIn } from '../../../stages/gates/words/sought-values.ts';
import type { Wording } from '../wording.ts';

const CODE = 'hidden_in_other_slot';

const keywordsOf = ({ slot_id, trigger_keywords }: ClarificationSlot): PlacedText[] =>
  textsIn(trigger_keywords, `clarification_slots.${slot_id}.trigger_keywords`);

const answersOf = ({ slot_id, user_response, hidden_info }: ClarificationSlot): PlacedText[] =>
  textsIn({ user_response, hidden_info }, `clarification_slots.${slot_id}`);

/**
 * Finds a hidden value outside its own place. A clarification value belongs in its own slot's answer and hidden info
 * only: not in its keywords, another slot, the default response or the persona's requirements. A persona value belongs
 * in no slot at all.
 */
export const hiddenInOtherSlot = defineGate<Wording>({
  name: 'leak: slots',
  codes: { [CODE]: 'a hidden value stands outside its own slot' },
  scope: { unit: 'requirements', reads: [], of: requirements('persona', 'clarification') },
  check: ({ task: { locked }, wording: { script, persona } }) => {
    const fallback = { path: 'default_response', text: script.default_response };
    const requirements = textsIn(persona.product_requirements, 'user_persona.product_requirements');
    return locked.rubrics.flatMap((rubric) => {
      if (rubric.info_source === 'query') return [];
      const texts = script.clarification_slots.flatMap((slot) => {
        const own = rubric.info_source === 'clarification' && slot.linked_rubric_ids.includes(rubric.id);
        return own ? keywordsOf(slot) : [...answersOf(slot), ...keywordsOf(slot)];
      });
      texts.push(fallback);
      if (rubric.info_source === 'clarification') texts.push(...requirements);
      return findingsIn(CODE, texts, soughtValuesOf(rubric));
    });
  },
});
