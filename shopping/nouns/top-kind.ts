import type { ProductName } from './category-name.ts';
import { isNoun, isSortOf, singularsIn } from './noun-words.ts';
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
  const leaf = singularsIn(product.category.at(-1) ?? '');
  const isBelowTop = leaf.some((word) => top.includes(word));
  return names.filter(({ phrase, of }) => {
    const head = headIn(phrase);
    if (isOfTop(head)) return true;
    return of === 'title' ? leaf.includes(head) || speaksOf(product, head) : isBelowTop || isNoun(head);
  });
}
