import type { Origin, Product } from '../../schemas/product.ts';
import type { QueryWording } from '../../shopping/draft.ts';
import { detailFieldOf, type Rubric } from '../../shopping/kinds/index.ts';
import { publishedStep } from '../../shopping/vouchers/published.ts';
import { priceAfterVoucher } from '../../shopping/vouchers/voucher.ts';
import { type Publication, provenanceOf, worded } from '../../stages/shopping/publication.ts';
import { minorUnitsOf } from '../../text/money.ts';
import { intentNamed, largest } from './intents.ts';
import { listedPairs, valuesIn } from './listed-pairs.ts';
import type { PublishedPrice, PublishedReward, PublishedVoucher } from './published-task.ts';
import { questionIdOf } from './questions/row.ts';
import type { OrderProof, ShoppingbenchSample } from './sample.ts';

/** Returns the group whose samples stay in one split: the shop, or the product where no shop is named. */
export const groupOf = ({ shopId, id }: Pick<Product, 'shopId' | 'id'>): string => shopId ?? id;

/** The line of a sample, keys in the order they are written; throws where it cannot be published. */
export function publish(
  publication: Publication<QueryWording, OrderProof>,
  /** Origin of the question it asks; null where it asks none. */
  question: Origin | null,
): ShoppingbenchSample {
  const { task, wording, proof, targets } = publication;
  const { rubrics } = task.locked;
  const about = (place: number) => rubrics.filter(({ target = 0 }) => target === place);
  const knowledge = rubrics.find((rubric) => rubric.type === 'knowledge_match');
  const rewards = targets.map((target, place) =>
    knowledge === undefined ? constrained(target, about(place)) : wholeProduct(target),
  );
  const budget = rubrics.find((rubric) => rubric.type === 'budget_match');
  return {
    query: wording.query,
    reward: isOrder(task.intent) ? rewards : (rewards[0] as PublishedReward),
    ...(budget === undefined ? {} : { voucher: publishedVoucher(budget, targets) }),
    ...(knowledge === undefined ? {} : { Knowledge_Attribute: knowledge.expected_value.answer }),
    id: task.id,
    intent: task.intent,
    family: 'shoppingbench',
    target_ids: task.targetIds,
    rubrics: rubrics.map(worded(wording)),
    lock: { digest: task.lockDigest },
    proof,
    provenance: {
      ...provenanceOf(task.seed, publication),
      group: groupOf(targets[0]),
      raw: targets.map(({ id, origin }) => ({ product_id: id, file: origin.file, line: origin.line })),
      question: knowledge === undefined ? null : publishedQuestion(knowledge.expected_value, question),
    },
  };
}

function publishedQuestion({ question, answer }: { question: string; answer: string }, origin: Origin | null) {
  if (origin === null) throw new RangeError(`the question "${question}" is from no file`);
  return { id: questionIdOf(question, answer), ...origin };
}

/** The published evaluator goes through a list wherever an intent can be about several products, even where one is asked for. */
const isOrder = (intent: string) => largest(intentNamed(intent)) > 1;

/** Returns the query's constraints on a product, as the listing writes them. */
function constrained(target: Product, rubrics: readonly Rubric[]): PublishedReward {
  const services = rubrics.flatMap((rubric) => (rubric.type === 'service_match' ? [rubric.expected_value] : []));
  const prices = rubrics.flatMap((rubric) =>
    rubric.type === 'numeric_range' && rubric.field === 'price' ? [publishedPrice(rubric.expected_value)] : [],
  );
  const { skus, attributes } = pairsAsked(target, rubrics);
  return {
    product_id: target.id,
    title: [target.title],
    ...(skus.length === 0 ? {} : { sku_options: skus }),
    ...(attributes.length === 0 ? {} : { attributes }),
    ...(services.length === 0 ? {} : { service: services }),
    ...(prices.length === 0 ? {} : { price: prices }),
  };
}

/** The options of one SKU and the attributes that are asked for, under the listing's own keys. */
function pairsAsked(target: Product, rubrics: readonly Rubric[]) {
  const sku = rubrics.find((rubric) => rubric.type === 'sku_match');
  const options = Object.entries(sku?.expected_value ?? {}).map(([field, value]) => ({ field, value }));
  const facts = rubrics.flatMap((rubric) => {
    if (rubric.type !== 'attribute_match') return [];
    const field = detailFieldOf(rubric.field);
    return field === null ? [] : [rubric.expected_value].flat().map((value) => ({ field, value }));
  });
  const listed = listedPairs(target, options, facts);
  if (listed === null) {
    const asked = [...options, ...facts].map(({ field, value }) => `${field} "${value}"`).join(', ');
    throw new RangeError(`"${target.id}" does not list together ${asked}`);
  }
  return {
    skus: sku === undefined ? [] : [Object.fromEntries(listed.options)],
    attributes: listed.facts.map(([key, value]) => ({ [key]: [value] })),
  };
}

function publishedPrice({ min, max }: { min?: number | undefined; max?: number | undefined }): PublishedPrice {
  if (min === undefined) return { 'less than': [null, max ?? null] };
  return max === undefined ? { 'greater than': [min, null] } : { between: [min, max] };
}

/** The whole product as published knowledge tasks hold it. */
export function wholeProduct(target: Product): PublishedReward {
  const skuKeys = new Set(target.skuOptions.flatMap(({ values }) => Object.keys(values)));
  const raw = Object.values(target.details).flatMap((detail) => detail.raw);
  const attributes = new Map<string, string[]>();
  for (const { key, value, statedIn } of raw)
    if (statedIn === undefined && !skuKeys.has(key))
      attributes.set(key, [...(attributes.get(key) ?? []), ...valuesIn(value)]);
  const specified = raw.filter(({ statedIn }) => statedIn === 'specification');
  const { priceMinor, currency } = target;
  return {
    product_id: target.id,
    shop_id: target.shopId ?? '',
    brand: target.brand ?? '',
    category: target.category.join(' > '),
    title: target.title,
    short_description: target.features.join(';'),
    description: target.description.join(' '),
    specification: (specified.length > 0 ? specified : raw)
      .map(({ key, value }) => `${key}:${valuesIn(value).join(', ')}`)
      .join(';'),
    price: priceMinor === null || currency === null ? null : priceMinor / minorUnitsOf(currency),
    sold_count: target.soldCount,
    sku_options: Object.fromEntries(target.skuOptions.map(({ id, values }) => [id, values])),
    attributes: Object.fromEntries(attributes),
    service: target.services,
  };
}

/** The voucher under the published keys, in major units. */
function publishedVoucher(
  { expected_value: { voucher, budget } }: Rubric & { type: 'budget_match' },
  targets: readonly Product[],
): PublishedVoucher {
  const [step, ...others] = voucher.steps;
  if (step === undefined || others.length > 0 || voucher.scheme !== 'simple' || voucher.issuer === 'brand')
    throw new RangeError(
      `a ${voucher.scheme} voucher of a ${voucher.issuer} with ${voucher.steps.length} steps has no published form`,
    );
  const unit = minorUnitsOf(voucher.currency);
  const { threshold, ...off } = publishedStep(step, voucher.currency);
  const total = targets.reduce((sum, { priceMinor }) => sum + (priceMinor ?? 0), 0);
  return {
    voucher_type: voucher.issuer,
    threshold,
    discount_type: step.discount.kind,
    ...off,
    price_after_voucher: priceAfterVoucher(total, voucher) / unit,
    budget: budget / unit,
  };
}
