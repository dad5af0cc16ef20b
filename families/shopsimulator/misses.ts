import type { Product } from '../../schemas/product.ts';
import { fieldNameOf, type Rubric, satisfies } from '../../shopping/kinds/index.ts';
import { formatMoney } from '../../text/money.ts';
import { ownValue } from '../../text/own-value.ts';
import type { InstructionProof } from './sample.ts';

/** Rivals that a proof lists: those that miss one requirement or two. */
export const MOST_RIVALS = 5;

type Misses = InstructionProof['rivals'][number]['misses'];

/** The requirements a product misses, each with what it states in its place. */
export const missesOf = (product: Product, rubrics: readonly Rubric[]): Misses =>
  rubrics
    .filter((rubric) => satisfies(product, rubric) !== 'yes')
    .map((rubric) => ({ rubric_id: rubric.id, field: fieldNameOf(rubric), states: statedInstead(product, rubric) }));

function statedInstead(product: Product, rubric: Rubric): string[] {
  if (rubric.type === 'sku_match')
    return [...new Set(product.skuOptions.map(({ values }) => Object.values(values).join(', ')))];
  const { priceMinor, currency } = product;
  if (rubric.field === 'price')
    return priceMinor === null || currency === null ? [] : [formatMoney(priceMinor, currency)];
  return [...(ownValue(product.details, fieldNameOf(rubric))?.options ?? [])];
}
