import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newDigestKey } from '../../../catalog/memory/lane-digest.ts';
import { textAt } from '../../../catalog/memory/texts.ts';
import { packReviews, reviewsIn } from '../../../catalog/store/review-packer.ts';

test('packed reviews come out as they were', () => {
  const text = fc.string({ unit: 'binary', maxLength: 8 });
  const review = fc.record({
    ...{ id: text, productId: text, rating: fc.double({ min: 0, max: 5, noNaN: true }), title: text, text },
    ...{ helpfulVotes: fc.nat(), verified: fc.boolean(), time: fc.option(fc.maxSafeInteger()) },
  });
  fc.assert(
    fc.property(fc.array(review), (reviews) => {
      const packed = packReviews(reviews, newDigestKey());
      expect(packed.count).toBe(reviews.length);
      const reviewAt = reviewsIn(packed);
      const productIds = reviews.map((_, place) => textAt(packed.productIds, place));
      const unpacked = reviews.map((_, place) => {
        const review = reviewAt(place);
        const [title, text] = [review.title, review.text].map((bytes) => Buffer.from(bytes).toString());
        return { ...review, title, text, productId: productIds[place] };
      });
      expect(unpacked).toEqual(reviews);
    }),
  );
});
