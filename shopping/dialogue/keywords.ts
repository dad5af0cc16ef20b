import { dialogueOf as dialogueOfLexicon, spareKeywordsOf } from './field-dialogues.ts';
import { foldedTokensOf, placesOf } from './question-matcher.ts';
import { nameTokensOf, tellingTokensOf } from './slot-words.ts';

const LEAST = 3;

type DialogueOf = typeof dialogueOfLexicon;

/** True for a keyword that another field lists too, or that stands inside one of its keywords. */
function isShared(keyword: string, otherFields: readonly string[], dialogueOf: DialogueOf): boolean {
  const tokens = foldedTokensOf(keyword);
  return otherFields.some((field) =>
    dialogueOf(field).keywords.some(
      (other) => other.includes(keyword) || placesOf(tokens, foldedTokensOf(other)).length > 0,
    ),
  );
}

interface Surroundings {
  /** The slot's own values. */
  readonly values: readonly string[];
  /** Every other value the task scores, and its noun phrase. */
  readonly otherValues: readonly string[];
  /** The fields of the other slots. */
  readonly otherFields: readonly string[];
  /** True for a keyword that names a hidden value in some other spelling. */
  isLeak?(keyword: string): boolean;
  /** Returns the questions and answers about a field, where they are not the lexicon's. */
  readonly dialogueOf?: DialogueOf | undefined;
}

/**
 * The keywords of a field that suit one task, most specific first, at least three: none with a word of its own value
 * (words of the field's name and units aside), none with a word of another scored value, none inside another slot's
 * keyword. A word of the field's name stays in a keyword of two words or more: naming a phone mount cannot hit
 * "mounting bracket".
 */
export function keywordsFor(
  field: string,
  { values, otherValues, otherFields, isLeak = () => false, dialogueOf = dialogueOfLexicon }: Surroundings,
): string[] {
  const name = nameTokensOf(field);
  const own = tellingTokensOf(values);
  const foreign = tellingTokensOf(otherValues);
  const fits = (keyword: string) => {
    const tokens = foldedTokensOf(keyword);
    const clean = tokens.every((token) => {
      if (foreign.has(token)) return tokens.length > 1 && name.has(token);
      return !own.has(token) || name.has(token);
    });
    return clean && !isShared(keyword, otherFields, dialogueOf) && !isLeak(keyword);
  };
  const fitting = dialogueOf(field).keywords.filter(fits);
  for (const spare of spareKeywordsOf(field)) {
    if (fitting.length < LEAST && !fitting.includes(spare)) fitting.push(spare);
  }
  return fitting;
}
