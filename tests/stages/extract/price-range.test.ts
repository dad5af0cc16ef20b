import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Product } from '../../../schemas/product.ts';
import { type NumericRange, requirementOf, satisfies } from '../../../shopping/kinds/index.ts';
import { addPriceRange } from '../../../stages/extract/price-range.ts';
import { minorUnitsOf } from '../../../text/money.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { targetContext } from '../../fixtures/targets.ts';

const bag = (priceMinor: number | null, product: Partial<Product> = {}): Partial<Product> => ({
  title: 'Harbor Tote Bag',
  priceMinor,
  currency: priceMinor === null ? null : 'PHP',
  ...product,
});

/** The bound added to the first of the products, if any. */
function boundOf(products: readonly Partial<Product>[], seed = 42): NumericRange | undefined {
  const context = targetContext({ products, seed });
  addPriceRange(context);
  context.dependencies.catalog.close();
  return context.collected.features[0]?.value as NumericRange | undefined;
}

const prices = fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 9_000_000 }));

test('a bound holds for the target, in whole units and not far from its price, and fails a product of its kind', () => {
  fc.assert(
    fc.property(
      prices,
      fc.array(fc.integer({ min: 30, max: 250 }), { maxLength: 8 }),
      fc.constantFrom('PHP', 'IDR', 'JPY'),
      fc.nat(),
      (priceMinor, shares, currency, seed) => {
        const others = shares.map((share) => bag(Math.max(1, Math.round((priceMinor * share) / 100)), { currency }));
        const context = targetContext({ products: [bag(priceMinor, { currency }), ...others], seed });
        addPriceRange(context);
        const { catalog } = context.dependencies;
        const price = priceMinor / minorUnitsOf(currency);
        const [feature, ...more] = context.collected.features;
        expect(more).toEqual([]);
        if (feature !== undefined) {
          const requirement = requirementOf(feature);
          const { min, max } = feature.value as NumericRange;
          expect(satisfies(context.product, requirement)).toBe('yes');
          expect([...catalog.products()].some(({ product }) => satisfies(product, requirement) === 'no')).toBe(true);
          for (const bound of [min, max]) if (bound !== undefined) expect(Number.isInteger(bound)).toBe(true);
          // The farthest bound, and one step of rounding, which is an eighth of the price at most, or one unit.
          const step = Math.max(1, price / 8);
          if (max !== undefined) expect(max).toBeLessThanOrEqual(1.4 * price + step);
          if (min !== undefined) expect(min).toBeGreaterThanOrEqual(Math.max(1, 0.6 * price - step));
        }
        catalog.close();
      },
    ),
    { numRuns: propertyRuns(150) },
  );
});

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);
const CROWD = [60, 80, 120, 160, 200].map((share) => bag(1000 * share));

test('bounds are upper, lower and both', () => {
  const kinds = SEEDS.map((seed) => Object.keys(boundOf([bag(100_000), ...CROWD], seed) ?? {}).join());
  expect(new Set(kinds)).toEqual(new Set(['max', 'min', 'min,max']));
});

test('amounts are round for the size of the price', () => {
  for (const seed of SEEDS) {
    const amounts = Object.values(boundOf([bag(100_000), ...CROWD], seed) as NumericRange) as number[];
    expect(amounts.length).toBeGreaterThan(0);
    for (const amount of amounts) expect(amount % 100).toBe(0);
  }
});

test.each<[string, Partial<Product>[]]>([
  ['no price', [bag(null), ...CROWD]],
  ['no product like it', [bag(100_000)]],
  ['no other price than its own', [bag(100_000), bag(100_000), bag(101_000)]],
  ['only products without a price', [bag(100_000), bag(null), bag(null)]],
  ['only prices in other currencies', [bag(100_000), ...CROWD.map((one) => ({ ...one, currency: 'IDR' }))]],
])('a target with %s gets no bound', (_, products) => {
  for (const seed of SEEDS) expect(boundOf(products, seed)).toBeUndefined();
});

test('a price of one unit gets no lower bound: everything costs that much', () => {
  for (const seed of SEEDS) expect(boundOf([bag(100), bag(900), bag(50)], seed)).toEqual({ max: 2 });
});

test('the products of its name count first, and those of its shelf where none of them fails', () => {
  // Every rival costs more, so a lower bound would exclude none of them; of the shelf one costs less.
  const cheap = bag(10_000, { title: 'Lund Umbrella' });
  const dear = bag(500_000);
  for (const seed of SEEDS) expect(boundOf([bag(100_000), dear, cheap], seed)).toHaveProperty('max');
  for (const seed of SEEDS) expect(boundOf([bag(100_000), cheap], seed)).toHaveProperty('min');
});

test('where prices of its kind stand in several currencies no bound is put on any', () => {
  const others = [bag(40_000), bag(1_000_000, { currency: 'USD' })];
  expect(SEEDS.map((seed) => boundOf([bag(200_000), ...others], seed))).toEqual(SEEDS.map(() => undefined));
});
