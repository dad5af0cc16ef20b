import type { Review } from '../../schemas/product.ts';
import { DIGEST_WORDS, type DigestKey, digestOf } from '../memory/text-digest.ts';
import { joinTexts, type Texts, textAt } from '../memory/texts.ts';

/** Reviews as the store takes them in, in a form that goes from thread to thread at little cost. */
export interface PackedReviews {
  readonly count: number;
  readonly ids: Texts;
  readonly productIds: Texts;
  readonly productDigests: Uint32Array;
  readonly ratings: Float64Array;
  readonly helpfulVotes: Float64Array;
  readonly verified: Uint8Array;
  /** NaN means not stated. */
  readonly times: Float64Array;
  readonly titles: Texts;
  readonly texts: Texts;
}

export function packReviews(reviews: readonly Review[], key: DigestKey): PackedReviews {
  const productDigests = new Uint32Array(reviews.length * DIGEST_WORDS);
  for (const [place, { productId }] of reviews.entries())
    digestOf(productId, key, productDigests, place * DIGEST_WORDS);
  return {
    count: reviews.length,
    ids: joinTexts(reviews.map(({ id }) => id)),
    productIds: joinTexts(reviews.map(({ productId }) => productId)),
    productDigests,
    ratings: Float64Array.from(reviews, ({ rating }) => rating),
    helpfulVotes: Float64Array.from(reviews, ({ helpfulVotes }) => helpfulVotes),
    verified: Uint8Array.from(reviews, ({ verified }) => (verified ? 1 : 0)),
    times: Float64Array.from(reviews, ({ time }) => time ?? Number.NaN),
    titles: joinTexts(reviews.map(({ title }) => title)),
    texts: joinTexts(reviews.map(({ text }) => text)),
  };
}

export function reviewAt(packed: PackedReviews, place: number): Review {
  const time = packed.times[place] as number;
  return {
    id: textAt(packed.ids, place),
    productId: textAt(packed.productIds, place),
    rating: packed.ratings[place] as number,
    title: textAt(packed.titles, place),
    text: textAt(packed.texts, place),
    helpfulVotes: packed.helpfulVotes[place] as number,
    verified: packed.verified[place] === 1,
    time: Number.isNaN(time) ? null : time,
  };
}
