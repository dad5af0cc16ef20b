import { hasSeveralPrices } from '../../../catalog/index.ts';
import type { Draw } from '../../../schemas/draw.ts';
import type { IntentContract } from '../../../shopping/intent.ts';
import type { Feature } from '../../../shopping/kinds/index.ts';
import type { Shortfall, TargetContext } from '../../../stages/extract/index.ts';
import { findMentions } from '../../../text/mentions.ts';
import type { ProposedOpinion } from '../opinions/index.ts';
import type { OpinionRequest } from '../opinions/model-opinions.ts';
import { addExclusions } from './exclusions.ts';

type BudgetValue = Extract<Feature['value'], { budget: number }>;

/** Functions that the features which intents are named for are made with. */
export interface ConstraintDependencies {
  planVoucher(input: {
    priceMinor: number;
    currency: string;
    rivals: Iterable<number>;
    draw: Draw;
  }): BudgetValue | { rejected: string };
  proposeOpinions(
    request: OpinionRequest & { readonly draw: Draw },
  ): Promise<readonly Pick<ProposedOpinion, 'opinion' | 'evidence'>[]>;
}

/** Adds the feature an intent is named for after all others are known; says why where the target has none. */
export function addDefiningConstraint(
  central: Exclude<IntentContract['definingConstraint'], 'rating' | null>,
  context: TargetContext,
  dependencies: ConstraintDependencies,
): Shortfall | null | Promise<Shortfall | null> {
  switch (central) {
    case 'exclusion':
      return addExclusions(context);
    case 'voucher':
      return addVoucher(context, dependencies);
    case 'opinions':
      return addOpinions(context, dependencies);
  }
}

function addVoucher(
  { collected, product, draw, dependencies: { answerSets } }: TargetContext,
  { planVoucher }: ConstraintDependencies,
) {
  const { priceMinor, currency } = product;
  if (priceMinor === null || currency === null) return { code: 'no_voucher', detail: 'the target has no price' };
  if (hasSeveralPrices(product)) return { code: 'several_prices', detail: 'what the target costs depends on the SKU' };
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
  { proposeOpinions }: ConstraintDependencies,
) {
  const reviews = dependencies.catalog.reviewsOf(row);
  const facts = Object.entries(product.details).flatMap(([field, { options }]) =>
    dependencies.fieldUse(field) === undefined ? [] : options.map((option) => ({ field, option })),
  );
  const statesFact = (text: string) => facts.some(({ field, option }) => findMentions(text, option, field).length > 0);
  const { plural } = collected.entity;
  const opinions = await proposeOpinions({ taskId: task.id, reviews, product, plural, statesFact, draw });
  if (opinions.length < 2)
    return { code: 'too_few_opinions', detail: `${opinions.length} of 2 in ${reviews.length} reviews` };
  for (const { opinion, evidence } of opinions.slice(0, 2).reverse()) {
    collected.addCentral({
      type: 'review_opinion',
      field: 'review',
      value: { opinion, evidence: [...evidence] },
      sources: ['query'],
      implicit: false,
      required: true,
    });
  }
  return null;
}
