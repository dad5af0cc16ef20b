import { z } from 'zod';
import type { Bits } from '../../catalog/inverted-index/index.ts';
import type { Product, Review } from '../../schemas/product.ts';
import { attributeMatch } from './attribute-match.ts';
import { budgetMatch } from './budget-match.ts';
import { entityMatch } from './entity-match.ts';
import type { Fact, GivenAway, Lock, OrderItem, PhraseIndex, RubricKind, Said, Verdict } from './kind.ts';
import { knowledgeMatch } from './knowledge-match.ts';
import { negativeAttribute } from './negative-attribute.ts';
import { numericRange } from './numeric-range.ts';
import { fieldNameOf } from './product-facts.ts';
import { reviewOpinion } from './review-opinion.ts';
import { sameShop } from './same-shop.ts';
import { serviceMatch } from './service-match.ts';
import { skuMatch } from './sku-match.ts';

export { InfoSource } from '../info-source.ts';
export type { Fact, PhraseIndex, Said } from './kind.ts';
export { NumericRange } from './numeric-range.ts';
export { detailFieldOf, fieldNameOf, haveValue, onlyShopOf } from './product-facts.ts';
export { Quote } from './review-opinion.ts';

/** Every rubric type. A new one is a file beside this one and a line here. */
export const KINDS = {
  attribute_match: attributeMatch,
  numeric_range: numericRange,
  entity_match: entityMatch,
  negative_attribute: negativeAttribute,
  budget_match: budgetMatch,
  review_opinion: reviewOpinion,
  sku_match: skuMatch,
  service_match: serviceMatch,
  knowledge_match: knowledgeMatch,
  same_shop: sameShop,
};

const { attribute_match, entity_match, ...others } = KINDS;

/** One locked check. Everything but `query_surface` is fixed before any text exists. */
export const Rubric = z.discriminatedUnion('type', [
  attribute_match.rubric,
  entity_match.rubric,
  ...Object.values(others).map(({ rubric }) => rubric),
]);
export type Rubric = z.infer<typeof Rubric>;
type RubricType = Rubric['type'];
export type RubricOf<Type extends RubricType> = Extract<Rubric, { type: Type }>;

/** A checkable fact about a target, and how it may be used: a rubric before it is locked. */
export const Feature = z.discriminatedUnion('type', [
  attribute_match.feature,
  ...Object.values(others).map(({ feature }) => feature),
]);
export type Feature = z.infer<typeof Feature>;

type RequirementOf<R extends Rubric> = R extends Rubric
  ? { readonly [Key in 'type' | 'field' | 'expected_value']: R[Key] }
  : never;
/** The part of a rubric that decides; wording and source play no role. */
export type Requirement = RequirementOf<Rubric>;
/** Rubrics that features become: noun phrases are locked of targets. */
type FeatureRubric = Exclude<Rubric, { type: 'entity_match' }>;
type FeatureRequirement = RequirementOf<FeatureRubric>;

const KIND_OF: Readonly<Record<RubricType, RubricKind<Requirement>>> = KINDS;
/** Functions by which rubric types make requirements and rubrics of features. */
interface FeatureKind {
  askedBy(feature: Feature): FeatureRequirement;
  lockedOf(feature: Feature, lock: Lock): FeatureRubric;
}
const FEATURE_KIND_OF: Readonly<Record<Feature['type'], FeatureKind>> = KINDS;

/** The requirement a feature makes once it is a rubric. */
export const requirementOf = (feature: Feature): FeatureRequirement => FEATURE_KIND_OF[feature.type].askedBy(feature);

/** The rubric a feature is locked as. */
export const lockedFeature = (feature: Feature, lock: Lock): FeatureRubric =>
  FEATURE_KIND_OF[feature.type].lockedOf(feature, lock);

/**
 * Tells whether a product satisfies a requirement: the one meaning that sampling, partition, gates, answer sets,
 * scoring and verification share. What is judged of several products together (`satisfiesTogether`) is unknown of one
 * alone, but for a budget; review_opinion is decided by the product's own reviews, and only in its favour.
 */
export const satisfies = (product: Product, requirement: Requirement, reviews: readonly Review[] = []): Verdict =>
  KIND_OF[requirement.type].satisfies(product, requirement, reviews);

/** Tells whether a product fails a requirement only in that it says nothing of what is asked. */
export const leavesOpen = (product: Product, requirement: Requirement): boolean =>
  KIND_OF[requirement.type].leavesOpen?.(product, requirement) ?? false;

/** True for a requirement that all products of an order meet or miss as one. */
export const isJudgedTogether = ({ type }: { readonly type: RubricType }): boolean =>
  KIND_OF[type].satisfiesTogether !== undefined;

/**
 * Tells whether an order of products satisfies a requirement of the whole order; unknown for what each is judged by
 * alone.
 */
export const satisfiesTogether = (products: readonly OrderItem[], requirement: Requirement): Verdict =>
  KIND_OF[requirement.type].satisfiesTogether?.(products, requirement) ?? 'unknown';

/** The products of an index that satisfy a requirement, or null where code cannot decide it of one product alone. */
export const placesSatisfying = (index: PhraseIndex, requirement: Requirement): Bits | null =>
  KIND_OF[requirement.type].places?.(index, requirement) ?? null;

/** Values a product itself states about a requirement's field, as the catalog has them. */
export const statedBy = (product: Product, requirement: Requirement): string[] =>
  KIND_OF[requirement.type].states(product, requirement);

/** Lists what a text has to say to ask for a requirement. */
export const saidOf = (requirement: Requirement): readonly Said[] => KIND_OF[requirement.type].said(requirement);

/** The values of detail fields that a requirement scores, wanted or turned away. */
export const factsOf = (requirement: Requirement): (Fact & { readonly excluded: boolean })[] =>
  saidOf(requirement).flatMap((said) => (said.by === 'value' ? [said] : []));

/** The values, the noun phrase and the sentences that a requirement is said in; numbers, services and shops have none. */
export const wordsOf = (requirement: Requirement): string[] =>
  saidOf(requirement).flatMap((said) => {
    if (said.by === 'value') return [said.value];
    return said.by === 'phrase' || said.by === 'sentence' ? [said.text] : [];
  });

/**
 * Words and numbers that give a requirement away to whoever reads them: each value, each excluded value, bounds, the
 * noun phrase.
 */
export const givenAwayBy = (requirement: Requirement): readonly GivenAway[] =>
  KIND_OF[requirement.type].givenAway?.(requirement) ??
  saidOf(requirement).flatMap((said) => givenAwaySaying(said, fieldNameOf(requirement)));

function givenAwaySaying(said: Said, field: string): GivenAway[] {
  switch (said.by) {
    case 'value':
    case 'range':
      return [said];
    case 'phrase':
    case 'sentence':
      return [{ field, value: said.text }];
    case 'budget':
      return [{ field, range: { max: said.max } }];
    case 'service':
    case 'one shop':
      return [];
  }
}

/** A fact in words, without the source it may be hidden in: "Color: Red". */
export function factText(feature: Feature): string {
  const kind = KIND_OF[feature.type];
  const of = feature.target === undefined ? '' : ` (target ${feature.target + 1})`;
  return `${kind.name ?? fieldNameOf(feature)}${of}: ${kind.brief(requirementOf(feature))}`;
}
