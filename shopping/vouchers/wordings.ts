import { z } from 'zod';
import { ENGLISH, languageInForce, ofLexicon, readOwnWords } from '../../lexicon/index.ts';
import { chance, type Draw, pickOne } from '../../schemas/draw.ts';
import { moneySaid, numberSaid } from '../../text/foreign-money.ts';
import { formatAmount, formatMoney } from '../../text/money.ts';
import type { Discount, Voucher, VoucherStep } from './schema.ts';

const Wordings = z.array(z.string().min(1)).min(2);

/** Wordings of vouchers in a language, from its `vouchers.yaml`. */
export const WORDINGS = ofLexicon(() =>
  z
    .strictObject({
      /**
       * Wordings of a discount: `{v}` is an amount; `{p}` of a rate its percents, `{z}` the tenths of the price that
       * are left.
       */
      off: z.strictObject({ amount: z.string(), rate: z.string() }).default({ amount: '{v}', rate: '{p}%' }),
      coupon: z.strictObject({ platform: Wordings, shop: Wordings, brand: Wordings }),
      fixed: Wordings,
      capped_percentage: Wordings,
      plain_percentage: Wordings,
      tiered: Wordings,
      stacked: Wordings,
      stacked_together: Wordings,
    })
    .parse(readOwnWords('vouchers.yaml')),
);

interface VoucherSentences {
  /** One to three whole sentences. */
  readonly text: string;
  /** The words of `text` that carry the requirement, verbatim: all of it but the closing full stop. */
  readonly surface: string;
}

type Money = (minor: number) => string;

/** Amounts with their sign or, for currencies other than the dollar, sometimes with their code: "₱500", "PHP 500". */
function moneyIn(currency: string, draw: Draw): Money {
  if (languageInForce() !== ENGLISH) return (minor) => moneySaid(minor, currency);
  const byCode = currency !== 'USD' && chance(draw, 'voucher text/code', 0.25);
  return (minor) => (byCode ? `${currency} ${formatAmount(minor, currency)}` : formatMoney(minor, currency));
}

function offOf(discount: Discount, money: Money): string {
  const { amount, rate } = WORDINGS.off;
  if (discount.kind === 'fixed') return amount.replace('{v}', () => money(discount.off));
  const { rateBasisPoints } = discount;
  return rate
    .replace('{p}', numberSaid(rateBasisPoints / 100))
    .replace('{z}', numberSaid((10_000 - rateBasisPoints) / 1000));
}

function simpleBlanks({ threshold, discount }: VoucherStep, money: Money): Record<string, string> {
  const blanks = { off: offOf(discount, money), from: money(threshold) };
  return discount.kind === 'percentage' && discount.cap !== null ? { ...blanks, cap: money(discount.cap) } : blanks;
}

export type Form = Exclude<keyof typeof WORDINGS, 'coupon' | 'off'>;

/** The set of wordings a voucher needs and what fills their blanks; null where no wording names all its parts. */
function formOf({ scheme, steps }: Voucher, money: Money): { form: Form; blanks: Record<string, string> } | null {
  const [first, second, third] = steps.toSorted((a, b) => a.threshold - b.threshold);
  if (first === undefined || third !== undefined) return null;
  if (second === undefined) {
    const { discount } = first;
    const percentage =
      discount.kind === 'percentage' && discount.cap !== null ? 'capped_percentage' : 'plain_percentage';
    return { form: discount.kind === 'fixed' ? 'fixed' : percentage, blanks: simpleBlanks(first, money) };
  }
  const capped = steps.some(({ discount }) => discount.kind === 'percentage' && discount.cap !== null);
  if (scheme === 'simple' || capped) return null;
  const lower = { off: offOf(first.discount, money), from: money(first.threshold) };
  const upper = { off: offOf(second.discount, money), from: money(second.threshold) };
  if (scheme === 'tiered') {
    const blanks = { lower: lower.off, lower_from: lower.from, upper: upper.off, upper_from: upper.from };
    return { form: 'tiered', blanks };
  }
  const blanks = { first: lower.off, first_from: lower.from, second: upper.off, second_from: upper.from };
  return first.threshold === second.threshold
    ? { form: 'stacked_together', blanks: { ...blanks, from: lower.from } }
    : { form: 'stacked', blanks };
}

const filled = (pattern: string, blanks: Readonly<Record<string, string>>) =>
  pattern.replace(/\{(\w+)\}/g, (blank, name: string) => {
    const words = blanks[name];
    if (words === undefined) throw new RangeError(`no words for ${blank} in "${pattern}"`);
    return words;
  });

/** Every wording of a voucher and its budget, for one choice of issuer words and way of writing money. */
export function voucherWordings(voucher: Voucher, budget: number, coupon: string, money: Money): VoucherSentences[] {
  const found = formOf(voucher, money);
  if (found === null)
    throw new RangeError(`no wording for a ${voucher.scheme} voucher of ${voucher.steps.length} steps`);
  return WORDINGS[found.form].map((pattern) => {
    const text = filled(pattern, { ...found.blanks, coupon, budget: money(budget) });
    return { text, surface: text.replace(/[.。]$/u, '') };
  });
}

/** Words a voucher and the most a shopper pays after it, with every number the arithmetic needs. */
export function voucherSentences(voucher: Voucher, budget: number, draw: Draw): VoucherSentences {
  const coupon = pickOne(draw, 'voucher text/coupon', WORDINGS.coupon[voucher.issuer]);
  const wordings = voucherWordings(voucher, budget, coupon, moneyIn(voucher.currency, draw));
  return pickOne(draw, 'voucher text/wording', wordings);
}
