import type { ProductName } from './category-name.ts';
import { isSortOf, singularsIn } from './noun-words.ts';
import { speaksOf, type TitledProduct } from './product-noun.ts';
import { headIn, wordsOfTop } from './product-type.ts';

/**
 * The names of a product that are of the kind which the top of its path names, as categories below that are topics: of a magazine
 * about earth sciences, or one called "Metal Hammer", no other word says what it is, unless its text speaks of one.
 */
export function namesBelowTop(names: readonly ProductName[], product: TitledProduct): readonly ProductName[] {
  const top = wordsOfTop(product.category);
  if (top.length === 0) return names;
  const isOfTop = (noun: string) => top.some((word) => word === noun || isSortOf(noun, word));
  const isBelowTop = singularsIn(product.category.at(-1) ?? '').some((word) => top.includes(word));
  return names.filter(
    ({ phrase, of }) => isOfTop(headIn(phrase)) || (of === 'title' ? speaksOf(product, headIn(phrase)) : isBelowTop),
  );
}
