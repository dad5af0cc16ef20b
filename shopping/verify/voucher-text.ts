import type { Report } from '../../schemas/violation.ts';
import { CURRENCY_MARKS, CURRENCY_WORDS } from '../../text/currency-marks.ts';
import { minorUnitsOf } from '../../text/money.ts';
import type { Rubric } from '../kinds/index.ts';
import { readVoucher } from '../vouchers/terms.ts';

const PROMISE = 'voucher_text_differs';
const NUMBER = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d{1,2})?`;
const escaped = (text: string) => text.replace(/[.$]/g, '\\$&');

/** Amounts of a currency in minor units, and rates in basis points, that stand in a text. */
export function amountsIn(text: string, currency: string): { money: number[]; rates: number[] } {
  const marks = [...(CURRENCY_MARKS[currency] ?? []), currency].map(escaped).join('|');
  const words = [...(CURRENCY_WORDS[currency] ?? []), currency].map(escaped).join('|');
  const patterns = [
    new RegExp(String.raw`(?:${marks})\s?(${NUMBER})`, 'giu'),
    new RegExp(String.raw`(${NUMBER})\s?(?:${words})(?!\p{L})`, 'giu'),
  ];
  const read = (written: string, scale: number) => Math.round(Number(written.replaceAll(',', '')) * scale);
  const money = patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, written = '']) => read(written, minorUnitsOf(currency))),
  );
  const rates = [...text.matchAll(new RegExp(`(${NUMBER})\\s?(?:%|percent|per cent)`, 'giu'))];
  return { money, rates: rates.map(([, written = '']) => read(written, 100)) };
}

/** The query without the words that carry other requirements: "95% cotton" is no rate, a "$50 gift card" no amount. */
function withoutOthers(query: string, published: readonly Pick<Rubric, 'type' | 'field' | 'query_surface'>[]): string {
  let text = query;
  for (const { type, field, query_surface: words } of published)
    if (words !== undefined && type !== 'budget_match' && field !== 'price') text = text.replace(words, ' … ');
  return text;
}

/**
 * The query names the amounts of the locked voucher and budget, all of them and no others, and what is read out of it
 * makes the same budget: the most to pay stands as the most to pay, and no threshold as a discount.
 */
export function checkVoucherText(
  query: string,
  rubrics: readonly Rubric[],
  published: readonly Pick<Rubric, 'type' | 'field' | 'query_surface'>[],
  report: Report,
): void {
  const rubric = rubrics.find((candidate) => candidate.type === 'budget_match');
  if (rubric?.type !== 'budget_match') return;
  const { budget, voucher } = rubric.expected_value;
  const { currency, steps } = voucher;
  const { money, rates } = amountsIn(withoutOthers(query, published), currency);
  const lockedMoney = [budget];
  const lockedRates: number[] = [];
  for (const { threshold, discount } of steps) {
    lockedMoney.push(threshold);
    if (discount.kind === 'fixed') lockedMoney.push(discount.off);
    else lockedRates.push(discount.rateBasisPoints);
    if (discount.kind === 'percentage' && discount.cap !== null) lockedMoney.push(discount.cap);
  }
  const bounds = rubrics.flatMap((other) =>
    other.type === 'numeric_range' && other.field === 'price'
      ? [other.expected_value.min, other.expected_value.max].flatMap((bound) =>
          bound === undefined ? [] : [bound * minorUnitsOf(currency)],
        )
      : [],
  );
  compare('amount', lockedMoney, money, bounds, minorUnitsOf(currency));
  compare('rate', lockedRates, rates, [], 100);

  // A price range beside the budget would be read as one of its amounts.
  if (bounds.length > 0) return;
  const reading = readVoucher(query, currency);
  if ('problem' in reading) {
    report(PROMISE, `the voucher cannot be read out of the query: ${reading.problem}`);
    return;
  }
  const { value } = reading.budget.quantity;
  if (value !== budget) report(PROMISE, `the query gives ${value} as the most to pay, locked is ${budget}`);
  const read = reading.steps.map(({ threshold, off, cap }) => [
    threshold.quantity.value,
    off.quantity.value,
    cap?.quantity.value ?? null,
  ]);
  const locked = steps.map(({ threshold, discount }) =>
    discount.kind === 'fixed' ? [threshold, discount.off, null] : [threshold, discount.rateBasisPoints, discount.cap],
  );
  const sorted = (list: readonly unknown[]) => list.map((item) => JSON.stringify(item)).sort();
  if (JSON.stringify(sorted(read)) !== JSON.stringify(sorted(locked)))
    report(PROMISE, `the query gives the discounts ${JSON.stringify(read)}, locked are ${JSON.stringify(locked)}`);

  function compare(
    what: string,
    lockedOnes: readonly number[],
    said: readonly number[],
    others: readonly number[],
    unit: number,
  ): void {
    for (const one of new Set(lockedOnes))
      if (!said.includes(one)) report(PROMISE, `the query does not name the ${what} ${one / unit} of the voucher`);
    for (const one of new Set(said))
      if (!lockedOnes.includes(one) && !others.includes(one))
        report(PROMISE, `the query names the ${what} ${one / unit}, which is none of the voucher`);
  }
}
