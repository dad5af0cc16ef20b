import { englishExpression, englishPattern } from '../../lexicon/index.ts';
import type { Finding, Span } from '../../schemas/finding.ts';
import type { NumericRange, Rubric } from '../../shopping/kinds/index.ts';
import { oneShopMentions } from '../../shopping/vouchers/one-shop.ts';
import { readVoucher, spanOf } from '../../shopping/vouchers/read-wordings.ts';
import type { ReadStep, VoucherReading } from '../../shopping/vouchers/reading.ts';
import type { Discount, Voucher, VoucherStep } from '../../shopping/vouchers/schema.ts';
import { type BudgetMatch, discountOf, priceAfterVoucher } from '../../shopping/vouchers/voucher.ts';
import { quantitiesIn } from '../../text/amounts.ts';
import { findRangeMentions } from '../../text/mentions.ts';
import { formatMoney } from '../../text/money.ts';
import { defineGate, type GateInput } from '../gate.ts';

function discountRead({ off, cap }: ReadStep): Discount {
  const value = off.quantity.value as number;
  return off.quantity.kind === 'money'
    ? { kind: 'fixed', off: value }
    : { kind: 'percentage', rateBasisPoints: value, cap: cap === null ? null : cap.quantity.value };
}

/** A threshold the text excludes ("over $40") is reached one minor unit later. */
const thresholdRead = ({ threshold }: ReadStep) => (threshold.quantity.value as number) + (threshold.exclusive ? 1 : 0);

const budgetRead = ({ budget }: VoucherReading) => (budget.quantity.value as number) - (budget.exclusive ? 1 : 0);

function said(discount: Discount, currency: string): string {
  if (discount.kind === 'fixed') return formatMoney(discount.off, currency);
  const cap = discount.cap === null ? 'without a cap' : `up to ${formatMoney(discount.cap, currency)}`;
  return `${discount.rateBasisPoints / 100}% ${cap}`;
}

const key = (discount: Discount) =>
  discount.kind === 'fixed' ? `${discount.off}` : `${discount.rateBasisPoints}%${discount.cap}`;

interface Difference {
  readonly detail: string;
  readonly spans: readonly Span[];
}

/** Steps in one order on both sides, whatever order the text tells them in: by threshold, then by discount. */
function differingSteps(reading: VoucherReading, locked: Voucher): Difference[] {
  const { currency } = locked;
  const byTerms = <T>(of: (item: T) => { threshold: number; discount: Discount }) => {
    return (a: T, b: T) => {
      const [left, right] = [of(a), of(b)];
      return left.threshold - right.threshold || (key(left.discount) < key(right.discount) ? -1 : 1);
    };
  };
  const read = reading.steps.toSorted(
    byTerms((step) => ({ threshold: step.threshold.quantity.value as number, discount: discountRead(step) })),
  );
  const wanted = locked.steps.toSorted(byTerms((step: VoucherStep) => step));
  if (read.length !== wanted.length) {
    const spans = read.map(({ off }) => spanOf(off.quantity));
    return [{ detail: `the text names ${read.length} discounts, the voucher has ${wanted.length}`, spans }];
  }
  return read.flatMap((step, at) => {
    const { threshold, discount } = wanted[at] as VoucherStep;
    const found: Difference[] = [];
    if (step.threshold.quantity.value !== threshold) {
      const value = formatMoney(step.threshold.quantity.value as number, currency);
      const detail = `the text says the voucher works from ${value}, locked is ${formatMoney(threshold, currency)}`;
      found.push({ detail, spans: [spanOf(step.threshold.quantity)] });
    }
    const off = discountRead(step);
    if (key(off) !== key(discount)) {
      const spans = [step.off, ...(step.cap === null ? [] : [step.cap])].map(({ quantity }) => spanOf(quantity));
      found.push({ detail: `the text says ${said(off, currency)} off, locked is ${said(discount, currency)}`, spans });
    }
    return found;
  });
}

/** Prices after several coupons of which each percentage is taken of what the one before has left, in either order. */
function pricesInSequence(total: number, { steps }: Voucher): number[] {
  const reached = steps.filter(({ threshold }) => total >= threshold);
  const inTurn = (list: readonly VoucherStep[]) =>
    list.reduce((left, { discount }) => left - discountOf(left, discount), total);
  return [inTurn(reached), inTurn(reached.toReversed())];
}

/** The verdict on a price by the text alone, against the verdict by the locked terms. */
function differingOutcome(reading: VoucherReading, locked: BudgetMatch, total: number): Difference[] {
  const { voucher, budget } = locked;
  const { currency } = voucher;
  const steps = reading.steps.map((step) => ({ threshold: thresholdRead(step), discount: discountRead(step) }));
  const read: Voucher = { ...voucher, scheme: reading.scheme, steps };
  const percentages = steps.some(({ discount }) => discount.kind === 'percentage');
  const inSequence = reading.scheme === 'stacked' && percentages && reading.base !== 'original';
  const sequences = inSequence ? pricesInSequence(total, read) : [];
  // A text that leaves the base open is read both ways; one that takes percentages of the rest only that way.
  const outcomes =
    reading.base === 'remaining' && inSequence ? sequences : [priceAfterVoucher(total, read), ...sequences];

  const lockedPrice = priceAfterVoucher(total, voucher);
  const most = budgetRead(reading);
  return outcomes
    .filter((price, at) => price <= most !== lockedPrice <= budget || (at === 0 && price !== lockedPrice))
    .slice(0, 1)
    .map((price) => ({
      detail: `by the text ${formatMoney(total, currency)} becomes ${formatMoney(price, currency)} against at most ${formatMoney(most, currency)}, locked is ${formatMoney(lockedPrice, currency)} against ${formatMoney(budget, currency)}`,
      spans: [spanOf(reading.budget.quantity)],
    }));
}

/** Words that make a budget one for the price before its voucher. */
const BEFORE_DISCOUNT = englishExpression('voucher arithmetic: before discount', 'iu');

/** The same, in the clause before the amount. */
const BEFORE_ANY_DISCOUNT = englishExpression('voucher arithmetic: before any discount', 'iu');
const clauseBefore = (text: string, at: number) =>
  text
    .slice(0, at)
    .split(/[.,;:!?(](?=\s|$)/)
    .at(-1) as string;

function differences(query: string, locked: BudgetMatch, total: number | null): Difference[] {
  const { budget, voucher } = locked;
  const { currency } = voucher;
  const reading = readVoucher(query, currency);
  if ('problem' in reading) return [{ detail: `cannot be read: ${reading.problem}`, spans: reading.spans }];

  const found = differingSteps(reading, voucher);
  if (reading.issuer !== undefined && reading.issuer !== voucher.issuer)
    found.push({
      detail: `the text tells of a ${reading.issuer} voucher, locked is a ${voucher.issuer} one`,
      spans: [],
    });
  if (reading.scheme !== voucher.scheme) {
    found.push({
      detail: `the text describes a ${reading.scheme} voucher, locked is a ${voucher.scheme} one`,
      spans: [],
    });
  }
  const most = reading.budget.quantity;
  if (most.value !== budget) {
    const detail = `the text says at most ${formatMoney(most.value as number, currency)}, locked is ${formatMoney(budget, currency)}`;
    found.push({ detail, spans: [spanOf(most)] });
  }
  const behind = BEFORE_DISCOUNT.exec(query.slice(most.end));
  if (behind !== null || BEFORE_ANY_DISCOUNT.test(clauseBefore(query, most.start))) {
    const spans = [{ start: most.start, end: most.end + (behind?.[0].length ?? 0) }];
    found.push({ detail: 'the text bounds the price before the voucher, locked is the price after it', spans });
  }
  if (total === null) found.push({ detail: `the target has no price in ${currency} to recompute with`, spans: [] });
  else if (found.length === 0) found.push(...differingOutcome(reading, locked, total));
  return found;
}

/** Adds up what the targets cost together in a currency; null where one of them has no price in it. */
function totalOf(targets: GateInput['targets'], currency: string): number | null {
  let total = 0;
  for (const { priceMinor, currency: priced } of targets) {
    if (priceMinor === null || priced !== currency) return null;
    total += priceMinor;
  }
  return total;
}

const COUPON = englishPattern('voucher arithmetic: coupon');
const couponOf = (giver: string) => new RegExp(String.raw`\b(?:${giver})(?:['’]s)?(?: own)?[ -]${COUPON}`, 'iu');
const GIVERS: Readonly<Record<Voucher['issuer'], RegExp>> = {
  shop: couponOf(englishPattern('voucher arithmetic: givers shop')),
  platform: couponOf(englishPattern('voucher arithmetic: givers platform')),
  brand: couponOf('brand'),
};
/** Words for an order whose products may come from anywhere. */
const ANY_SHOPS = englishExpression('voucher arithmetic: any shops', 'iu');

/**
 * Issuer of the voucher that a text tells of. On several products a platform's voucher that is told to need one shop asks for an order
 * nobody scores. Texts that name its issuer beside another, or leave the shops open, are taken as told.
 */
function differingIssuer(query: string, { issuer }: Voucher, products: number): Difference[] {
  const told = Object.entries(GIVERS).flatMap(([giver, words]) => {
    const [found] = query.matchAll(new RegExp(words, 'giu'));
    return found === undefined ? [] : [{ giver, words: found[0], start: found.index }];
  });
  const found: Difference[] = [];
  if (told[0] !== undefined && !told.some(({ giver }) => giver === issuer)) {
    const { words, start } = told[0];
    const spans = [{ start, end: start + words.length }];
    found.push({ detail: `the text tells of a "${words}", locked is a ${issuer} voucher`, spans });
  }
  if (issuer !== 'platform' || products === 1 || ANY_SHOPS.test(query)) return found;
  // "in one place" is said of an order as often as of a shop.
  const spans = oneShopMentions(query).filter(
    ({ start, end, meaning }) => meaning === 'asked' && !/place$/i.test(query.slice(start, end)),
  );
  if (spans.length > 0)
    found.push({
      detail: 'the text asks for one shop, the platform voucher works for any mix of shops',
      spans: spans.map(({ start, end }) => ({ start, end })),
    });
  return found;
}

/** Tells whether words name a price range and no other amount or rate. */
function isPriceAlone(words: string, range: NumericRange, currency: string): boolean {
  const bounds = findRangeMentions(words, 'price', range);
  return quantitiesIn(words, currency).every(({ start, end }) =>
    bounds.some((bound) => bound.start < end && start < bound.end),
  );
}

/** The query without the words of its price rubrics, lest a price range be taken for a budget. */
function withoutPriceRanges(
  query: string,
  rubrics: readonly Rubric[],
  surfaces: Readonly<Record<string, string>>,
  currency: string,
): string {
  let text = query;
  for (const rubric of rubrics) {
    const surface = surfaces[rubric.id];
    if (rubric.type !== 'numeric_range' || rubric.field !== 'price' || surface === undefined) continue;
    if (isPriceAlone(surface, rubric.expected_value, currency))
      text = text.replace(surface, (words) => ' '.repeat(words.length));
  }
  return text;
}

/** Finds a query whose words, read without knowing how it was written, give another voucher, budget, price or issuer. */
export const voucherArithmetic = defineGate({
  name: 'arithmetic',
  codes: { voucher_arithmetic: 'query, voucher and budget do not agree to the minor unit, or on whose voucher it is' },
  scope: {
    unit: 'budgets',
    reads: ['query'],
    of: ({ task }) => task.locked.rubrics.filter(({ type }) => type === 'budget_match').length,
  },
  check: ({ task, wording, targets }) =>
    task.locked.rubrics.flatMap((rubric): Finding[] => {
      if (rubric.type !== 'budget_match' || rubric.info_source !== 'query') return [];
      const { currency } = rubric.expected_value.voucher;
      const query = withoutPriceRanges(wording.query, task.locked.rubrics, wording.surfaces, currency);
      const total = totalOf(targets, currency);
      const issuer = differingIssuer(query, rubric.expected_value.voucher, task.targetIds.length);
      return [...differences(query, rubric.expected_value, total), ...issuer].map(({ detail, spans }) => ({
        code: 'voucher_arithmetic',
        path: 'user_query',
        detail,
        rubricId: rubric.id,
        ...(spans.length === 0 ? {} : { spans: [...spans] }),
      }));
    }),
});
