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
  { value: /^type a$/, before: /\b(?:i|we|you|they|to|who|and|can|often|always)\s$/i },
  { value: /^thank you$/, before: /(?:^|[.!?,;]\s|\band\s)$/i },
  { value: /^just because$/, behind: /^\s(?:it|its|it's|they|i|i'm|i've|we|you|he|she|of|the|my|our|some|a)\b/i },
  { value: /^round$/, before: /\b(?:year|day|clock|way|all|turn\w*|look\w*|walk\w*|com(?:e|es|ing)|pass\w*)[\s-]$/i },
  { value: /^large$/, before: /\b(?:by and|at)\s$/i },
  // Who lives there, and not whom it is for.
  {
    value: /^(?:kids?|child|children|toddlers?|teens?|teenager|infant|adults?)$/,
    behind: /^\s(?:is|are|was|were|has|have|had|will|can|go|goes|went|sleep|sleeps|keep|keeps|love|loves|came|come)\b/i,
  },
  {
    value: /^(?:kids?|child|children|toddlers?|teens?|teenager|infant|adults?)$/,
    before: /(?<!\bfor\s)\b(?:my|our|his|her|their)\s$/i,
  },
];

const SIZE = /^(?:small|medium|large)$/;
/** Surroundings that shoppers live and work in, and the people with them: their size is not the product's. */
const SURROUNDINGS =
  /^\s(?:\p{L}+[\s-])?(apartment|flat|house|home|room|kitchen|bathroom|bedroom|office|desk|studio|garage|garden|yard|patio|balcony|porch|corner|space|household|family|families|group|crowd|party|town|village|city|shop|store|business|company|class|classroom|fortune|hands|feet|dog|talk)(?![\p{L}-])/iu;

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
