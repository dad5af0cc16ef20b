import { hasSeveralPrices } from '../../catalog/index.ts';
import type { DescribedStep } from '../../pipeline/stage.ts';
import { pick } from '../../schemas/draw.ts';
import type { Feature } from '../../shopping/kinds/index.ts';
import type { FieldUse } from '../../shopping/learned/field-uses.ts';
import { isOf } from '../../shopping/plausibility/unlikely-together.ts';
import type { ExtractParts, Shortfall, TargetContext } from '../../stages/extract/index.ts';
import { addSkuOption } from '../../stages/extract/offers.ts';
import { roundingStep } from '../../stages/extract/price-range.ts';
import { minorUnitsOf } from '../../text/money.ts';
import type { Intent } from './intents.ts';
import { TABLES } from './tables.ts';

interface Dependencies {
  intentOf(name: string): Intent;
  /** Tells whether a query has words for a feature. */
  canSay(feature: Feature): boolean;
  /** Tells whether there is a verb phrase for it, which shoppers and profiles speak in. */
  canVoice(feature: Feature): boolean;
  useOf(feature: Feature): FieldUse | undefined;
}

/** The stage's name, with the codes and remedies for a product that falls short of its task's needs. */
export const NEEDS = {
  name: 'extract',
  rejections: {
    too_few_features: 'a product states fewer plausible, sayable facts than its task needs',
    no_price_bound: 'the product has no single price that a bound can be put on',
  },
  remedies: {
    too_few_features:
      'more detail fields per product; `npm run explain` lists what was kept and what was dropped, with the reason',
    no_price_bound: 'one price for each product, in one currency',
  },
} satisfies DescribedStep;

/**
 * Makes the parts of the extract stage for all that an instruction can ask of its product: a price bound, one option,
 * attributes (paper, section 2.2).
 */
export const fineNeeds = ({ intentOf, canSay, canVoice, useOf }: Dependencies): ExtractParts => ({
  ofTarget(context) {
    const { task, collected, product } = context;
    const { personalised, multiTurn, leastAttributes } = intentOf(task.intent);
    const shortfall = addPriceBound(context, personalised ? WIDE_MARGINS : MARGINS);
    if (shortfall !== null) return shortfall;
    addSkuOption(context, canSay, { onePair: multiTurn });
    collected.addDetails();
    const { features } = collected;
    features.splice(0, features.length, ...features.flatMap((feature) => tellable(feature, useOf(feature), canVoice)));
    const attributes = features.filter(isAttribute).length;
    if (attributes >= leastAttributes) return null;
    return { code: 'too_few_features', detail: `${attributes} of ${leastAttributes} for "${product.title}"` };
  },
  rejections: NEEDS.rejections,
});

/**
 * A feature with the sources that may tell it, none where nothing may: what a title says as well, such as a brand, nobody
 * knows to be wanted who was not told; shoppers and profiles tell only what there is a verb for; and no profile what
 * nobody holds to for good.
 */
export function tellable(
  feature: Feature,
  use: FieldUse | undefined,
  canVoice: (feature: Feature) => boolean,
): Feature[] {
  const sources = new Set(feature.sources);
  if (feature.type === 'sku_match' || use?.clarification === true) sources.add('clarification');
  if (use?.persona === true) sources.add('persona');
  if (TABLES.no_needs.some((side) => isOf(feature, side))) sources.delete('persona');
  if (!canVoice(feature)) {
    sources.delete('clarification');
    sources.delete('persona');
  }
  return sources.size === 0 ? [] : [{ ...feature, sources: [...sources] }];
}

/** Tells whether a feature is a required attribute, not the option nor the price. */
export const isAttribute = ({ type, field }: { readonly type: string; readonly field: string }): boolean =>
  (type === 'attribute_match' || type === 'numeric_range') && field !== 'price';

/** Margins above the price at which a bound may lie, as shares of it. */
const MARGINS = [0.03, 0.08, 0.15, 0.25, 0.4];
/** Those of tasks with a profile, which has to decide more than the price. */
const WIDE_MARGINS = [0.4, 0.7, 1];

/** Adds an upper bound on the price, in round major units; one that keeps a product of the kind out where there is one. */
function addPriceBound(
  { collected, product, rivals, anyPeer, draw, dependencies }: TargetContext,
  margins: readonly number[],
): Shortfall | null {
  const { priceMinor, currency } = product;
  if (priceMinor === null || currency === null || hasSeveralPrices(product))
    return {
      code: 'no_price_bound',
      detail: `"${product.title}" has ${priceMinor === null ? 'no' : 'several'} prices`,
    };
  const { catalog } = dependencies;
  const isForeign = (row: number) => ![null, currency].includes(catalog.currency(row));
  if (rivals.some(isForeign))
    return { code: 'no_price_bound', detail: `products like "${product.title}" are priced in several currencies` };
  const unit = minorUnitsOf(currency);
  const price = priceMinor / unit;
  const step = roundingStep(price);
  const bounds = [...new Set(margins.map((margin) => Math.ceil((price * (1 + margin)) / step) * step))];
  const excludes = (max: number) => (row: number) => (catalog.priceMinor(row) ?? 0) > max * unit;
  const deciding = bounds.filter((max) => rivals.some(excludes(max)));
  const max = pick(
    draw,
    'price bound',
    deciding.length > 0 ? deciding : bounds.filter((bound) => anyPeer(excludes(bound))),
  );
  collected.addCentral({
    type: 'numeric_range',
    field: 'price',
    value: { max: max ?? (bounds[0] as number) },
    sources: ['query', 'clarification'],
    implicit: false,
    required: true,
  });
  return null;
}
