import { englishExpression, otherLanguage } from '../../../lexicon/index.ts';
import type { Finding } from '../../../schemas/finding.ts';
import { defineGate, requirements } from '../../../stages/gate.ts';
import { findingsIn, type PlacedText, soughtValuesOf, textsIn } from '../../../stages/gates/words/sought-values.ts';
import { unmistakableValuesIn } from '../../../stages/gates/words/unmistakable-values.ts';
import type { Wording } from '../wording.ts';

/** Words of what somebody likes to buy, up to the end of their sentence. */
const WISHES = englishExpression('hidden in persona noise: wishes', 'giu');
const CODE = 'hidden_in_persona_noise';

/** Words that are no wish in a query ("the wireless standard"), and are one beside "prefers". */
const QUALITIES = englishExpression('hidden in persona noise: qualities', 'giu');

/** Words of wishes of another language: there they are not read on for what is wished. */
const foreignWishesIn = ({ path, text }: PlacedText, wishes: readonly string[]): Finding[] =>
  wishes.flatMap((wish) => {
    const start = text.toLowerCase().indexOf(wish);
    const spans = [{ start, end: start + wish.length }];
    return start === -1 ? [] : [{ code: CODE, path, spans, detail: `wishes for something: "${wish}"` }];
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
      code: CODE,
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
  codes: { [CODE]: "the persona's unscored context names a scored value or wishes for a product" },
  scope: { unit: 'requirements', reads: ['profile'], of: requirements() },
  check: ({ task, wording: { persona } }) => {
    const { demographics, lifestyle, shopping_habits } = persona;
    const wishes = otherLanguage()?.wishes;
    const wishesOf = wishes === undefined ? wishesIn : (text: PlacedText) => foreignWishesIn(text, wishes);
    const texts = textsIn({ demographics, lifestyle, shopping_habits }, 'user_persona');
    return [...findingsIn(CODE, texts, task.locked.rubrics.flatMap(soughtValuesOf)), ...texts.flatMap(wishesOf)];
  },
});
