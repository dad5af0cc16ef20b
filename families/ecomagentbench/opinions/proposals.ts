import { englishExpression } from '../../../lexicon/index.ts';
import type { Product, Review } from '../../../schemas/product.ts';
import { cleanText } from '../../../text/normalise.ts';
import { polarityOf, sentencesOf } from '../../../text/polarity.ts';
import { kindsOf } from './claims.ts';
import { faultOfOpinion, isQuotable, MOST_OPINIONS, type ProposedOpinion } from './index.ts';
import { sharesContent, wordsIn } from './words.ts';

/** An opinion as a model gives it; it counts the reviews from 1. */
interface Proposal {
  readonly opinion: string;
  readonly evidence: readonly { readonly review: number; readonly quote: string }[];
}

interface ProposalContext {
  /** The reviews the model was shown, in that order. */
  readonly reviews: readonly Review[];
  readonly product: Pick<Product, 'title'>;
  /** Tells whether a text states a value that is or could be scored. */
  statesFact(text: string): boolean;
}

/** A sentence that is no evidence, or an opinion that cannot be asked for, and why. */
interface Rejected {
  readonly quote: string;
  readonly reason: string;
}

/** A model's proposals, sorted into the opinions that hold and those rejected. */
export interface OpinionProposals {
  /** At most two, of different kinds and without a word in common. */
  readonly opinions: ProposedOpinion[];
  readonly rejected: readonly Rejected[];
}

const MOST_REJECTED = 50;

const FEWEST_WORDS = 3;
const MOST_WORDS = 10;
const SUBJECT = englishExpression('opinions: subject', '');
/** Text of words alone, as of an opinion by a model that may have read hostile text. */
const PLAIN = /^[\p{L}\p{N}' ,-]+$/u;

function faultIn(opinion: string, { product, statesFact }: ProposalContext): string | null {
  const words = wordsIn(opinion);
  if (words < FEWEST_WORDS || words > MOST_WORDS) return `has ${words} words, not ${FEWEST_WORDS} to ${MOST_WORDS}`;
  if (!PLAIN.test(opinion)) return 'holds more than words';
  const polarity = polarityOf(opinion, product.title);
  return polarity.positive ? faultOfOpinion(opinion, product, statesFact) : polarity.reason;
}

type Evidence = ProposedOpinion['evidence'][number];

/**
 * A quote as evidence: the whole sentence of the review it stands in, since polarity is judged of sentences, not of parts
 * of them. Or the reason why it is none.
 */
function provenQuote(
  opinion: string,
  quote: string,
  review: Review | undefined,
  { title }: Pick<Product, 'title'>,
): Evidence | { fault: string } {
  const sentences = sentencesOf(review?.text ?? '').map(({ start, end }) => review?.text.slice(start, end) ?? '');
  const sentence = isQuotable(quote) ? sentences.find((candidate) => candidate.includes(quote)) : undefined;
  if (review === undefined || sentence === undefined) return { fault: 'is in no sentence of that review' };
  if (!isQuotable(sentence)) return { fault: 'stands in a sentence too long to quote' };
  const polarity = polarityOf(sentence, title);
  if (!polarity.positive) return { fault: polarity.reason };
  return sharesContent(opinion, sentence)
    ? { review_id: review.id, quote: sentence }
    : { fault: 'says nothing of the opinion' };
}

/** Finds the evidence that bears a proposal out, one sentence per review, and the quotes that do not. */
function evidenceFor(opinion: string, { evidence: quoted }: Proposal, { reviews, product }: ProposalContext) {
  const evidence: Evidence[] = [];
  const rejected: Rejected[] = [];
  for (const { review, quote } of quoted) {
    const proven = provenQuote(opinion, quote, reviews[review - 1], product);
    if ('fault' in proven) rejected.push({ quote, reason: proven.fault });
    else if (evidence.every(({ review_id }) => review_id !== proven.review_id)) evidence.push(proven);
  }
  return { evidence, rejected };
}

function areApart(a: ProposedOpinion, b: ProposedOpinion): boolean {
  const kinds = kindsOf(b.opinion);
  return [...kindsOf(a.opinion)].every((kind) => !kinds.has(kind)) && !sharesContent(a.opinion, b.opinion);
}

/** The first two that can be asked for together, those that several reviewers share first; else the first one. */
function bestOf(kept: readonly ProposedOpinion[]): ProposedOpinion[] {
  const ranked = kept.toSorted((a, b) => Number(b.evidence.length > 1) - Number(a.evidence.length > 1));
  for (const [at, first] of ranked.entries()) {
    const second = ranked.slice(at + 1).find((other) => areApart(first, other));
    if (second !== undefined) return [first, second].slice(0, MOST_OPINIONS);
  }
  return ranked.slice(0, 1);
}

/**
 * Keeps of a model's proposals those that hold: praise in a few plain words that neither states a fact of the catalog
 * nor repeats the title, with quotes that stand word for word in a sentence of the named review which praises and
 * speaks of it too.
 */
export function provenOpinions(proposals: readonly Proposal[], context: ProposalContext): OpinionProposals {
  const kept: ProposedOpinion[] = [];
  const rejected: Rejected[] = [];
  for (const proposal of proposals) {
    const said = cleanText(proposal.opinion).replace(/\.$/, '');
    const opinion = said.replace(SUBJECT, (word) => word.toLowerCase());
    const fault = faultIn(opinion, context);
    if (fault !== null) {
      rejected.push({ quote: said, reason: fault });
      continue;
    }
    const { evidence, rejected: unproven } = evidenceFor(opinion, proposal, context);
    rejected.push(...unproven);
    const [kind = opinion] = kindsOf(opinion);
    if (evidence.length > 0) kept.push({ opinion, kind, evidence });
  }
  return { opinions: bestOf(kept), rejected: rejected.slice(0, MOST_REJECTED) };
}
