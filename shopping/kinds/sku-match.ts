import { z } from 'zod';
import { canonicalField, formIn } from '../../catalog/index.ts';
import { inAll } from '../../catalog/inverted-index/index.ts';
import { onLexicon } from '../../lexicon/index.ts';
import type { Product } from '../../schemas/product.ts';
import { defineKind, verdict } from './kind.ts';

type Sku = Product['skuOptions'][number];
type Pairs = Readonly<Record<string, string>>;

/** One SKU of a product has every option. */
export const skuMatch = defineKind({
  type: 'sku_match',
  name: 'SKU',
  /** Canonical field to option: one SKU has them all. */
  value: z
    .record(z.string(), z.string().min(1))
    .refine((pairs) => Object.keys(pairs).length > 0, 'a SKU needs an option'),

  satisfies: (product, { expected_value }) => verdict(skusWith(product, expected_value).length > 0),

  /** A product that states every value of the pair list in its details may still have no SKU with all of them. */
  places(index, { expected_value }) {
    const pairs = Object.entries(expected_value);
    const stated = inAll(
      pairs.map(([field, value]) => index.stating(field, value)),
      index.length,
    );
    return index.passing(stated, (product) => skusWith(product, expected_value).length > 0);
  },

  states: (product, { expected_value }) =>
    skusWith(product, expected_value).map(({ id, values }) => {
      const options = Object.entries(values).map(([key, value]) => `${key} ${value}`);
      return `${id}: ${options.join(', ')}`;
    }),

  describe({ expected_value }) {
    const pairs = Object.entries(expected_value).map(([field, option]) => `${field} "${option}"`);
    return `one SKU has ${pairs.join(' and ')}`;
  },
  said: ({ expected_value }) =>
    Object.entries(expected_value).map(([field, value]) => ({ by: 'value', field, value, excluded: false })),

  brief: ({ expected_value }) =>
    Object.entries(expected_value)
      .map(([field, option]) => `${field} ${option}`)
      .join(', '),
});

/** A product's SKUs with the options of each in comparison forms, by canonical field: answer sets ask for them over and over. */
let heldBy = new WeakMap<
  Product,
  readonly { readonly sku: Sku; readonly held: readonly (readonly [string, string])[] }[]
>();
onLexicon(() => {
  heldBy = new WeakMap();
});

function skusOf(product: Product) {
  let skus = heldBy.get(product);
  if (skus === undefined) {
    skus = product.skuOptions.map((sku) => ({
      sku,
      held: Object.entries(sku.values).map(([key, value]) => {
        const field = canonicalField(key);
        return [field, formIn(field, value)] as const;
      }),
    }));
    heldBy.set(product, skus);
  }
  return skus;
}

/** The SKUs that have every pair; their keys are the listing's own, those wanted are canonical. */
function skusWith(product: Product, pairs: Pairs): Product['skuOptions'] {
  const wanted = Object.entries(pairs).map(([field, value]) => [field, formIn(field, value)] as const);
  return skusOf(product)
    .filter(({ held }) =>
      wanted.every(([field, form]) => held.some(([own, option]) => own === field && option === form)),
    )
    .map(({ sku }) => sku);
}
