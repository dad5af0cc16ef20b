import { formIn } from '../../catalog/index.ts';
import type { Detail, Product } from '../../schemas/product.ts';
import { minorUnitsOf } from '../../text/money.ts';

const DETAIL_PREFIX = 'details.';

/** The canonical detail field a rubric field names, or null for top-level fields. */
export function detailFieldOf(field: string): string | null {
  return field.startsWith(DETAIL_PREFIX) ? field.slice(DETAIL_PREFIX.length) : null;
}

/** The field a rubric is about, without `details.`. */
export const fieldNameOf = ({ field }: { readonly field: string }): string => detailFieldOf(field) ?? field;

const normalisedOptions = new WeakMap<Detail, ReadonlySet<string>>();

/** The comparison forms of a product's options for a rubric field; empty where the product does not state it. */
export function optionsOf(product: Product, field: string): ReadonlySet<string> {
  const name = detailFieldOf(field);
  const detail = name !== null && Object.hasOwn(product.details, name) ? product.details[name] : undefined;
  if (detail === undefined) return new Set();
  let options = normalisedOptions.get(detail);
  if (options === undefined) {
    options = new Set(detail.options.map((option) => formIn(name as string, option)));
    normalisedOptions.set(detail, options);
  }
  return options;
}

/** The number a numeric rubric is about, or null where the product does not state it. Prices are in major units. */
export function numberOf(product: Product, field: string): number | null {
  if (field === 'average_rating') return product.averageRating;
  if (field === 'rating_number') return product.ratingCount;
  if (field === 'price' && product.priceMinor !== null && product.currency !== null) {
    return product.priceMinor / minorUnitsOf(product.currency);
  }
  return null;
}

/** The shop that sells all of the products, or null where they come from several or one of them names none. */
export function onlyShopOf(products: readonly Pick<Product, 'shopId'>[]): string | null {
  const [first] = products;
  if (first === undefined || first.shopId === null) return null;
  return products.every(({ shopId }) => shopId === first.shopId) ? first.shopId : null;
}

/** Values in quotation marks, for descriptions. */
export const quoted = (values: readonly string[]): string => values.map((value) => `"${value}"`).join(', ');
