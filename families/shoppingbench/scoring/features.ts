import { canonicalField, formIn } from '../../../catalog/index.ts';
import { canonicalJson } from '../../../schemas/canonical-json.ts';
import type { Product } from '../../../schemas/product.ts';
import { detailFieldOf, type Requirement, type Rubric, satisfies } from '../../../shopping/kinds/index.ts';
import { cleanText } from '../../../text/normalise.ts';
import type { PublishedReward } from '../published-task.ts';

/** One of the features F_t that a task asks of a product: a pair of its SKU, an attribute value, a quantity or a service. */
export type Feature = Extract<
  Requirement,
  { type: 'sku_match' | 'attribute_match' | 'numeric_range' | 'service_match' }
>;

// Rewards quote listings as they stand, markup and all; products are compared by what that says.
const fieldOf = (key: string) => canonicalField(cleanText(key));
const skuPair = (field: string, value: string): Feature => ({
  type: 'sku_match',
  field: 'skus',
  expected_value: { [field]: value },
});
const attribute = (field: string, value: string): Feature => ({
  type: 'attribute_match',
  field: `details.${field}`,
  expected_value: value,
});
const service = (name: string): Feature => ({ type: 'service_match', field: 'services', expected_value: name });

/** Returns the content of a feature, however it is written and whether a SKU or an attribute says it. */
function contentOf({ type, field, expected_value: value }: Feature): string {
  if (type === 'service_match') return `service\0${value}`;
  if (type === 'numeric_range') return `quantity\0${field}\0${canonicalJson(value)}`;
  const [name, option] = type === 'sku_match' ? Object.entries(value).flat() : [detailFieldOf(field), value];
  return `detail\0${name}\0${formIn(String(name), String(option))}`;
}

/** Features that say the same are one; of a SKU pair and an attribute the pair is kept, which asks for more. */
function distinct(features: readonly Feature[]): Feature[] {
  const byContent = new Map<string, Feature>();
  for (const feature of features) {
    const content = contentOf(feature);
    if (!byContent.has(content) || feature.type === 'sku_match') byContent.set(content, feature);
  }
  return [...byContent.values()];
}

/** The features F_t of Eq. 1 that a published reward lists, each once, however often the task names it. */
export function featuresOf(reward: PublishedReward): Feature[] {
  const skus = Array.isArray(reward.sku_options) ? reward.sku_options : [];
  const attributes = [reward.attributes ?? []].flat().flatMap((pairs) => Object.entries(pairs));
  return distinct([
    ...skus.flatMap((pairs) => Object.entries(pairs)).map(([key, value]) => skuPair(fieldOf(key), cleanText(value))),
    ...attributes.flatMap(([key, values]) => values.map((value) => attribute(fieldOf(key), cleanText(value)))),
    ...(reward.service ?? []).map(service),
  ]);
}

/** The features that rubrics ask of one product. */
export const featuresIn = (rubrics: readonly Rubric[]): Feature[] =>
  distinct(
    rubrics.flatMap((rubric): Feature[] => {
      if (rubric.type === 'sku_match')
        return Object.entries(rubric.expected_value).map(([field, value]) => skuPair(field, value));
      if (rubric.type === 'attribute_match')
        return [rubric.expected_value].flat().map((value) => attribute(detailFieldOf(rubric.field) ?? '', value));
      if (rubric.type === 'service_match') return [service(rubric.expected_value)];
      return quantitiesIn([rubric]);
    }),
  );

/** The bounds on quantities of details that rubrics ask for: published rewards have no form for them. */
export const quantitiesIn = (rubrics: readonly Rubric[]): Feature[] =>
  rubrics.flatMap(({ type, field, expected_value }) =>
    type === 'numeric_range' && detailFieldOf(field) !== null ? [{ type, field, expected_value }] : [],
  );

/**
 * Counts the asked features that a product has, |F_t ∩ F_p| of Eq. 1. What the product has is what it has with one of
 * its SKUs chosen, the best one: red in one SKU and large in another is not a large red one. The published evaluator
 * lets an attribute value stand in for a SKU pair and the other way round, and compares letter by letter.
 */
export function sharedFeatures(asked: readonly Feature[], product: Product): number {
  const has = (owner: Product) => (feature: Feature) => satisfies(owner, feature) === 'yes';
  const pairs = asked.filter(({ type }) => type === 'sku_match');
  const others = asked.filter(({ type }) => type !== 'sku_match');
  const pairsOf = product.skuOptions.map((sku) => pairs.filter(has({ ...product, skuOptions: [sku] })).length);
  return others.filter(has(product)).length + Math.max(0, ...pairsOf);
}
