import { z } from 'zod';
import { defineKind } from './kind.ts';

/** Words of a review. */
export const Quote = z.strictObject({ review_id: z.string(), quote: z.string().min(1) });

/** The product's own reviews support the opinion: quoted evidence decides in its favour, and nothing against it. */
export const reviewOpinion = defineKind({
  type: 'review_opinion',
  name: 'reviews',
  value: z.strictObject({ opinion: z.string().min(1), evidence: z.array(Quote).min(1) }),

  satisfies(product, { expected_value: { evidence } }, reviews) {
    const holds = evidence.every(({ review_id, quote }) =>
      reviews.some(({ id, productId, text }) => id === review_id && productId === product.id && text.includes(quote)),
    );
    return holds ? 'yes' : 'unknown';
  },

  states: () => [],
  describe: ({ expected_value: { opinion } }) => `reviews say: ${opinion}`,
  said: ({ expected_value: { opinion } }) => [{ by: 'sentence', text: opinion, exact: false }],
  brief: ({ expected_value: { opinion } }) => opinion,
});
