import { englishExpression, otherLanguage } from '../../../lexicon/index.ts';
import type { Finding } from '../../../schemas/finding.ts';
import type { ClarificationSlot } from '../../../shopping/dialogue/clarification.ts';
import { defineGate, type GateInput, requirements } from '../../../stages/gate.ts';
import { findingsIn, type PlacedText, soughtValuesOf, textsIn } from '../../../stages/gates/words/sought-values.ts';
import { unmistakableValuesIn } from '../../../stages/gates/words/unmistakable-values.ts';
import { overheardIn } from '../agents/overheard.ts';
import type { Wording } from '../wording.ts';

const IN_SLOT = 'hidden_in_other_slot';
const IN_PERSONA = 'hidden_in_persona_noise';

const keywordsOf = ({ slot_id, trigger_keywords }: ClarificationSlot): PlacedText[] =>
  textsIn(trigger_keywords, `clarification_slots.${slot_id}.trigger_keywords`);

const answersOf = ({ slot_id, user_response, hidden_info }: ClarificationSlot): PlacedText[] =>
  textsIn({ user_response, hidden_info }, `clarification_slots.${slot_id}`);

/** Findings for hidden requirements that an agent of `verify` hears in another text than their own, beside those of gates. */
const overheard = (code: string, { task, wording }: GateInput<Wording>, isIn: (path: string) => boolean): Finding[] =>
  overheardIn(wording, task.locked.rubrics)
    .filter(
      ({ rubric, path, text }) => isIn(path) && soughtValuesOf(rubric).every(({ find }) => find(text).length === 0),
    )
    .map(({ rubric: { id, field, info_source }, path, text }) => ({
      ...{ code, path, rubricId: id, spans: [{ start: 0, end: text.length }] },
      detail: `an agent that never looks at the ${info_source} learns ${field} from "${text}"`,
    }));

const REQUIREMENTS = 'user_persona.product_requirements';
/** Tells whether a path leads to the unscored context of a persona. */
const isNoise = (path: string) => path.startsWith('user_persona.') && !path.startsWith(REQUIREMENTS);

/**
 * Finds a hidden value outside its own place. A clarification value belongs in its own slot's answer and hidden info
 * only: not in its keywords, another slot, the default response or the persona's requirements. A persona value belongs
 * in no slot at all. Neither may stand where an agent hears it that does not look at its place.
 */
export const hiddenInOtherSlot = defineGate<Wording>({
  name: 'leak: slots',
  codes: { [IN_SLOT]: 'a hidden value stands outside its own slot' },
  scope: { unit: 'requirements', reads: [], of: requirements('persona', 'clarification') },
  check: (input) => {
    const {
      task: { locked },
      wording: { script, persona },
    } = input;
    const fallback = { path: 'default_response', text: script.default_response };
    const requirements = textsIn(persona.product_requirements, REQUIREMENTS);
    const found = locked.rubrics.flatMap((rubric) => {
      if (rubric.info_source === 'query') return [];
      const texts = script.clarification_slots.flatMap((slot) => {
        const own = rubric.info_source === 'clarification' && slot.linked_rubric_ids.includes(rubric.id);
        return own ? keywordsOf(slot) : [...answersOf(slot), ...keywordsOf(slot)];
      });
      texts.push(fallback);
      if (rubric.info_source === 'clarification') texts.push(...requirements);
      return findingsIn(IN_SLOT, texts, soughtValuesOf(rubric));
    });
    return [...found, ...overheard(IN_SLOT, input, (path) => !isNoise(path))];
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
  check: (input) => {
    const {
      task,
      wording: { persona },
    } = input;
    const { demographics, lifestyle, shopping_habits } = persona;
    const wishes = otherLanguage()?.wishes;
    const wishesOf = wishes === undefined ? wishesIn : (text: PlacedText) => foreignWishesIn(text, wishes);
    const texts = textsIn({ demographics, lifestyle, shopping_habits }, 'user_persona');
    const found = findingsIn(IN_PERSONA, texts, task.locked.rubrics.flatMap(soughtValuesOf));
    return [...found, ...overheard(IN_PERSONA, input, isNoise), ...texts.flatMap(wishesOf)];
  },
});
