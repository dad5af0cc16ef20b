import { z } from 'zod';
import { ofLexicon, readOwnWords } from '../../../lexicon/index.ts';
import type { Product } from '../../../schemas/product.ts';

const Texts = z.array(z.string().min(1)).min(1);

/** Goods for animals, and what their shoppers keep. */
const PetGoods = z.strictObject({
  /** Detail fields that say which animal a product is for. */
  fields: z.array(z.string().min(1)).default([]),
  /**
   * Animals by name: `said` is an expression, without regard to capitals, for what names it or goods for it; `owned` is
   * what a profile says of whoever has one.
   */
  animals: z.record(z.string(), z.strictObject({ said: z.string().min(1), owned: Texts })),
  /** Words of goods for some animal, which do not say which. */
  any: z.strictObject({ said: z.string().min(1), owned: Texts }).optional(),
});

/** The goods for animals of the language in force. */
export const PET_GOODS = ofLexicon(() =>
  PetGoods.parse(z.looseObject({ pet_goods: z.unknown() }).parse(readOwnWords('personas.yaml')).pet_goods),
);

const expressions = ofLexicon(() => ({
  animals: Object.values(PET_GOODS.animals).map(({ said, owned }) => ({ said: new RegExp(said, 'iu'), owned })),
  any: PET_GOODS.any === undefined ? [] : [{ said: new RegExp(PET_GOODS.any.said, 'iu'), owned: PET_GOODS.any.owned }],
}));

/**
 * Lines of profiles of those who keep an animal that a product is for; empty of a product that is for none. A field that
 * says so tells it before the noun, the noun before the title and the title before the shelf.
 */
export function petsFor(
  { title, category, details }: Pick<Product, 'title' | 'category' | 'details'>,
  noun: string,
): readonly string[] {
  const stated = PET_GOODS.fields.flatMap((field) =>
    Object.hasOwn(details, field) ? (details[field]?.options ?? []) : [],
  );
  const places = [stated.join(' / '), noun, title, category.join(' / ')];
  for (const among of [expressions.animals, expressions.any])
    for (const text of places) {
      const owned = among.flatMap((animal) => (animal.said.test(text) ? animal.owned : []));
      if (owned.length > 0) return [...new Set(owned)];
    }
  return [];
}
