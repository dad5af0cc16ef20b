import { englishExpression, englishWords, type Language, otherLanguage } from '../../../lexicon/index.ts';
import { askedFieldOf, scoredTexts } from '../../../shopping/dialogue/slot-words.ts';
import type { ScriptedWording } from '../../../shopping/draft.ts';
import { findMentions } from '../../../text/mentions.ts';
import { normaliseText, tokensOf } from '../../../text/normalise.ts';
import { hasUnspacedScript } from '../../../text/tokens.ts';
import { defineGate } from '../../gate.ts';
import { phrasesIn, type SlotPair, slotCount, slotPairsOf, slotPath } from './slot-pairs.ts';

const CODE = 'slot_hedged';

/** A phrase as `phrasesIn` compares it. */
const unspacedOr = (phrase: string) => (hasUnspacedScript(phrase) ? phrase : normaliseText(phrase));

/** Words that make a requirement a wish. */
const HEDGES = englishWords('slot hedged: hedges');
/** Bounds, which only a number may have. */
const BOUNDS = englishWords('slot hedged: bounds');
const boundsOf = ({ bounds: { least, least_behind, most, most_behind } }: Language): string[] =>
  [...least, ...least_behind, ...most, ...most_behind].filter(({ length }) => length > 1).map(unspacedOr);
/** Vague only right before what they blur: "this kind of plug, USB" is not. */
const BEFORE_VALUE = englishExpression('slot hedged: before value', '');

/** Words that turn round what was said before them; "nothing but X" and "not X but Y" do not. */
const CONCESSION = englishExpression('slot hedged: concession', 'iu');
/** "or near enough", behind the value; a bound's own "or more" is none. */
const ALTERNATIVE = englishExpression('slot hedged: alternative', 'iu');
/** A condition that is not about the value: "if that isn't asking too much". */
const CONDITION = englishExpression('slot hedged: condition', 'iu');

/** Finds what weakens an answer by how it goes on behind its value, which `rest` holds as " · x · ". */
function softenedBehind(rest: string): string[] {
  const last = rest.lastIndexOf(VALUE);
  if (last === -1) return [];
  const [behind = ''] = rest.slice(last + VALUE.length).split(/[.;!?]/);
  return [CONCESSION, ALTERNATIVE, CONDITION].flatMap((words) => words.exec(behind)?.[0].trim() ?? []);
}

/** Stand-in for a value: a word of its own, so that what stands on both sides of it does not become a phrase. */
const VALUE = ' · x · ';

/** The answer without its own value, and the vague words right before it. */
function aroundValue({ slot: { user_response: text }, rubric }: SlotPair): { rest: string; before: string[] } {
  const field = askedFieldOf(rubric);
  const spans =
    rubric.type === 'numeric_range'
      ? [...text.matchAll(/[\p{Sc}]?\d[\d.,]*/gu)].map(({ 0: number, index }) => ({
          start: index,
          end: index + number.length,
        }))
      : scoredTexts(rubric).flatMap((value) => findMentions(text, value, field));
  spans.sort((a, b) => b.start - a.start);
  const before = spans.flatMap(({ start }) => {
    const language = otherLanguage();
    const vague =
      language === null
        ? BEFORE_VALUE.exec(tokensOf(text.slice(0, start)).join(' '))?.[0].trim()
        : language.vague.find((word) => text.slice(0, start).trimEnd().toLowerCase().endsWith(word));
    return vague === undefined ? [] : [vague];
  });
  let rest = text;
  for (const { start, end } of spans) rest = `${rest.slice(0, start)}${VALUE}${rest.slice(end)}`;
  return { rest, before };
}

/** Finds an answer that weakens its requirement: hedges, vague amounts, and bounds put on a value that has none. */
export const slotHedged = defineGate<ScriptedWording>({
  name: 'slots: firm',
  codes: { [CODE]: 'an answer turns a requirement into a wish' },
  scope: { unit: 'slots', reads: [], of: slotCount },
  check: (input) =>
    slotPairsOf(input).flatMap((pair) => {
      const { slot, rubric } = pair;
      const { rest, before } = aroundValue(pair);
      const language = otherLanguage();
      const bounds = rubric.type === 'numeric_range' ? [] : language === null ? BOUNDS : boundsOf(language);
      const found = [
        ...phrasesIn(rest, [...(language?.hedges.map(unspacedOr) ?? HEDGES), ...bounds]),
        ...before,
        ...(language === null ? softenedBehind(rest) : []),
      ];
      if (found.length === 0) return [];
      const words = [...new Set(found)].map((phrase) => `"${phrase}"`).join(', ');
      return [
        { code: CODE, path: slotPath(slot, 'user_response'), rubricId: rubric.id, detail: `weakened by ${words}` },
      ];
    }),
});
