import { englishExpression } from '../../../lexicon/index.ts';
import { tokensOf } from '../../../text/normalise.ts';
import { sameNoun } from './same-noun.ts';
import type { StandingValue } from './unmistakable-values.ts';

/** A value that is ordinary speech where the words before and behind it are these. */
interface SecondLife {
  readonly value: RegExp;
  readonly before?: RegExp;
  readonly behind?: RegExp;
}

const SECOND_LIVES: readonly SecondLife[] = [
  // "a series" of things, "(2) a tent" in a list.
  { value: /^(?:a series|\d+ ?a)$/ },
  { value: /^type a$/, before: englishExpression('everyday words: second lives before', 'i') },
  { value: /^thank you$/, before: /(?:^|[.!?,;]\s|\band\s)$/i },
  { value: /^just because$/, behind: englishExpression('everyday words: second lives behind', 'i') },
  { value: /^round$/, before: englishExpression('everyday words: second lives before 2', 'i') },
  { value: /^large$/, before: englishExpression('everyday words: second lives before 4', 'i') },
  // Who lives there, and not whom it is for.
  {
    value: englishExpression('everyday words: second lives value', ''),
    behind: englishExpression('everyday words: second lives behind 2', 'i'),
  },
  {
    value: englishExpression('everyday words: second lives value 2', ''),
    before: englishExpression('everyday words: second lives before 3', 'i'),
  },
];

const SIZE = englishExpression('everyday words: size', '');
/** Surroundings that shoppers live and work in, and the people with them: their size is not the product's. */
const SURROUNDINGS = englishExpression('everyday words: surroundings', 'iu');

/** Tells whether a size is that of something else than a product of these names: "a small kitchen". */
function isOfSurroundings(behind: string, nouns: readonly string[]): boolean {
  const [, noun] = SURROUNDINGS.exec(behind) ?? [];
  return noun !== undefined && !nouns.some((other) => sameNoun(other, noun.toLowerCase()));
}

/**
 * Tells whether a value is none where it stands, but a word like any other: people write of small kitchens and of their
 * kids without asking for a size or an age. `phrases` are what the products are called.
 */
export function isEveryday({ value, start, end }: StandingValue, text: string, phrases: readonly string[]): boolean {
  const [before, behind] = [text.slice(0, start), text.slice(end)];
  if (SIZE.test(value) && isOfSurroundings(behind, phrases.flatMap(tokensOf))) return true;
  return SECOND_LIVES.some(
    (life) => life.value.test(value) && (life.before?.test(before) ?? true) && (life.behind?.test(behind) ?? true),
  );
}
