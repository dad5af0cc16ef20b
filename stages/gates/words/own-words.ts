import type { Span } from '../../../schemas/finding.ts';
import { FUNCTION_WORDS, foldToken, placesOf as wordPlacesOf } from '../../../shopping/dialogue/question-matcher.ts';
import { nameTokensOf } from '../../../shopping/dialogue/slot-words.ts';
import type { QueryWording } from '../../../shopping/draft.ts';
import { type Rubric, type Said, saidOf } from '../../../shopping/kinds/index.ts';
import { oneShopMentions } from '../../../shopping/vouchers/one-shop.ts';
import { findMentions, findRangeMentions } from '../../../text/mentions.ts';
import { tokenPlaces } from '../../../text/tokens.ts';
import type { GateInput } from '../../gate.ts';
import { placesOf } from './places.ts';
import { sameNoun } from './same-noun.ts';
import type { StandingValue } from './unmistakable-values.ts';

/** Words by which a clue is known to stand for an implicit rubric, in every form they are written in. */
export type CluesOf = (rubric: Rubric) => readonly string[];

const isWithin = (inner: Span, outer: Span) => outer.start <= inner.start && inner.end <= outer.end;
export const overlap = (one: Span, other: Span) => one.start < other.end && other.start < one.end;

interface Word extends Span {
  readonly word: string;
}

function wordsIn(text: string): Word[] {
  const { tokens, starts, ends } = tokenPlaces(text);
  return tokens.map((word, at) => ({ word, start: starts[at] as number, end: ends[at] as number }));
}

/** Finds the places where a sentence stands in a text word for word, whatever its case and punctuation. */
function sentencePlaces(words: readonly Word[], sentence: string): Span[] {
  const wanted = tokenPlaces(sentence).tokens;
  const places = wordPlacesOf(
    wanted,
    words.map(({ word }) => word),
  );
  return places.map((at) => ({
    start: (words[at] as Span).start,
    end: (words[at + wanted.length - 1] as Span).end,
  }));
}

/** Finds the places where a noun phrase stands in a text, or else its words one by one. */
function phrasePlaces(text: string, words: readonly Word[], phrase: string): Span[] {
  const whole = findMentions(text, phrase);
  if (whole.length > 0) return whole;
  const wanted = tokenPlaces(phrase).tokens;
  return words.filter(({ word }) => wanted.some((noun) => sameNoun(noun, word)));
}

/** Finds where a text states a value of a field; words of the field's name beside it say no more: "touch control". */
export function valuePlaces(
  text: string,
  field: string,
  values: readonly string[],
  words: readonly Word[] = wordsIn(text),
): Span[] {
  const name = nameTokensOf(field);
  const isName = (at: number) => name.has(foldToken(words[at]?.word ?? ''));
  return values.flatMap((value) =>
    findMentions(text, value, field).map((span) => {
      let from = words.findIndex(({ end }) => end > span.start);
      let to = words.findLastIndex(({ start }) => start < span.end);
      while (isName(from - 1)) from--;
      while (isName(to + 1)) to++;
      return {
        start: Math.min(span.start, words[from]?.start ?? span.start),
        end: Math.max(span.end, words[to]?.end ?? 0),
      };
    }),
  );
}

/** Finds the places where a text of some words says one thing that is said of a rubric, and nothing around it. */
function placesSaying(said: Said, text: string, words: readonly Word[]): Span[] {
  switch (said.by) {
    case 'value':
      return valuePlaces(text, said.field, [said.value], words);
    case 'phrase':
      return phrasePlaces(text, words, said.text);
    case 'range': {
      // The words that name what is bounded ask for nothing more: "3 USB ports".
      const name = nameTokensOf(said.field);
      return [
        ...findRangeMentions(text, said.field, said.range),
        ...words.filter(({ word }) => name.has(foldToken(word))),
      ];
    }
    case 'sentence':
      return sentencePlaces(words, said.text);
    case 'one shop':
    case 'budget':
      return oneShopMentions(text);
    case 'service':
      return [];
  }
}

/**
 * The words of a query that say its own rubrics. A surface is what a writer claims, at any length: of what lies in it only
 * the value itself counts, and for an implicit rubric the clues that are known to stand for it.
 */
export function ownWordsOf({ task: { locked }, wording }: GateInput<QueryWording>, cluesOf: CluesOf): Span[] {
  const { query, surfaces } = wording;
  const words = wordsIn(query);
  return locked.rubrics.flatMap((rubric) => {
    if (rubric.info_source !== 'query' || !Object.hasOwn(surfaces, rubric.id)) return [];
    const claimed = placesOf(query, surfaces[rubric.id] as string);
    const said = locked.implicit_rubric_ids.includes(rubric.id)
      ? cluesOf(rubric).flatMap((clue) => sentencePlaces(words, clue))
      : saidOf(rubric).flatMap((one) => placesSaying(one, query, words));
    return said.filter((place) => claimed.some((claim) => overlap(place, claim)));
  });
}

/** Tells whether own words cover a stretch of the text from its start to its end. */
export const isOwn = (span: Span, own: readonly Span[]): boolean => own.some((place) => isWithin(span, place));

/**
 * Values that own words do not account for: one of their words is neither among the own words nor a function word beside
 * one that is, and the "one" of a count makes no "all in one" its own. Of values within each other the longest is named.
 */
export function valuesBeside(values: readonly StandingValue[], own: readonly Span[]): StandingValue[] {
  const extra = values.filter(({ words }) => {
    const others = words.filter((word) => !isOwn(word, own));
    const isCarried = words.some((word) => isOwn(word, own) && !FUNCTION_WORDS.has(word.word));
    return others.length > 0 && !(isCarried && others.every(({ word }) => FUNCTION_WORDS.has(word)));
  });
  return extra.filter((value) => !extra.some((other) => other !== value && isWithin(value, other)));
}
