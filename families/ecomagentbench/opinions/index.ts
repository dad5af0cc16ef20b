import { englishExpression } from '../../../lexicon/index.ts';
import { type Draw, shuffled } from '../../../schemas/draw.ts';
import type { Product, Review } from '../../../schemas/product.ts';
import { polarityOf, sentencesOf } from '../../../text/polarity.ts';
import { type Claim, COMMON_KINDS, claimsIn } from './claims.ts';
import { contentWords, inPlural, sharesContent } from './words.ts';

export interface ProposedOpinion {
  /** A clause in our own words that fits after "reviewers say that": nothing of a review's text gets into it. */
  readonly opinion: string;
  readonly kind: string;
  /** One quote per supporting review, verbatim. */
  readonly evidence: { readonly review_id: string; readonly quote: string }[];
}

interface OpinionOptions {
  /** True where the product is spoken of in the plural; guessed from the reviews where it is not said. */
  readonly plural?: boolean;
}

const LEAST_RATING = 4;
export const MOST_OPINIONS = 2;
/** Longer sentences run several thoughts together. */
const LONGEST_QUOTE = 200;
const SHORTEST_QUOTE = 8;

interface Found {
  readonly claim: Claim;
  readonly evidence: { review_id: string; quote: string }[];
}

const mostHelpfulFirst = (a: Review, b: Review) =>
  b.helpfulVotes - a.helpfulVotes || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

const SEVERAL = englishExpression('opinions: several', 'gi');
const ONE = englishExpression('opinions: one', 'gi');

/** Reviews speak of earbuds as "they" and of a lamp as "it". */
function spokenOfInPlural(reviews: readonly Review[]): boolean {
  const count = (pattern: RegExp) => reviews.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);
  return count(SEVERAL) > count(ONE);
}

/** The reviews that opinions are taken from, most helpful first. */
export const goodReviews = (reviews: readonly Review[]): Review[] =>
  reviews.filter(({ rating }) => rating >= LEAST_RATING).sort(mostHelpfulFirst);

export const isQuotable = ({ length }: string): boolean => length >= SHORTEST_QUOTE && length <= LONGEST_QUOTE;

/** Why an opinion tells a shopper nothing new, or null. `statesFact` as for `proposeOpinions`. */
export function faultOfOpinion(
  opinion: string,
  { title }: Pick<Product, 'title'>,
  statesFact: (text: string) => boolean,
): string | null {
  if (statesFact(opinion)) return 'states a fact of the catalog';
  const titleWords = contentWords(title);
  return [...contentWords(opinion)].every((word) => titleWords.has(word)) ? 'repeats the title' : null;
}

/** Finds the praise in reviews, each claim with its sentences. */
function praiseIn(reviews: readonly Review[], product: Pick<Product, 'title'>): Found[] {
  const titleWords = contentWords(product.title);
  const found = new Map<string, Found>();

  for (const { id, text } of reviews) {
    for (const { start, end } of sentencesOf(text)) {
      const quote = text.slice(start, end);
      if (!isQuotable(quote) || !polarityOf(quote, product.title).positive) continue;
      for (const claim of claimsIn(quote, titleWords)) {
        if (!sharesContent(claim.opinion, quote)) continue;
        const known = found.get(claim.opinion) ?? { claim, evidence: [] };
        if (known.evidence.every(({ review_id }) => review_id !== id)) known.evidence.push({ review_id: id, quote });
        found.set(claim.opinion, known);
      }
    }
  }
  return [...found.values()];
}

/** Best first: said by two or more reviewers, telling; equals in drawn order. */
function ranked(candidates: readonly Found[], draw: Draw): Found[] {
  const rank = ({ claim, evidence }: Found) => (evidence.length > 1 ? 0 : 2) + (COMMON_KINDS.has(claim.kind) ? 1 : 0);
  return shuffled(draw, 'opinions', candidates).sort((a, b) => rank(a) - rank(b));
}

const compatible = (a: Found, b: Found) =>
  a.claim.kind !== b.claim.kind && !sharesContent(a.claim.opinion, b.claim.opinion);

/** The best pair that can be asked for together, or the best single one. */
function bestPair(candidates: readonly Found[]): Found[] {
  for (const [at, first] of candidates.entries()) {
    const second = candidates.slice(at + 1).find((other) => compatible(first, other));
    if (second !== undefined) return [first, second].slice(0, MOST_OPINIONS);
  }
  return candidates.slice(0, 1);
}

/**
 * Up to two opinions that a product's good reviews state, each with the sentences that state it. A review is hostile text:
 * its words only ever become quotes, never part of an opinion. `statesFact` tells whether a text states a value that is or
 * could be scored; opinions that do, or that only repeat the title, are not proposed.
 */
export function proposeOpinions(
  reviews: readonly Review[],
  product: Pick<Product, 'title'>,
  draw: Draw,
  statesFact: (text: string) => boolean,
  { plural = spokenOfInPlural(reviews) }: OpinionOptions = {},
): ProposedOpinion[] {
  const wording = ({ claim }: Found) => (plural ? inPlural(claim.opinion) : claim.opinion);

  const candidates = praiseIn(goodReviews(reviews), product).filter(
    (candidate) => faultOfOpinion(wording(candidate), product, statesFact) === null,
  );

  // Drawn from one order whatever order the reviews come in.
  candidates.sort((a, b) => (a.claim.opinion < b.claim.opinion ? -1 : 1));
  const chosen = bestPair(ranked(candidates, draw));
  return chosen.map((candidate) => ({
    opinion: wording(candidate),
    kind: candidate.claim.kind,
    evidence: candidate.evidence,
  }));
}
