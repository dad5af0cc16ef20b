import { z } from 'zod';
import { ClarificationScript } from '../../shopping/dialogue/clarification.ts';
import { KINDS } from '../../shopping/kinds/index.ts';
import { Proof } from '../../shopping/proof.ts';
import { PROVENANCE } from '../../shopping/published/provenance.ts';
import { Persona } from './persona.ts';

/** A rubric as published: an opinion is a plain string there, its evidence stands in `proof`. */
export const PublishedRubric = z.discriminatedUnion('type', [
  KINDS.attribute_match.rubric,
  KINDS.numeric_range.rubric,
  KINDS.entity_match.rubric,
  KINDS.negative_attribute.rubric,
  KINDS.budget_match.rubric,
  z.strictObject({ ...KINDS.review_opinion.rubric.shape, expected_value: z.string().min(1) }),
]);
export type PublishedRubric = z.infer<typeof PublishedRubric>;

const TargetProduct = z.strictObject({
  product_id: z.string(),
  title: z.string(),
  main_category: z.string(),
  /** The path from the widest to the narrowest; a noun phrase may be the last. */
  categories: z.array(z.string()),
  store: z.string().nullable(),
  average_rating: z.number().nullable(),
  rating_number: z.int().nullable(),
  /** Major units, as printed. */
  price: z.number().nullable(),
  features: z.array(z.string()),
  description: z.array(z.string()),
  /** Canonical field to its options, joined by ", ". */
  details: z.record(z.string(), z.string()),
});

/** The published voucher keys, in major units of `currency`; what they do not say stands in `steps`. */
const PublishedVoucher = z.strictObject({
  voucher_type: z.enum(['platform', 'shop', 'brand']),
  threshold: z.number(),
  discount_type: z.enum(['fixed', 'percentage', 'tiered', 'stacked']),
  face_value: z.number().nullable(),
  discount: z.number().nullable(),
  cap: z.number().nullable(),
  tiers: z.array(z.record(z.string(), z.number().nullable())).optional(),
  active_tier: z.int().optional(),
  coupons: z.array(z.record(z.string(), z.number().nullable())).optional(),
  budget: z.number(),
  total_original_price: z.number(),
  price_after_voucher: z.number(),
  currency: z.string(),
});

const PublishedFeature = z.strictObject({ field: z.string(), value: z.unknown(), type: z.string() });
export type PublishedFeature = z.infer<typeof PublishedFeature>;

/**
 * A line of `accepted.jsonl` and of its split: the published EComAgentBench keys in the published order, then what proves the sample.
 * `judge_passed` is null where no judge ran.
 */
export const EcomagentbenchSample = z.strictObject({
  id: z.string(),
  intent_category: z.string(),
  user_query: z.string(),
  user_persona: Persona,
  clarification_script: ClarificationScript,
  target_product: TargetProduct,
  rubrics: z.array(PublishedRubric),
  implicit_rubric_ids: z.array(z.string()),
  difficulty_metrics: z.strictObject({ implicit_count: z.int() }),
  generation_artifacts: z.strictObject({ sample_retry_count: z.int(), judge_issues: z.array(z.string()) }),
  extracted_features: z.array(PublishedFeature),
  feature_partition: z.strictObject({ query_count: z.int(), persona_count: z.int(), clarification_count: z.int() }),
  voucher: PublishedVoucher.nullable(),
  validation_passed: z.literal(true),
  validation_issues: z.array(z.string()).length(0),
  judge_passed: z.boolean().nullable(),
  judge_issues: z.array(z.string()),
  sample_status: z.literal('ok'),
  family: z.literal('ecomagentbench'),
  lock: z.strictObject({ digest: z.string().length(64) }),
  proof: Proof,
  provenance: z.strictObject({
    ...PROVENANCE,
    /**
     * Finder of the opinions in the reviews, where a model was asked to: phrase tables, where it sent nothing usable.
     */
    opinions_by: z.enum(['model', 'phrases']).optional(),
    raw_file: z.string(),
    raw_line: z.int(),
    /** The listing's own detail keys and values, before canonical names. */
    raw_details: z.array(
      z.strictObject({ key: z.string(), value: z.string(), stated_in: z.enum(['title', 'text']).optional() }),
    ),
  }),
});
export type EcomagentbenchSample = z.infer<typeof EcomagentbenchSample>;
