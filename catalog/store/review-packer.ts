import type { Review } from '../../schemas/product.ts';
import { DIGEST_WORDS, type DigestKey, digestOf } from '../memory/lane-digest.ts';
import { bytesAt, joinTexts, readerOf, type Texts } from '../memory/texts.ts';

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

/** A review as it is written down: its texts in UTF-8, as which they are stored. */
export interface PackedReview extends Omit<Review, 'productId' | 'title' | 'text'> {
  readonly title: Uint8Array;
  readonly text: Uint8Array;
}

/** Gives the review at a place. */
export function reviewsIn(packed: PackedReviews): (place: number) => PackedReview {
  const idAt = readerOf(packed.ids);
  return (place) => {
    const time = packed.times[place] as number;
    return {
      id: idAt(place),
      rating: packed.ratings[place] as number,
      title: bytesAt(packed.titles, place),
      text: bytesAt(packed.texts, place),
      helpfulVotes: packed.helpfulVotes[place] as number,
      verified: packed.verified[place] === 1,
      time: Number.isNaN(time) ? null : time,
    };
  };
}
