import type { Product } from '../../schemas/product.ts';
import { statedAs } from '../../shopping/language/field-name.ts';
import { findMentions } from '../../text/mentions.ts';

const known = new WeakMap<Product, Map<string, boolean>>();

/** Tells whether a product's title gives a value of a field away; found out once a product. */
export function titleNames(product: Product, field: string, value: string): boolean {
  let answers = known.get(product);
  if (answers === undefined) {
    answers = new Map();
    known.set(product, answers);
  }
  const key = `${field}\n${value}`;
  let names = answers.get(key);
  if (names === undefined) {
    names = findMentions(product.title, statedAs(field, value), field).length > 0;
    answers.set(key, names);
  }
  return names;
}
