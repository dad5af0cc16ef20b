import { expect, test } from 'vitest';
import type { Product } from '../../../schemas/product.ts';
import { requirementOf, satisfies } from '../../../shopping/kinds/index.ts';
import type { TargetDependencies } from '../../../stages/extract/fact-collector.ts';
import { addSkuOption } from '../../../stages/extract/offers.ts';
import { details } from '../../fixtures/stored-catalog.ts';
import { targetContext } from '../../fixtures/targets.ts';

const BAG: Partial<Product> = {
  title: 'Harbor Tote Bag',
  details: details({ Color: ['Black', 'Red'], Size: ['Small', 'Large'], Material: 'Wool' }),
};
const bag = (...skus: Record<string, string>[]): Partial<Product> => ({
  ...BAG,
  skuOptions: skus.map((values, index) => ({ id: String(index + 1), values })),
});
const SEEDS = Array.from({ length: 20 }, (_, seed) => seed);

function skuOf(product: Partial<Product>, seed = 42, changes?: Partial<TargetDependencies>, canSay = () => true) {
  const context = targetContext({ products: [product], seed, ...(changes === undefined ? {} : { changes }) });
  addSkuOption(context, canSay);
  return { ...context, sku: context.collected.features[0] };
}

test('a SKU is asked for under canonical fields, though the listing has keys of its own', () => {
  const { sku, product } = skuOf(
    bag({ color_family: 'Black', Size: 'Small' }, { color_family: 'Black', Size: 'Small' }),
  );
  expect(sku).toMatchObject({ type: 'sku_match', field: 'skus', value: { Color: 'Black', Size: 'Small' } });
  expect(satisfies(product, requirementOf(sku!))).toBe('yes');
});

test('any SKU may be drawn, and it is one of the product', () => {
  const skus = [
    { color_family: 'Black', size: 'Small' },
    { color_family: 'Red', size: 'Large' },
  ];
  const drawn = SEEDS.map((seed) => skuOf(bag(...skus), seed).sku?.value);
  for (const value of drawn)
    expect([
      { Color: 'Black', Size: 'Small' },
      { Color: 'Red', Size: 'Large' },
    ]).toContainEqual(value);
  expect(new Set(drawn.map((value) => JSON.stringify(value))).size).toBe(2);
});

test('what the SKU says is not asked for again as a detail', () => {
  const { collected } = skuOf(bag({ color: 'Black' }, { color: 'Black' }));
  collected.addDetails();
  expect(collected.features.map(({ field }) => field).sort()).toEqual(['details.Material', 'details.Size', 'skus']);
});

test.each<[string, Partial<Product>]>([
  ['none', bag()],
  ['one, which is no choice', bag({ color: 'Black' })],
  ['some without options', bag({}, {})],
  [
    'some of three options, which nobody would list',
    bag(...Array(2).fill({ color: 'Black', size: 'Small', material: 'Wool' })),
  ],
  ['some of which two keys mean one field', bag(...Array(2).fill({ color: 'Black', color_family: 'Red' }))],
  ['some with an option that is not plausible', bag(...Array(2).fill({ color: 'Black', size: 'see photo' }))],
])('a product has no SKU to ask for where it has %s', (_, product) => {
  for (const seed of SEEDS) expect(skuOf(product, seed).collected.features).toEqual([]);
});

test('an option of a field the family does not use, or has no words for, keeps its SKU from being asked for', () => {
  const product = bag({ color: 'Black', size: 'Small' }, { color: 'Black' });
  const noSize = {
    fieldUse: (field: string) =>
      field === 'Size' ? undefined : { persona: false, clarification: false, negative: false, filler: false },
  };
  for (const seed of SEEDS) expect(skuOf(product, seed, noSize).sku?.value).toEqual({ Color: 'Black' });
  expect(skuOf(product, 42, undefined, () => false).sku).toBeUndefined();
});

test('an option that the noun phrase or an earlier fact already says is not asked for again', () => {
  const tote = {
    ...bag({ style: 'Tote', color: 'Red' }, { color: 'Red' }),
    details: details({ Style: 'Tote', Color: 'Red' }),
  };
  for (const seed of SEEDS) expect(skuOf(tote, seed).sku?.value).toEqual({ Color: 'Red' });
});
