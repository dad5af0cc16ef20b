import { otherLanguage } from '../../lexicon/index.ts';
import type { Draw } from '../../schemas/draw.ts';
import { formatMoney } from '../../text/money.ts';
import { detailFieldOf, fieldNameOf, type NumericRange, type Rubric } from '../kinds/index.ts';
import type { VoucherStep } from '../vouchers/schema.ts';
import { voucherSentences } from '../vouchers/wordings.ts';
import { boundSaid } from './quantity-words.ts';

/** A requirement as a writer is shown it: the id to answer with, and a value in the form it is printed. */
export interface PlannedRequirement {
  readonly id: string;
  readonly type: Rubric['type'];
  /** Place of its product in the plan, from 1; absent where there is one, and for what is asked of all together. */
  readonly product?: number;
  /** `implicit`: by a clue that never names the value. */
  readonly how: 'explicit' | 'implicit';
  readonly field?: string;
  readonly value: unknown;
}

const UNITS: Readonly<Record<string, string>> = { average_rating: 'stars', rating_number: 'ratings' };

/** Bounds as numbers with their unit: stars, ratings, or the currency a price is in. */
function plannedRange(field: string, range: NumericRange, currency: string): object | string {
  // A quantity is shown as it is said, so that a writer takes over the unit a shopper would name.
  if (detailFieldOf(field) !== null) return boundSaid(range);
  const { min, max } = range;
  return {
    ...(min === undefined ? {} : { at_least: min }),
    ...(max === undefined ? {} : { at_most: max }),
    unit: UNITS[field] ?? currency,
  };
}

const plannedDiscount = ({ threshold, discount }: VoucherStep, currency: string): object => ({
  off: discount.kind === 'fixed' ? formatMoney(discount.off, currency) : `${discount.rateBasisPoints / 100}%`,
  ...(discount.kind === 'percentage'
    ? { off_at_most: discount.cap === null ? 'no cap' : formatMoney(discount.cap, currency) }
    : {}),
  on_orders_from: formatMoney(threshold, currency),
});

/** A voucher by its terms; in other languages than English by the very sentences, which are read back as they are listed. */
function plannedVoucher({ expected_value }: Rubric & { type: 'budget_match' }, draw: Draw): object | string {
  const { voucher, budget } = expected_value;
  if (otherLanguage() !== null) return voucherSentences(voucher, budget, draw).text;
  const { issuer, scheme, currency, steps } = voucher;
  return {
    issuer,
    scheme,
    currency,
    discounts: steps.map((step) => plannedDiscount(step, currency)),
    pay_at_most: formatMoney(budget, currency),
  };
}

function printedValue(rubric: Rubric, currency: string, draw: Draw): unknown {
  switch (rubric.type) {
    case 'numeric_range':
      return plannedRange(rubric.field, rubric.expected_value, currency);
    case 'budget_match':
      return plannedVoucher(rubric, draw);
    case 'review_opinion':
      return rubric.expected_value.opinion;
    // Its answer is for the shopper's agent to find.
    case 'knowledge_match':
      return rubric.expected_value.question;
    default:
      return rubric.expected_value;
  }
}

/** A rubric of the query as its writer may know it: no evidence, no answer, no word of the title. */
export function plannedRequirement(
  rubric: Rubric,
  implicit: boolean,
  currency: string,
  draw: Draw,
): PlannedRequirement {
  const { id, type, target } = rubric;
  const isDetail = rubric.field.startsWith('details.') || type === 'numeric_range';
  return {
    id,
    type,
    ...(target === undefined ? {} : { product: target + 1 }),
    how: implicit ? 'implicit' : 'explicit',
    ...(isDetail ? { field: fieldNameOf(rubric) } : {}),
    value: printedValue(rubric, currency, draw),
  };
}
