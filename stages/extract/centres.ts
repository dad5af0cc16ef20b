import { ownValue } from '../../catalog/own-value.ts';
import { hasSeveralPrices } from '../../catalog/price.ts';
import { findMentions } from '../../catalog/text/mentions.ts';
import { normaliseValue } from '../../catalog/text/normalise.ts';
import { chance, type Draw, shuffled } from '../../schemas/draw.ts';
import type { IntentContract } from '../../schemas/intent.ts';
import type { Product, Review } from '../../schemas/product.ts';
import type { Feature } from '../../schemas/task.ts';
import { addRatingBound } from './bounds.ts';
import type { Shortfall, TargetContext } from './dependencies.ts';
import { titleNames } from './title-names.ts';

type BudgetValue = Extract<Feature['value'], { budget: number }>;

/** An opinion with the words of the reviews it rests on. */
interface ProposedOpinion {
  opinion: string;
  evidence: { review_id: string; quote: string }[];
}

/** What the features that intents are named for are made with. */
export interface CentreDependencies {
  excludable(field: string): boolean;
  planVoucher(input: {
    priceMinor: number;
    currency: string;
    rivals: Iterable<number>;
    draw: Draw;
  }): BudgetValue | { rejected: string };
  proposeOpinions(
    reviews: readonly Review[],
    product: Product,
    draw: Draw,
    statesFact: (text: string) => boolean,
    options: { readonly plural: boolean; readonly taskId: string },
  ): ProposedOpinion[] | Promise<ProposedOpinion[]>;
}

/** Adds the feature the intent is named for; says why where the target has none. */
export function addCentre(
  needs: IntentContract,
  context: TargetContext,
  centres: CentreDependencies,
): Shortfall | null | Promise<Shortfall | null> {
  switch (needs.centre) {
    case null:
      return null;
    case 'rating':
      return addRatingBound(context);
    case 'exclusion':
      return addExclusion(context, centres);
    case 'voucher':
      return addVoucher(context, centres);
    case 'opinions':
      return addOpinions(context, centres);
  }
}

const MOST_EXCLUSIONS = 4;
/** Each of them has to be read. */
const MOST_RIVALS = 12;
/** Details that are kept to ask for before a second field excludes values. */
const DETAILS_BESIDE_EXCLUSIONS = 7;

/** Chooses excluded values among those the target's closest rivals have and it has not. */
function addExclusion(context: TargetContext, { excludable }: CentreDependencies) {
  const { collected, product, draw, dependencies } = context;
  const own = new Map(
    Object.entries(product.details).map(([field, { options }]) => [field, new Set(options.map(normaliseValue))]),
  );
  const close = closestRivals(context);
  const isFact = (rival: Product, field: string, option: string) =>
    dependencies.judgeDetails(rival).kept.some((kept) => kept.field === field && kept.option === option);
  // A field that excludes values is not stated besides: too many of them leave nothing to ask for.
  const stated = new Set(dependencies.judgeDetails(product).kept.map(({ field }) => field));
  const usable = [...stated].filter((field) => dependencies.fieldUse(field) !== undefined).length;
  const most = Math.max(1, Math.min(MOST_EXCLUSIONS, usable - DETAILS_BESIDE_EXCLUSIONS));
  const found: Feature[] = [];
  for (const field of shuffled(draw, 'exclusion fields', [...own.keys()].filter(excludable))) {
    const values = new Map<string, { display: string; count: number; isFact: () => boolean }>();
    for (const rival of close) {
      for (const option of ownValue(rival.details, field)?.options ?? []) {
        const norm = normaliseValue(option);
        const seen = values.get(norm);
        if (seen !== undefined) seen.count += 1;
        else if (!own.get(field)?.has(norm))
          values.set(norm, { display: option, count: 1, isFact: () => isFact(rival, field, option) });
      }
    }
    const wanted = chance(draw, `two of ${field}`, 0.5) ? 2 : 1;
    const excluded: string[] = [];
    for (const [, value] of [...values].sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1))) {
      if (excluded.length === wanted) break;
      if (!namesValue(product, field, value.display) && value.isFact()) excluded.push(value.display);
    }
    if (excluded.length > 0) {
      found.push({
        type: 'negative_attribute',
        field: `details.${field}`,
        value: excluded,
        sources: ['query', 'persona'],
        implicit: false,
        required: found.length === 0,
      });
    }
    if (found.length >= most) break;
  }
  if (found.length === 0) {
    return {
      code: 'no_exclusion',
      detail: `${close.length} rivals share the noun phrase; none has another value of ${[...own.keys()].filter(excludable).join(', ') || 'any field'}`,
    };
  }
  for (const feature of found) collected.addExclusion(feature);
  return null;
}

/** True when the target's title or one of its own options for the field names the value: a shopper would take it for one. */
const namesValue = (product: Product, field: string, value: string) =>
  titleNames(product, field, value) ||
  (ownValue(product.details, field)?.options ?? []).some((text) => findMentions(text, value, field).length > 0);

/** A few products of the same noun phrase, those that share most details with the target first. */
function closestRivals({ collected, product, row, dependencies: { catalog, answerSets } }: TargetContext): Product[] {
  const options = Object.entries(product.details).flatMap(([field, detail]) =>
    detail.options.map((option) => ({ field, option })),
  );
  return answerSets
    .closest(collected.entity.phrase, options, row, MOST_RIVALS)
    .map((rival) => catalog.productByRow(rival));
}

function addVoucher(
  { collected, product, draw, dependencies: { answerSets } }: TargetContext,
  { planVoucher }: CentreDependencies,
) {
  const { priceMinor, currency } = product;
  if (priceMinor === null || currency === null) return { code: 'no_voucher', detail: 'the target has no price' };
  if (hasSeveralPrices(product)) return { code: 'no_voucher', detail: 'what the target costs depends on the SKU' };
  const prices = answerSets.pricesOf(collected.entity.phrase, currency).filter((price) => price !== priceMinor);
  const plan = planVoucher({ priceMinor, currency, rivals: prices, draw });
  if ('rejected' in plan) return { code: 'no_voucher', detail: plan.rejected };
  collected.addCentral({
    type: 'budget_match',
    field: 'budget',
    value: { budget: plan.budget, voucher: plan.voucher },
    sources: ['query'],
    implicit: false,
    required: true,
  });
  return null;
}

async function addOpinions(
  { task, collected, product, row, draw, dependencies }: TargetContext,
  { proposeOpinions }: CentreDependencies,
) {
  const reviews = dependencies.catalog.reviewsOf(row);
  const facts = Object.entries(product.details).flatMap(([field, { options }]) =>
    dependencies.fieldUse(field) === undefined ? [] : options.map((option) => ({ field, option })),
  );
  const statesFact = (text: string) => facts.some(({ field, option }) => findMentions(text, option, field).length > 0);
  const opinions = await proposeOpinions(reviews, product, draw, statesFact, {
    plural: collected.entity.plural,
    taskId: task.id,
  });
  if (opinions.length < 2)
    return { code: 'too_few_opinions', detail: `${opinions.length} of 2 in ${reviews.length} reviews` };
  for (const { opinion, evidence } of opinions.slice(0, 2).reverse()) {
    collected.addCentral({
      type: 'review_opinion',
      field: 'review',
      value: { opinion, evidence },
      sources: ['query'],
      implicit: false,
      required: true,
    });
  }
  return null;
}
