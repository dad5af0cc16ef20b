import type { Product } from '../../schemas/product.ts';
import { statedAs } from '../../shopping/language/field-name.ts';
import { foundOrMade } from '../../text/found-or-made.ts';
import { findMentions } from '../../text/mentions.ts';

const known = new WeakMap<Product, Map<string, boolean>>();

/** Tells whether a product's title gives a value of a field away; found out once a product. */
export function titleNames(product: Product, field: string, value: string): boolean {
  const answers = foundOrMade(known, product, () => new Map());
  const mentions = () => findMentions(product.title, statedAs(field, value), field);
  return foundOrMade(answers, `${field}\n${value}`, () => mentions().length > 0);
}
