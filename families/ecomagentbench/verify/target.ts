import type { Catalog } from '../../../catalog/index.ts';
import { canonicalJson } from '../../../schemas/canonical-json.ts';
import type { Product } from '../../../schemas/product.ts';
import type { Report } from '../../../schemas/violation.ts';
import { type Rubric, satisfies } from '../../../shopping/kinds/index.ts';
import { checkEvidence } from '../../../shopping/verify/evidence.ts';
import { compareVouchers, publishedStep, publishedVoucher } from '../../../shopping/verify/voucher.ts';
import { voucherIsNeeded } from '../../../shopping/vouchers/voucher.ts';
import { minorUnitsOf } from '../../../text/money.ts';
import type { EcomagentbenchSample } from '../sample.ts';

/** What a sample says about its target, held against the catalog's own record of it. */
export function checkTarget(
  sample: EcomagentbenchSample,
  rubrics: readonly Rubric[],
  catalog: Catalog,
  report: Report,
): void {
  const id = sample.target_product.product_id;
  const row = catalog.rowOf(id);
  if (row === null) {
    report('unknown_product', `the target ${id} is not in the catalog`);
    return;
  }
  const product = catalog.productByRow(row);
  const reviews = catalog.reviewsOf(row);
  for (const rubric of rubrics) {
    const verdict = satisfies(product, rubric, reviews);
    if (verdict !== 'yes')
      report('target_fails', `the target against ${rubric.id}, "${rubric.description}": ${verdict}`);
    if (rubric.type === 'entity_match' && !product.title.includes(rubric.title_span))
      report('entity_ungrounded', `the title does not hold "${rubric.title_span}"`);
    if (rubric.type === 'budget_match' && !voucherIsNeeded(product.priceMinor, rubric.expected_value))
      report('voucher_not_needed', 'the target is within the budget without the voucher');
    checkEvidence(sample.proof.rubrics, rubric, [product], report);
  }
  checkRecord(sample, product, report);
  checkVoucher(sample, rubrics, product, report);
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
  const raw = Object.values(details).flatMap((detail) => detail.raw.map(({ key, value }) => ({ key, value })));
  if (provenance.raw_file !== product.origin.file || provenance.raw_line !== product.origin.line) {
    report(
      'target_record_differs',
      `comes from ${provenance.raw_file}:${provenance.raw_line}, the catalog says ${product.origin.file}:${product.origin.line}`,
    );
  }
  if (canonicalJson(provenance.raw_details) !== canonicalJson(raw))
    report('target_record_differs', 'provenance.raw_details is not what the catalog holds');
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
  const { scheme, steps, currency } = rubric.expected_value.voucher;
  const inMajor = steps.map((step) => publishedStep(step, currency));
  const expected = {
    ...publishedVoucher(rubric.expected_value, priceMinor),
    tiers: scheme === 'tiered' ? inMajor : undefined,
    active_tier: scheme === 'tiered' ? steps.filter(({ threshold }) => priceMinor >= threshold).length : undefined,
    coupons: scheme === 'stacked' ? inMajor : undefined,
    total_original_price: priceMinor / minorUnitsOf(currency),
    currency,
  };
  compareVouchers(published, expected, report);
}
