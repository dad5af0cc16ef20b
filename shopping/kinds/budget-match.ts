import { z } from 'zod';
import { pricesOf } from '../../catalog/index.ts';
import { formatMoney, minorUnitsOf } from '../../text/money.ts';
import { Voucher } from '../vouchers/schema.ts';
import { withinBudget } from '../vouchers/voucher.ts';
import { type Asked, defineKind, type OrderItem, type Verdict, verdict } from './kind.ts';
import { onlyShopOf } from './product-facts.ts';

/** `budget` in minor units of the voucher's currency: the most the shopper pays after the voucher. */
const BudgetMatch = z.strictObject({ budget: z.int().positive(), voucher: Voucher });
type BudgetMatch = z.infer<typeof BudgetMatch>;

/**
 * Rubric for an order's price after a voucher: it is within a budget. A shop's voucher takes nothing off an order from
 * several shops. Of a product that costs more or less by the SKU one price is enough.
 */
export const budgetMatch = defineKind({
  type: 'budget_match',
  value: BudgetMatch,
  satisfies: (product, asked) => fits([product], asked),
  satisfiesTogether: fits,

  places: (index, { expected_value }) => {
    const { currency } = expected_value.voucher;
    return index.priced(currency, (price) => withinBudget(price, currency, expected_value));
  },

  states: ({ priceMinor, currency }) =>
    priceMinor === null || currency === null ? [] : [formatMoney(priceMinor, currency)],

  describe: ({ expected_value: { budget, voucher } }) =>
    `price after the voucher is at most ${formatMoney(budget, voucher.currency)}`,
  said: ({ expected_value: { budget, voucher } }) => [{ by: 'budget', max: budget / minorUnitsOf(voucher.currency) }],

  brief: ({ expected_value: { budget, voucher } }) => `${formatMoney(budget, voucher.currency)} after the voucher`,
});

function fits(
  products: readonly OrderItem[],
  { expected_value: { budget, voucher } }: Asked<'budget_match', BudgetMatch>,
): Verdict {
  if (products.length === 0) return 'no';
  // Orders have shops, not one brand: a brand's voucher is for one product.
  if (voucher.issuer === 'brand' && products.length > 1) return 'unknown';
  let totals = [0];
  for (const product of products) {
    const prices = product.currency === voucher.currency ? pricesOf(product) : [];
    totals = [...new Set(totals.flatMap((total) => prices.map((price) => total + price)))];
  }
  const applies = voucher.issuer !== 'shop' || products.length === 1 || onlyShopOf(products) !== null;
  return verdict(
    totals.some((total) => (applies ? withinBudget(total, voucher.currency, { budget, voucher }) : total <= budget)),
  );
}
