import { canonicalField } from '../../catalog/fields.ts';
import { minorUnitsOf } from '../../catalog/money.ts';
import { satisfies } from '../../catalog/satisfies.ts';
import { containsWords, normaliseValue } from '../../catalog/text/normalise.ts';
import { priceAfterVoucher } from '../../catalog/voucher.ts';
import type { Draft, QueryWording } from '../../schemas/draft.ts';
import type { Product } from '../../schemas/product.ts';
import type { Question } from '../../schemas/question.ts';
import type { Rubric } from '../../schemas/rubric.ts';
import { type OrderProof, ShoppingbenchSample } from '../../schemas/shoppingbench-sample.ts';
import type { PublishedPrice, PublishedReward, PublishedVoucher } from '../../schemas/shoppingbench-task.ts';
import type { ReplySources } from '../language/reply-sources.ts';

export interface RecordContext {
  readonly targets: readonly Product[];
  readonly question: Question | null;
  readonly group: string;
  readonly writer: string;
  readonly model: string | null;
  readonly catalogDigest: string;
  readonly sources: ReplySources;
}

/** The published record of a draft that passed every gate, checked against its schema. */
export function recordOf(
  { task, wording, earlier }: Draft<QueryWording>,
  proof: OrderProof,
  { targets, question, group, writer, model, catalogDigest, sources }: RecordContext,
): ShoppingbenchSample {
  const { rubrics } = task.locked;
  const about = (place: number) => rubrics.filter(({ target = 0 }) => target === place);
  const knowledge = rubrics.find((rubric) => rubric.type === 'knowledge_match');
  const rewards = targets.map((target, place) =>
    knowledge === undefined ? constrained(target, about(place)) : wholeProduct(target),
  );
  const budget = rubrics.find((rubric) => rubric.type === 'budget_match');
  const sample: ShoppingbenchSample = {
    query: wording.query,
    reward: rewards.length === 1 ? (rewards[0] as PublishedReward) : rewards,
    ...(budget === undefined ? {} : { voucher: publishedVoucher(budget, targets) }),
    ...(knowledge === undefined ? {} : { Knowledge_Attribute: knowledge.expected_value.answer }),
    id: task.id,
    intent: task.intent,
    family: 'shoppingbench',
    target_ids: task.targetIds,
    rubrics: rubrics.map((rubric) => {
      const surface = wording.surfaces[rubric.id];
      return surface === undefined ? rubric : { ...rubric, query_surface: surface };
    }),
    lock: { digest: task.lockDigest },
    proof,
    provenance: {
      seed: task.seed,
      writer,
      model,
      prompt_digests: [...sources.promptDigests],
      reply_digests: [...sources.replyDigests],
      catalog_digest: catalogDigest,
      attempts: earlier.length + 1,
      group,
      raw: targets.map(({ id, origin }) => ({ product_id: id, file: origin.file, line: origin.line })),
      question: question === null ? null : { id: question.id, ...question.origin },
    },
  };
  // Checked, but returned as it is: parsing would put the keys in the schema's order instead of the published one.
  ShoppingbenchSample.parse(sample);
  return sample;
}

/** What the query constrains of a product, under the listing's own keys. */
function constrained(target: Product, rubrics: readonly Rubric[]): PublishedReward {
  const sku = rubrics.find((rubric) => rubric.type === 'sku_match');
  const attributes = rubrics.filter((rubric) => rubric.type === 'attribute_match');
  const services = rubrics.flatMap((rubric) => (rubric.type === 'service_match' ? [rubric.expected_value] : []));
  const prices = rubrics.flatMap((rubric) =>
    rubric.type === 'numeric_range' && rubric.field === 'price' ? [publishedPrice(rubric.expected_value)] : [],
  );
  return {
    product_id: target.id,
    title: [target.title],
    ...(sku === undefined ? {} : { sku_options: [rawSku(target, sku)] }),
    ...(attributes.length === 0
      ? {}
      : {
          attributes: attributes.map(({ field, expected_value }) => {
            const values = [expected_value].flat();
            return { [rawKey(target, field.replace(/^details\./, ''), values[0] as string)]: values };
          }),
        }),
    ...(services.length === 0 ? {} : { service: services }),
    ...(prices.length === 0 ? {} : { price: prices }),
  };
}

/** The wanted options of one SKU that has them all, as the listing writes them. */
function rawSku(target: Product, rubric: Rubric & { type: 'sku_match' }): Record<string, string> {
  const found = target.skuOptions.find((sku) => satisfies({ ...target, skuOptions: [sku] }, rubric) === 'yes');
  if (found === undefined) throw new RangeError(`"${target.id}" has no SKU for ${rubric.id}`);
  const wanted = Object.entries(found.values).filter(([key, value]) => {
    const asked = rubric.expected_value[canonicalField(key)];
    return asked !== undefined && normaliseValue(asked) === normaliseValue(value);
  });
  return Object.fromEntries(wanted);
}

/** The listing's own key for an option of a canonical field. */
function rawKey({ details }: Product, field: string, value: string): string {
  const raw = details[field]?.raw ?? [];
  const holds = raw.find(
    ({ value: text }) => normaliseValue(text) === normaliseValue(value) || containsWords(text, value),
  );
  return (holds ?? raw[0])?.key ?? field;
}

function publishedPrice({ min, max }: { min?: number | undefined; max?: number | undefined }): PublishedPrice {
  if (min === undefined) return { 'less than': [null, max ?? null] };
  return max === undefined ? { 'greater than': [min, null] } : { between: [min, max] };
}

/** The whole product as published knowledge tasks hold it. */
function wholeProduct(target: Product): PublishedReward {
  const skuKeys = new Set(target.skuOptions.flatMap(({ values }) => Object.keys(values)));
  const raw = Object.values(target.details).flatMap((detail) => detail.raw);
  const attributes: Record<string, string[]> = {};
  for (const { key, value } of raw)
    if (!skuKeys.has(key)) attributes[key] = [...(attributes[key] ?? []), ...valuesIn(value)];
  const { priceMinor, currency } = target;
  return {
    product_id: target.id,
    shop_id: target.shopId ?? '',
    brand: target.brand ?? '',
    category: target.category.join(' > '),
    title: target.title,
    short_description: target.features.join(';'),
    description: target.description.join(' '),
    specification: raw.map(({ key, value }) => `${key}:${valuesIn(value).join(', ')}`).join(';'),
    price: priceMinor === null || currency === null ? null : priceMinor / minorUnitsOf(currency),
    sold_count: target.soldCount,
    sku_options: Object.fromEntries(target.skuOptions.map(({ id, values }) => [id, values])),
    attributes,
    service: target.services,
  };
}

/** The values of a raw detail: a list is kept as JSON text. */
function valuesIn(text: string): string[] {
  if (!text.startsWith('[')) return [text];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map(String) : [text];
  } catch {
    return [text];
  }
}

/** The voucher under the published keys, in major units. */
function publishedVoucher(
  { expected_value: { voucher, budget } }: Rubric & { type: 'budget_match' },
  targets: readonly Product[],
): PublishedVoucher {
  const [step, ...others] = voucher.steps;
  if (step === undefined || others.length > 0 || voucher.issuer === 'brand')
    throw new RangeError(`a ${voucher.issuer} voucher of ${voucher.steps.length} steps has no published form`);
  const major = (minor: number) => minor / minorUnitsOf(voucher.currency);
  const { discount, threshold } = step;
  const total = targets.reduce((sum, { priceMinor }) => sum + (priceMinor ?? 0), 0);
  return {
    voucher_type: voucher.issuer,
    threshold: major(threshold),
    discount_type: discount.kind,
    face_value: discount.kind === 'fixed' ? major(discount.off) : null,
    discount: discount.kind === 'percentage' ? discount.rateBasisPoints / 10_000 : null,
    cap: discount.kind === 'percentage' && discount.cap !== null ? major(discount.cap) : null,
    price_after_voucher: major(priceAfterVoucher(total, voucher)),
    budget: major(budget),
  };
}
