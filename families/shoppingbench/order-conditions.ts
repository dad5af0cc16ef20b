import { type Catalog, hasSeveralPrices } from '../../catalog/index.ts';
import type { Draw } from '../../schemas/draw.ts';
import { type Feature, onlyShopOf } from '../../shopping/kinds/index.ts';
import type { Voucher } from '../../shopping/vouchers/schema.ts';
import type { Shortfall, TargetContext } from '../../stages/extract/index.ts';

type BudgetValue = Extract<Feature['value'], { budget: number }>;

export type PlanVoucher = (request: {
  readonly priceMinor: number;
  readonly currency: string;
  readonly rivals: readonly number[];
  readonly draw: Draw;
  readonly issuer: Voucher['issuer'];
}) => BudgetValue | { readonly rejected: string };

/** Orders like the one asked for that are looked at for each product put in another's place. */
const MOST_SWAPS = 60;

/** One shop has to sell everything; the targets' own shop does. */
export function sameShop(contexts: readonly TargetContext[]): Feature[] | Shortfall {
  const products = contexts.map(({ product }) => product);
  if (onlyShopOf(products) === null)
    return {
      code: 'no_common_shop',
      detail: `sold by ${products.map(({ shopId }) => shopId ?? 'no shop').join(', ')}`,
    };
  return [
    {
      type: 'same_shop',
      field: 'shop',
      value: products.length,
      sources: ['query'],
      implicit: false,
      required: true,
    },
  ];
}

/** A voucher on the whole order, and the budget that needs it; rivals are orders with one product swapped for another. */
export function orderVoucher(
  contexts: readonly TargetContext[],
  draw: Draw,
  issuer: Voucher['issuer'],
  plan: PlanVoucher,
): Feature[] | Shortfall {
  const none = (detail: string): Shortfall => ({ code: 'no_voucher', detail });
  const [first] = contexts;
  const currency = first?.product.currency ?? null;
  if (currency === null) return none('a product of the order has no price');
  let total = 0;
  for (const { product } of contexts) {
    if (product.priceMinor === null) return none(`"${product.id}" has no price`);
    if (hasSeveralPrices(product))
      return { code: 'several_prices', detail: `what "${product.id}" costs depends on the SKU` };
    if (product.currency !== currency) return none(`prices in ${currency} and ${product.currency}`);
    total += product.priceMinor;
  }
  if (issuer === 'shop' && onlyShopOf(contexts.map(({ product }) => product)) === null)
    return none('a shop voucher needs an order from one shop');
  const known = contexts.map((context) => ({ ...context, catalog: context.dependencies.catalog }));
  const found = plan({ priceMinor: total, currency, rivals: rivalTotals(known, total, currency), draw, issuer });
  if ('rejected' in found) return none(found.rejected);
  return [
    {
      type: 'budget_match',
      field: 'budget',
      value: { budget: found.budget, voucher: found.voucher },
      sources: ['query'],
      implicit: false,
      required: true,
    },
  ];
}

/** Totals of orders in which one product is swapped for another of the same name, nearest in price first. */
export function rivalTotals(
  contexts: readonly (Pick<TargetContext, 'product' | 'row' | 'rivals'> & { readonly catalog: Catalog })[],
  total: number,
  currency: string,
): number[] {
  return contexts.flatMap(({ product, row, rivals, catalog }) => {
    const own = product.priceMinor ?? 0;
    const prices = new Set<number>();
    for (const rival of rivals) {
      const price = catalog.priceMinor(rival);
      if (rival !== row && price !== null && catalog.currency(rival) === currency) prices.add(price);
    }
    const nearest = [...prices].sort((a, b) => Math.abs(a - own) - Math.abs(b - own) || a - b).slice(0, MOST_SWAPS);
    return nearest.map((price) => total - own + price);
  });
}
