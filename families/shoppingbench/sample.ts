import { z } from 'zod';
import { Rubric } from '../../shopping/kinds/index.ts';
import { ANSWERS, JUDGED, RubricEvidence } from '../../shopping/proof.ts';
import { PROVENANCE } from '../../shopping/published/provenance.ts';
import { PublishedReward, PublishedVoucher } from './published-task.ts';

const Count = z.int().nonnegative();

/** Proof of a sample of one or several products that hides nothing: what was measured about it. */
export const OrderProof = z.strictObject({
  /** Combinations of products, one for each target, that satisfy everything; ids joined by "+" in the targets' order. */
  answer_set: z.strictObject(ANSWERS),
  targets: z.array(
    z.strictObject({
      product_id: z.string(),
      /** Products that satisfy what is asked of this one alone, and those whose title holds its noun phrase. */
      answers: Count,
      noun_phrase_alone: Count,
    }),
  ),
  /** The effect of the shop or budget condition; null where there is none. */
  together: z
    .strictObject({
      /** Shops that sell a product for each target; null where the condition is not about the shop. */
      shops: Count.nullable(),
      /** Combinations left without the condition. */
      without_condition: Count,
    })
    .nullable(),
  /** The arithmetic of a voucher, in minor units; null where there is none. */
  voucher: z
    .strictObject({
      total: Count,
      price_after: Count,
      /** Parts without which an order's verdict would be another: the targets' own, or that of a neighbouring order. */
      deciding: z.array(z.strictObject({ part: z.string(), changes: z.enum(['target', 'rival']), total: Count })),
      idle: z.array(z.string()),
    })
    .nullable(),
  rubrics: z.array(RubricEvidence),
  ...JUDGED,
});
export type OrderProof = z.infer<typeof OrderProof>;

/**
 * A line of a ShoppingBench split: the published keys first, so that the published evaluator reads it, then what proves
 * the sample.
 */
export const ShoppingbenchSample = z.strictObject({
  query: z.string().min(1),
  /**
   * One object where the intent is about one product; a list, of one or more, where it can be about several, as the
   * published evaluator goes through it. Only what the query constrains, but for knowledge the whole product.
   */
  reward: z.union([PublishedReward, z.array(PublishedReward).min(1)]),
  voucher: PublishedVoucher.optional(),
  Knowledge_Attribute: z.string().min(1).optional(),
  id: z.string(),
  intent: z.string(),
  family: z.literal('shoppingbench'),
  target_ids: z.array(z.string()).min(1),
  rubrics: z.array(Rubric),
  lock: z.strictObject({ digest: z.string().length(64) }),
  proof: OrderProof,
  provenance: z.strictObject({
    ...PROVENANCE,
    /** The split decides by it. */
    group: z.string(),
    raw: z.array(z.strictObject({ product_id: z.string(), file: z.string(), line: z.int() })),
    question: z.strictObject({ id: z.string(), file: z.string(), line: z.int() }).nullable(),
  }),
});
export type ShoppingbenchSample = z.infer<typeof ShoppingbenchSample>;
