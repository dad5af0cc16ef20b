import { formatMoney, minorUnitsOf } from '../../catalog/money.ts';
import { detailFieldOf, numberOf, optionsOf, type Requirement, satisfies } from '../../catalog/satisfies.ts';
import type { Catalog } from '../../catalog/store.ts';
import { normaliseValue } from '../../catalog/text/normalise.ts';
import { priceAfterVoucher, voucherIsNeeded } from '../../catalog/voucher.ts';
import { canonicalJson } from '../../schemas/canonical-json.ts';
import type { Product } from '../../schemas/product.ts';
import type { Rubric } from '../../schemas/rubric.ts';
import type { EcomagentbenchSample } from '../../schemas/sample.ts';
import type { VoucherStep } from '../../schemas/voucher.ts';
import type { Breach } from './breach.ts';

type Report = (promise: string, detail: string) => void;

/** What a sample says about its target, held against the catalog's own record of it. */
export function checkTarget(sample: EcomagentbenchSample, rubrics: readonly Rubric[], catalog: Catalog): Breach[] {
  const breaches: Breach[] = [];
  const report: Report = (promise, detail) => breaches.push({ where: sample.id, promise, detail });
  const id = sample.target_product.product_id;
  const row = catalog.rowOf(id);
  if (row === null) {
    report('unknown_product', `the target ${id} is not in the catalog`);
    return breaches;
  }
  const product = catalog.productByRow(row);
  const reviews = catalog.reviewsOf(row);
  for (const rubric of rubrics) {
    const verdict = satisfies(product, rubric as Requirement, reviews);
    if (verdict !== 'yes')
      report('target_fails', `the target against ${rubric.id}, "${rubric.description}": ${verdict}`);
    if (rubric.type === 'entity_match' && !product.title.includes(rubric.title_span))
      report('entity_ungrounded', `the title does not hold "${rubric.title_span}"`);
    if (rubric.type === 'budget_match' && !voucherIsNeeded(product.priceMinor, rubric.expected_value))
      report('voucher_not_needed', 'the target is within the budget without the voucher');
  }
  checkRecord(sample, product, report);
  checkStated(sample, rubrics, product, report);
  checkVoucher(sample, rubrics, product, report);
  return breaches;
}

/** The published record of the target is what the catalog holds. */
function checkRecord(
  { target_product: published, provenance }: EcomagentbenchSample,
  product: Product,
  report: Report,
): void {
  const { priceMinor, currency, details } = product;
  const said = Object.entries(details).map(([field, { options, raw }]): [string, string] => {
    return [field, options.length > 0 ? options.join(', ') : raw.map(({ value }) => value).join(', ')];
  });
  const expected: EcomagentbenchSample['target_product'] = {
    product_id: product.id,
    title: product.title,
    main_category: product.mainCategory,
    store: product.store,
    average_rating: product.averageRating,
    rating_number: product.ratingCount,
    price: priceMinor === null || currency === null ? null : priceMinor / minorUnitsOf(currency),
    features: product.features,
    description: product.description,
    details: Object.fromEntries(said.filter(([, text]) => text !== '')),
  };
  for (const [key, value] of Object.entries(expected)) {
    const found = published[key as keyof typeof expected];
    if (canonicalJson(found) !== canonicalJson(value))
      report('target_record_differs', `target_product.${key} is not what the catalog holds`);
  }
  const raw = Object.values(details).flatMap((detail) => detail.raw);
  if (provenance.raw_file !== product.origin.file || provenance.raw_line !== product.origin.line) {
    report(
      'target_record_differs',
      `comes from ${provenance.raw_file}:${provenance.raw_line}, the catalog says ${product.origin.file}:${product.origin.line}`,
    );
  }
  if (canonicalJson(provenance.raw_details) !== canonicalJson(raw))
    report('target_record_differs', 'provenance.raw_details is not what the catalog holds');
}

/** What the proof quotes the target as stating is what it states. */
function checkStated(
  { proof }: EcomagentbenchSample,
  rubrics: readonly Rubric[],
  product: Product,
  report: Report,
): void {
  for (const rubric of rubrics) {
    const evidence = proof.rubrics.find(({ rubric_id }) => rubric_id === rubric.id);
    if (evidence === undefined) continue;
    const stated = statedBy(product, rubric);
    if (canonicalJson(evidence.target_states) !== canonicalJson(stated)) {
      report(
        'evidence_differs',
        `for ${rubric.id} the proof quotes ${canonicalJson(evidence.target_states)}, the target states ${canonicalJson(stated)}`,
      );
    }
  }
}

function statedBy(product: Product, rubric: Rubric): string[] {
  switch (rubric.type) {
    case 'attribute_match':
    case 'negative_attribute': {
      const name = detailFieldOf(rubric.field) ?? rubric.field;
      const options = optionsOf(product, rubric.field).size === 0 ? [] : (product.details[name]?.options ?? []);
      const wanted = [rubric.expected_value].flat().map(normaliseValue);
      return rubric.type === 'negative_attribute'
        ? [...options]
        : options.filter((option) => wanted.includes(normaliseValue(option)));
    }
    case 'numeric_range':
      return [String(numberOf(product, rubric.field))];
    case 'entity_match':
      return [product.title];
    case 'budget_match':
      return product.priceMinor === null || product.currency === null
        ? []
        : [formatMoney(product.priceMinor, product.currency)];
    case 'review_opinion':
      return [];
  }
}

/** The published voucher says in major units what the budget rubric says in minor ones, and what the target then costs. */
function checkVoucher(
  { voucher: published }: EcomagentbenchSample,
  rubrics: readonly Rubric[],
  { priceMinor }: Product,
  report: Report,
): void {
  const rubric = rubrics.find((candidate) => candidate.type === 'budget_match');
  if (rubric === undefined || priceMinor === null) {
    if (published !== null) report('voucher_differs', 'a voucher is published and no rubric has one');
    return;
  }
  if (published === null) {
    report('voucher_differs', `${rubric.id} has a voucher and none is published`);
    return;
  }
  const { budget, voucher } = rubric.expected_value;
  const unit = minorUnitsOf(voucher.currency);
  const stepOf = ({ threshold, discount }: VoucherStep) => ({
    threshold: threshold / unit,
    face_value: discount.kind === 'fixed' ? discount.off / unit : null,
    discount: discount.kind === 'percentage' ? discount.rateBasisPoints / 10_000 : null,
    cap: discount.kind === 'percentage' && discount.cap !== null ? discount.cap / unit : null,
  });
  const [first] = voucher.steps;
  if (first === undefined) return;
  const steps = voucher.steps.map(stepOf);
  const expected = {
    ...stepOf(first),
    voucher_type: voucher.issuer,
    discount_type: voucher.scheme === 'simple' ? first.discount.kind : voucher.scheme,
    tiers: voucher.scheme === 'tiered' ? steps : undefined,
    active_tier:
      voucher.scheme === 'tiered' ? voucher.steps.filter(({ threshold }) => priceMinor >= threshold).length : undefined,
    coupons: voucher.scheme === 'stacked' ? steps : undefined,
    budget: budget / unit,
    total_original_price: priceMinor / unit,
    price_after_voucher: priceAfterVoucher(priceMinor, voucher) / unit,
    currency: voucher.currency,
  };
  for (const [key, value] of Object.entries(expected)) {
    const found = published[key as keyof typeof published];
    if (canonicalJson({ found }) !== canonicalJson({ found: value }))
      report(
        'voucher_differs',
        `voucher.${key} is ${canonicalJson(found ?? null)}, the locked voucher gives ${canonicalJson(value ?? null)}`,
      );
  }
}
