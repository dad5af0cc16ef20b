import { type Language, otherLanguage } from '../../../lexicon/index.ts';
import { askedFieldOf, scoredTexts } from '../../../shopping/dialogue/slot-words.ts';
import type { ScriptedWording } from '../../../shopping/draft.ts';
import { findMentions } from '../../../text/mentions.ts';
import { normaliseText, tokensOf } from '../../../text/normalise.ts';
import { hasUnspacedScript } from '../../../text/tokens.ts';
import { defineGate } from '../../gate.ts';
import { phrasesIn, type SlotPair, slotCount, slotPairsOf, slotPath } from './slot-pairs.ts';

const CODE = 'slot_hedged';
const phrases = (list: string) => list.split('|').map((phrase) => phrase.trim().replace(/\s+/g, ' '));

/** A phrase as `phrasesIn` compares it. */
const unspacedOr = (phrase: string) => (hasUnspacedScript(phrase) ? phrase : normaliseText(phrase));

/** What makes a requirement a wish. */
const HEDGES =
  phrases(`ideally|if possible|if you can|if you could|if available|if it exists|whenever possible|where possible|
  when possible|wherever possible|as far as possible|preferably|prefer|preferred|preference|would prefer|would be nice|
  would be great|would be good|would be ideal|would be lovely|would be perfect|would be a plus|would be a bonus|
  would love|would help|id prefer|id love|hopefully|maybe|perhaps|possibly|probably|might|could be|something like|
  or similar|or so|or something|or equivalent|or comparable|more or less|roughly|approximately|approx|
  give or take|not a must|not essential|not required|not strictly|not necessary|optional|nice to have|a bonus|a plus|
  flexible|open to|not a deal breaker|no strong|not too important|i guess|i suppose|i think|lean towards|leaning towards|
  leaning toward|hoping for|fond of|if not|otherwise|alternatively|also fine|also ok|also okay|also work|also works|
  works too|is fine too|either|where feasible|if feasible|if that works|if it works out|at a pinch|in a pinch|could live
  without|can live without|could do without|can do without|or anything close|anything close to it|close enough|if it is not
  too|if its not too|not too much trouble|negotiable|no big deal|not a big deal|not the end of the world|anything goes|or
  whatever|other ones are fine|others are fine|another is fine|other ones would do|others would do|others will do|is not a
  must|no must|not set in stone|not picky|not fussy|no preference|if you must|unless it|unless there|unless that|as long as
  it is not too|when available|subject to|id settle for|would settle for|can settle for|wouldnt mind|would not mind|dont
  mind|do not mind|dont insist|do not insist|not insist|leaning|tend to|kind of like|sort of like|would be fine|would be ok|
  would be okay|depending on|in an ideal world|as a first choice|for preference|on the whole|just a thought|no hard
  feelings|should that be|if there is such|if need be|if push comes|dont sweat|do not sweat|i can compromise|could be
  persuaded|wont insist|will not insist|not strict|not crucial|isnt crucial|not that important|anything would do|anything
  else too|something else too|if the price is right|failing that|second choice|something close|try to|at best|in the best case|if any`);
/** Bounds, which only a number may have. */
const BOUNDS = phrases(
  'at least|at most|or more|or less|or higher|or better|or above|no less than|no more than|minimum|up to',
);
const boundsOf = ({ bounds: { least, least_behind, most, most_behind } }: Language): string[] =>
  [...least, ...least_behind, ...most, ...most_behind].filter(({ length }) => length > 1).map(unspacedOr);
/** Vague only right before what they blur: "this kind of plug, USB" is not. */
const BEFORE_VALUE = /(?:^| )(?:about|around|nearly|almost|circa|some|close to|near|kind of|sort of)(?: an?| the)?$/;

/** What turns round what was said before it; "nothing but X" and "not X but Y" do not. */
const CONCESSION =
  /(?<!\b(?:nothing|none|anything|everything|no one|not \p{L}+|cannot|can't) )\b(?:but|though|although|however|yet|unless|except|still)\b(?!,? (?:it|that|this|they)?(?:'s| is| are)? ?(?:firm|fixed|final|a must|sure))/iu;
/** "or near enough", behind the value; a bound's own "or more" is none. */
const ALTERNATIVE =
  /\bor (?!more|less|higher|lower|above|below|better|over|under|up|fewer|cheaper|greater|nothing|none|not|it|I|x\b|·|neither|forget|else)/iu;
/** A condition that is not about the value: "if that isn't asking too much". */
const CONDITION = /\b(?:if|provided|assuming|in case|as long as|so long as)\b[^.;!?]*/iu;

/** What weakens an answer by how it goes on behind its value, which `rest` holds as " · x · ". */
function softenedBehind(rest: string): string[] {
  const last = rest.lastIndexOf(VALUE);
  if (last === -1) return [];
  const [behind = ''] = rest.slice(last + VALUE.length).split(/[.;!?]/);
  return [CONCESSION, ALTERNATIVE, CONDITION].flatMap((words) => words.exec(behind)?.[0].trim() ?? []);
}

/** What a value is replaced by: a word of its own, so that what stands on both sides of it does not become a phrase. */
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
