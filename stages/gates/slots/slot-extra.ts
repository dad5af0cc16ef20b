import { englishWords } from '../../../lexicon/index.ts';
import type { Span } from '../../../schemas/finding.ts';
import { foldToken } from '../../../shopping/dialogue/question-matcher.ts';
import { askedFieldOf, nameTokensOf, scoredTexts } from '../../../shopping/dialogue/slot-words.ts';
import type { ScriptedWording } from '../../../shopping/draft.ts';
import { withPoints } from '../../../text/foreign-money.ts';
import { findMentions } from '../../../text/mentions.ts';
import { tokensOf } from '../../../text/normalise.ts';
import { preparedText } from '../../../text/prepare.ts';
import { numbersSaying } from '../../../text/range-mentions.ts';
import { defineGate } from '../../gate.ts';
import { ordersIn } from '../words/orders-to-reader.ts';
import { overlap, valuePlaces, valuesBeside } from '../words/own-words.ts';
import { soughtValuesOf } from '../words/sought-values.ts';
import { unmistakableValuesIn } from '../words/unmistakable-values.ts';
import { type SlotPair, slotCount, slotPairsOf, slotPath } from './slot-pairs.ts';

const CODE = 'slot_extra';

const NUMBER_WORDS = englishWords('slot extra: number words');

/** Places of the answer's own value; for a range, of every number that is one of its bounds. */
function ownSpans({ slot: { user_response: text }, rubric }: SlotPair): Span[] {
  if (rubric.type !== 'numeric_range') {
    return scoredTexts(rubric).flatMap((value) => findMentions(text, value, askedFieldOf(rubric)));
  }
  const own = numbersSaying(rubric.expected_value);
  const numbers = [...text.matchAll(/\d+(?:,\d{3})*(?:\.\d+)?/g)];
  return numbers
    .filter(([number]) => own.includes(Number(number.replaceAll(',', ''))))
    .map(({ 0: number, index }) => ({ start: index, end: index + number.length }));
}

/** The answer with its own value taken out. */
function withoutValue({ slot }: SlotPair, spans: readonly Span[]): string {
  let rest = slot.user_response;
  for (const { start, end } of spans.toSorted((a, b) => b.start - a.start))
    rest = `${rest.slice(0, start)} · ${rest.slice(end)}`;
  return rest;
}

/**
 * Finds an answer that says more than its own requirement: another scored value, a number, a catalog value that
 * nobody asked for, or orders to its reader. Words of the slot's own field name are not counted.
 */
export const slotExtra = defineGate<ScriptedWording>({
  name: 'slots: nothing else',
  codes: { [CODE]: 'an answer states more than its own requirement' },
  scope: { unit: 'slots', reads: [], of: slotCount },
  check: (input) =>
    slotPairsOf(input).flatMap(({ slot, rubric }) => {
      const text = withPoints(slot.user_response);
      const pair = { slot: { ...slot, user_response: text }, rubric };
      const ownValue = ownSpans(pair);
      const isOwn = (span: Span) => ownValue.some((own) => overlap(own, span));
      const others = input.task.locked.rubrics.filter((other) => other !== rubric).flatMap(soughtValuesOf);
      // In the whole answer: what stands beside a number may be what the number counts.
      const prepared = preparedText(text);
      const said = others.filter(({ find }) => find(text, prepared).some((span) => !isOwn(span)));
      const tokens = tokensOf(withoutValue(pair, ownValue));
      const name = nameTokensOf(askedFieldOf(rubric));
      const numbers = tokens.filter(
        (token) => (/\d/.test(token) || NUMBER_WORDS.includes(token)) && !name.has(foldToken(token)),
      );
      const own = valuePlaces(text, askedFieldOf(rubric), scoredTexts(rubric));
      const values = valuesBeside(unmistakableValuesIn(text), own).filter(
        ({ words }) => !words.every(({ word }) => name.has(foldToken(word))),
      );
      const details = [
        ...said.map(({ name }) => `also states ${name}`),
        ...numbers.map((number) => `also states the number ${number}`),
        ...ordersIn(text).map(({ start, end }) => `gives orders: "${text.slice(start, end)}"`),
        ...(said.length > 0 ? [] : values.map(({ value }) => `also asks for "${value}"`)),
      ];
      return details.map((detail) => ({
        code: CODE,
        path: slotPath(slot, 'user_response'),
        rubricId: rubric.id,
        detail,
      }));
    }),
});
