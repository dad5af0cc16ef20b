import { englishExpression, otherLanguage } from '../../../lexicon/index.ts';
import type { Finding } from '../../../schemas/finding.ts';
import type { ClarificationSlot } from '../../../shopping/dialogue/clarification.ts';
import { defineGate, requirements } from '../../../stages/gate.ts';
import { findingsIn, type PlacedText, soughtValuesOf, textsIn } from '../../../stages/gates/words/sought-values.ts';
import { unmistakableValuesIn } from '../../../stages/gates/words/unmistakable-values.ts';
import type { Wording } from '../wording.ts';

const IN_SLOT = 'hidden_in_other_slot';
const IN_PERSONA = 'hidden_in_persona_noise';

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
  codes: { [IN_SLOT]: 'a hidden value stands outside its own slot' },
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
      return findingsIn(IN_SLOT, texts, soughtValuesOf(rubric));
    });
  },
});

/** Words of what somebody likes to buy, up to the end of their sentence. */
const WISHES = englishExpression('hidden in persona noise: wishes', 'giu');
/** Words that are no wish in a query ("the wireless standard"), and are one beside "prefers". */
const QUALITIES = englishExpression('hidden in persona noise: qualities', 'giu');

/** Words of wishes of another language: there they are not read on for what is wished. */
const foreignWishesIn = ({ path, text }: PlacedText, wishes: readonly string[]): Finding[] =>
  wishes.flatMap((wish) => {
    const start = text.toLowerCase().indexOf(wish);
    const spans = [{ start, end: start + wish.length }];
    return start === -1 ? [] : [{ code: IN_PERSONA, path, spans, detail: `wishes for something: "${wish}"` }];
  });

const wishesIn = ({ path, text }: PlacedText): Finding[] =>
  [...text.matchAll(WISHES)].flatMap(({ 0: words, index }) =>
    [
      ...unmistakableValuesIn(words),
      ...[...words.matchAll(QUALITIES)].map(({ 0: value, index: start }) => ({
        value,
        start,
        end: start + value.length,
      })),
    ].map(({ value, start, end }) => ({
      code: IN_PERSONA,
      path,
      spans: [{ start: index + start, end: index + end }],
      detail: `wishes for "${value}", which is no context`,
    })),
  );

/**
 * Finds a persona whose unscored context names a value that any rubric scores, whatever its source, or has wishes about
 * products of its own: what the shopper wants stands in the requirements.
 */
export const hiddenInPersonaNoise = defineGate<Wording>({
  name: 'leak: persona',
  codes: { [IN_PERSONA]: "the persona's unscored context names a scored value or wishes for a product" },
  scope: { unit: 'requirements', reads: ['profile'], of: requirements() },
  check: ({ task, wording: { persona } }) => {
    const { demographics, lifestyle, shopping_habits } = persona;
    const wishes = otherLanguage()?.wishes;
    const wishesOf = wishes === undefined ? wishesIn : (text: PlacedText) => foreignWishesIn(text, wishes);
    const texts = textsIn({ demographics, lifestyle, shopping_habits }, 'user_persona');
    return [...findingsIn(IN_PERSONA, texts, task.locked.rubrics.flatMap(soughtValuesOf)), ...texts.flatMap(wishesOf)];
  },
});
