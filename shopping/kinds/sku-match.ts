import { z } from 'zod';
import { canonicalField, formIn } from '../../catalog/index.ts';
import { inAll } from '../../catalog/inverted-index/index.ts';
import type { Product } from '../../schemas/product.ts';
import { defineKind, verdict } from './kind.ts';

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

/** The SKUs that have every pair; their keys are the listing's own, those wanted are canonical. */
function skusWith({ skuOptions }: Product, wanted: Pairs): Product['skuOptions'] {
  return skuOptions.filter(({ values }) => {
    const held = Object.entries(values).map(([key, value]) => [canonicalField(key), value] as const);
    return Object.entries(wanted).every(([field, value]) =>
      held.some(([own, option]) => own === field && formIn(field, option) === formIn(field, value)),
    );
  });
}
