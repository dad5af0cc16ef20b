import type { Detail, Product } from '../../schemas/product.ts';
import type { InfoSource, Rubric } from '../../shopping/kinds/index.ts';
import type { Proof } from '../../shopping/proof.ts';
import { publishedStep } from '../../shopping/vouchers/published.ts';
import type { VoucherStep } from '../../shopping/vouchers/schema.ts';
import { priceAfterVoucher } from '../../shopping/vouchers/voucher.ts';
import { type Publication, provenanceOf, worded } from '../../stages/shopping/publication.ts';
import { minorUnitsOf } from '../../text/money.ts';
import type { OpinionOrigin } from './opinions/model-opinions.ts';
import type { EcomagentbenchSample, PublishedFeature, PublishedRubric } from './sample.ts';
import type { Wording } from './wording.ts';

/** The line of a sample, keys in the order they are written. */
export function publish(
  publication: Publication<Wording, Proof>,
  /** Finder of the opinions in the reviews; undefined where no model was asked to. */
  opinions?: Pick<OpinionOrigin, 'by'>,
  extracted: readonly PublishedFeature[] = publication.task.extracted,
): EcomagentbenchSample {
  const { task, wording, proof, targets, attempts } = publication;
  const [target] = targets;
  const { rubrics, implicit_rubric_ids } = task.locked;
  const count = (source: InfoSource) => rubrics.filter(({ info_source }) => info_source === source).length;
  return {
    id: task.id,
    intent_category: task.intent,
    user_query: wording.query,
    user_persona: wording.persona,
    clarification_script: wording.script,
    target_product: publishedTarget(target),
    rubrics: rubrics.map(worded(wording)).map(publishedRubric),
    implicit_rubric_ids,
    difficulty_metrics: { implicit_count: implicit_rubric_ids.length },
    generation_artifacts: { sample_retry_count: attempts - 1, judge_issues: [] },
    extracted_features: extracted.map(({ field, value, type }) => ({ field, value: publishedValue(value), type })),
    feature_partition: {
      query_count: count('query'),
      persona_count: count('persona'),
      clarification_count: count('clarification'),
    },
    voucher: publishedVoucher(rubrics, target),
    validation_passed: true,
    validation_issues: [],
    // The judge's objections are rejections, so what is published has none.
    judge_passed: proof.semantic === undefined ? null : true,
    judge_issues: [],
    sample_status: 'ok',
    family: 'ecomagentbench',
    lock: { digest: task.lockDigest },
    proof,
    provenance: {
      ...provenanceOf(task.seed, publication, opinions === undefined ? {} : { opinions_by: opinions.by }),
      raw_file: target.origin.file,
      raw_line: target.origin.line,
      raw_details: Object.values(target.details).flatMap(({ raw }) => raw.map(rawDetail)),
    },
  };
}

/** An opinion is a plain string in the published keys; its evidence stands in `proof`. */
const publishedValue = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'opinion' in value ? value.opinion : value;

/** A product under the published keys. */
export function publishedTarget(target: Product): EcomagentbenchSample['target_product'] {
  const { priceMinor, currency } = target;
  return {
    product_id: target.id,
    title: target.title,
    main_category: target.mainCategory,
    categories: target.category,
    store: target.store,
    average_rating: target.averageRating,
    rating_number: target.ratingCount,
    price: priceMinor === null || currency === null ? null : priceMinor / minorUnitsOf(currency),
    features: target.features,
    description: target.description,
    details: Object.fromEntries(
      Object.entries(target.details).flatMap(([field, { options, raw }]) => {
        const text = options.length > 0 ? options.join(', ') : raw.map(({ value }) => value).join(', ');
        return text === '' ? [] : [[field, text]];
      }),
    ),
  };
}

const publishedRubric = (rubric: Rubric): PublishedRubric =>
  rubric.type === 'review_opinion'
    ? { ...rubric, expected_value: rubric.expected_value.opinion }
    : (rubric as PublishedRubric);

function publishedVoucher(rubrics: readonly Rubric[], target: Product): EcomagentbenchSample['voucher'] {
  const rubric = rubrics.find((candidate) => candidate.type === 'budget_match');
  if (rubric === undefined || target.priceMinor === null) return null;
  const { budget, voucher } = rubric.expected_value;
  const major = (minor: number) => minor / minorUnitsOf(voucher.currency);
  const [first] = voucher.steps as [VoucherStep];
  const published = (step: VoucherStep) => publishedStep(step, voucher.currency);
  const reached = voucher.steps.filter(({ threshold }) => (target.priceMinor ?? 0) >= threshold).length;
  return {
    voucher_type: voucher.issuer,
    discount_type: voucher.scheme === 'simple' ? first.discount.kind : voucher.scheme,
    ...published(first),
    ...(voucher.scheme === 'tiered' ? { tiers: voucher.steps.map(published), active_tier: reached } : {}),
    ...(voucher.scheme === 'stacked' ? { coupons: voucher.steps.map(published) } : {}),
    budget: major(budget),
    total_original_price: major(target.priceMinor),
    price_after_voucher: major(priceAfterVoucher(target.priceMinor, voucher)),
    currency: voucher.currency,
  };
}

/** A pair that a listing states; one that stands in no field of it says where it stands. */
const rawDetail = ({ key, value, statedIn }: Detail['raw'][number]) =>
  statedIn === 'title' || statedIn === 'text' ? { key, value, stated_in: statedIn } : { key, value };
