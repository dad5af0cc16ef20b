import { englishExpression, ofLexicon } from '../../../lexicon/index.ts';
import { FUNCTION_WORDS } from '../../../shopping/dialogue/question-matcher.ts';
import { VOCABULARY } from '../../../shopping/plausibility/reading.ts';
import { tokenPlaces } from '../../../text/tokens.ts';
import type { StandingValue } from './unmistakable-values.ts';

/** Words that ask for one thing more, before it and behind it. */
const ASKS_BEFORE = englishExpression('added wishes: asks before', 'iu');
const ASKS_BEHIND = englishExpression('added wishes: asks behind', 'iu');
const ENDS = englishExpression('added wishes: ends', 'iu');
/** Before it where the words behind do the asking. */
const PLAIN_BEFORE = englishExpression('added wishes: plain before', 'iu');

/** Fields whose values are named by their last word, whatever stands before it: "forest moss". */
export const NAMED_BY_LAST = ['Color', 'Material', 'Fabric Type'];
const HEADS: ReadonlySet<string> = ofLexicon(
  () => new Set(NAMED_BY_LAST.flatMap((field) => [...(VOCABULARY.get(field)?.heads ?? [])])),
);
const WHOLE: ReadonlySet<string> = ofLexicon(
  () => new Set([...VOCABULARY.values()].flatMap(({ phrases }) => [...phrases])),
);
const MOST_WORDS = 3;
/** Characters around a value that are looked at; the words that ask for it are shorter. */
const REACH = 40;

/**
 * Values that a text asks for in addition: "make it orange", "only cork will do", "it should be clear as well". There
 * even a word with a second life is meant as a value, and one that only the catalog knows ("only emas will do").
 */
export function addedWishesIn(text: string, isStated: (value: string) => boolean = () => false): StandingValue[] {
  const { tokens, starts, ends } = tokenPlaces(text);
  return tokens.flatMap((_, from) => {
    const start = starts[from] as number;
    const before = text.slice(Math.max(0, start - REACH), start);
    const asks = ASKS_BEFORE.test(before);
    if (!asks && !PLAIN_BEFORE.test(before)) return [];
    for (let length = Math.min(MOST_WORDS, tokens.length - from); length > 0; length--) {
      const words = tokens.slice(from, from + length);
      if (words.some((word) => FUNCTION_WORDS.has(word))) continue;
      const end = ends[from + length - 1] as number;
      const behind = text.slice(end, end + REACH);
      if (!ASKS_BEHIND.test(behind) && !(asks && ENDS.test(behind))) continue;
      const value = words.join(' ');
      if (!WHOLE.has(value) && !HEADS.has(words.at(-1) as string) && !isStated(value)) continue;
      const placed = words.map((word, step) => ({
        word,
        start: starts[from + step] as number,
        end: ends[from + step] as number,
      }));
      return [{ value, words: placed, start, end }];
    }
    return [];
  });
}
