import type { Review } from '../../../schemas/product.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { defineGate } from '../../../stages/gate.ts';
import { polarityOf, sentencesOf } from '../../../text/polarity.ts';
import { kindsOf } from '../opinions/claims.ts';
import { sharesContent, wordsIn } from '../opinions/words.ts';
import type { Wording } from '../wording.ts';

interface Dependencies {
  reviewsOf(productId: string): readonly Review[];
}

type Opinion = Extract<Rubric, { type: 'review_opinion' }>;

const FEWEST_WORDS = 3;
const MOST_WORDS = 10;

/** Why a quote does not stand as praise in a review, judged by the whole sentences it was taken from; null if it does. */
function faultOfQuote(quote: string, { text }: Review, title: string): string | null {
  let fault = 'is not in the review';
  for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1)) {
    const around = sentencesOf(text).filter(({ start, end }) => start < at + quote.length && end > at);
    const polarities = around.map(({ start, end }) => polarityOf(text.slice(start, end), title));
    const against = polarities.find((polarity) => !polarity.positive);
    if (against === undefined && around.length > 0) return null;
    fault = `is no plain praise (${against !== undefined && !against.positive ? against.reason : 'no sentence'})`;
  }
  return fault;
}

function faultsOf(
  { expected_value: { opinion, evidence } }: Opinion,
  reviews: ReadonlyMap<string, Review>,
  title: string,
): string[] {
  const faults: string[] = [];
  const words = wordsIn(opinion.trim().replace(/\s+/g, ' '));
  if (words < FEWEST_WORDS || words > MOST_WORDS) {
    faults.push(`the opinion "${opinion}" has ${words} words, ${FEWEST_WORDS} to ${MOST_WORDS} are asked for`);
  }
  const polarity = polarityOf(opinion, title);
  if (!polarity.positive) faults.push(`the opinion "${opinion}" is no plain praise (${polarity.reason})`);
  if (evidence.length === 0) faults.push(`the opinion "${opinion}" has no quote`);
  for (const { review_id, quote } of evidence) {
    const review = reviews.get(review_id);
    const fault =
      review === undefined ? `is from ${review_id}, no review of the target` : faultOfQuote(quote, review, title);
    if (fault !== null) faults.push(`the quote "${quote}" ${fault}`);
    else if (!sharesContent(opinion, quote)) faults.push(`the quote "${quote}" says nothing of "${opinion}"`);
  }
  return faults;
}

/** Says what two opinions have in common, an aspect or a word that means something; null where it is nothing. */
function overlap(a: string, b: string): string | null {
  const kinds = kindsOf(b);
  const kind = [...kindsOf(a)].find((own) => kinds.has(own));
  if (kind !== undefined) return `are both about ${kind}`;
  return sharesContent(a, b) ? 'share a word' : null;
}

/** Finds review opinions that no review of the target states, that are not praise, or that ask for the same thing twice. */
export const opinionEvidence = defineGate<Wording, [Dependencies]>({
  name: 'opinion evidence',
  codes: { intent_contract: 'the task does not hold what its intent promises' },
  final: true,
  check: ({ task: { locked, targetIds }, targets }, { reviewsOf }) => {
    const opinions = locked.rubrics.filter((rubric) => rubric.type === 'review_opinion');
    if (opinions.length === 0) return [];
    const reviews = new Map(targetIds.flatMap((id) => reviewsOf(id)).map((review) => [review.id, review]));

    return opinions.flatMap((rubric, at) => {
      const faults = faultsOf(rubric, reviews, targets.map(({ title }) => title).join(' '));
      for (const earlier of opinions.slice(0, at)) {
        const common = overlap(earlier.expected_value.opinion, rubric.expected_value.opinion);
        if (common !== null) faults.push(`"${rubric.expected_value.opinion}" and ${earlier.id} ${common}`);
      }
      return faults.map((detail) => ({
        code: 'intent_contract',
        path: `rubrics.${rubric.id}`,
        rubricId: rubric.id,
        detail,
      }));
    });
  },
});
