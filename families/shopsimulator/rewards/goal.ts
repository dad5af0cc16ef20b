import { canonicalField } from '../../../catalog/index.ts';
import type { Product } from '../../../schemas/product.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { minorUnitsOf } from '../../../text/money.ts';
import { normaliseValue } from '../../../text/normalise.ts';
import type { ShopsimulatorSample } from '../sample.ts';

/** Goal of a task, in the four parts of section 2.3: U_cat, U_att, U_opt and U_price. */
export interface Goal {
  readonly targetId: string;
  readonly title: string;
  /** From broad to narrow. */
  readonly category: readonly string[];
  /** U_att, as it is decided; with its words for matchers that compare words. */
  readonly attributes: readonly { readonly rubric: Rubric; readonly words: readonly string[] }[];
  /** U_opt: canonical field to option. */
  readonly options: Readonly<Record<string, string>>;
  /** U_price, inclusive, in minor units. */
  readonly mostMinor: number;
  /** Everything that was locked, the noun phrase among it. */
  readonly rubrics: readonly Rubric[];
}

/** A product that was bought, with the options that were chosen, as its page names them. */
export interface Purchase {
  readonly product: Product;
  readonly options: Readonly<Record<string, string>>;
}

/** The words an attribute is asked for in: its values, or what stands for them in the record. */
const wordsOf = ({ expected_value: value }: Rubric, said: string | undefined): string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  return said === undefined ? [] : [said];
};

/** The goal of a sample. */
export function goalOf({
  rubrics,
  attributes,
  target_attributes: said,
  target_options: options,
  target,
  price_bound: { max, currency },
}: Pick<
  ShopsimulatorSample,
  'rubrics' | 'attributes' | 'target_attributes' | 'target_options' | 'target' | 'price_bound'
>): Goal {
  return {
    targetId: target.product_id,
    title: target.title,
    category: target.category,
    attributes: attributes.flatMap(({ rubric_id }, at) => {
      const rubric = rubrics.find(({ id }) => id === rubric_id);
      return rubric === undefined ? [] : [{ rubric, words: wordsOf(rubric, said[at]) }];
    }),
    options,
    mostMinor: Math.round(max * minorUnitsOf(currency)),
    rubrics,
  };
}

/** The option chosen for a canonical field; undefined where none was. */
export function chosenFor(field: string, options: Purchase['options']): string | undefined {
  const name = Object.keys(options).find((one) => canonicalField(one) === field || one === field);
  return name === undefined ? undefined : options[name];
}

/** The SKUs that have every option chosen. */
export const skusChosen = ({ product, options }: Purchase): Product['skuOptions'] =>
  product.skuOptions.filter(({ values }) =>
    Object.entries(options).every(([name, value]) => {
      const own = values[name];
      return own !== undefined && normaliseValue(own) === normaliseValue(value);
    }),
  );

/**
 * Y_price in minor units: of the SKU, where the options chosen leave one price; else what the listing names. Null where
 * nothing is priced.
 */
export function pricePaid(purchase: Purchase): number | null {
  const prices = skusChosen(purchase).flatMap(({ priceMinor }) => priceMinor ?? []);
  const [first] = prices;
  if (first !== undefined && prices.every((price) => price === first)) return first;
  return purchase.product.priceMinor ?? (prices.length === 0 ? null : Math.min(...prices));
}
