import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  categoryMatch,
  goalOf,
  LOCKED,
  PUBLISHED,
  type Purchase,
  pricePaid,
  rewardsOf,
  tokenSetRatio,
  webshopReward,
} from '../../../../families/shopsimulator/rewards/index.ts';
import type { Product } from '../../../../schemas/product.ts';
import { productWith } from '../../../fixtures/gate-inputs.ts';
import { propertyRuns } from '../../../fixtures/property-runs.ts';
import { LAMP, SHOES, shoeTask } from '../../../fixtures/shop-tasks.ts';

/** The first shoe: Aldo, Mesh, Lace, $40, wanted in Blue and 40 for at most $45; Blue costs $1 more. */
const goal = goalOf(shoeTask(0));
const RIGHT = { Color: 'Blue', Size: '40' };
const shoe = (at: number) => productWith(SHOES[at]);
const bought = (product: Product, options: Purchase['options'] = RIGHT): Purchase => ({ product, options });
const worth = (purchase: Purchase | null) => {
  const { loose, strict, success } = rewardsOf(purchase, goal);
  return { loose, strict, success, webshop: webshopReward(purchase, goal) };
};
const expected = (loose: number, strict: number, success: 0 | 1, webshop: number) => ({
  loose: expect.closeTo(loose, 10),
  strict: expect.closeTo(strict, 10),
  success,
  webshop: expect.closeTo(webshop, 10),
});

// Asked for: 3 attributes, 2 options, 1 price: the loose reward counts sixths.
test('1. the target in the options that are wanted is worth 1 in all', () => {
  expect(worth(bought(shoe(0)))).toEqual(expected(1, 1, 1, 1));
});

test('2. the target in the wrong color misses one of two options: 5/6 and 1/2', () => {
  expect(worth(bought(shoe(0), { Color: 'White', Size: '40' }))).toEqual(expected(5 / 6, 1 / 2, 0, 5 / 6));
});

test('3. the target with nothing chosen has 4 of 6, and nothing of a product of shares', () => {
  expect(worth(bought(shoe(0), {}))).toEqual(expected(4 / 6, 0, 0, 4 / 6));
});

test('4. a rival with another closure has 2 of 3 attributes', () => {
  expect(worth(bought(shoe(1)))).toEqual(expected(5 / 6, 2 / 3, 0, 5 / 6));
});

test('5. a rival of another material has a higher price, still within the bound: $45 and the color', () => {
  // Leather costs $45; in Blue $46, which is over.
  expect(pricePaid(bought(shoe(2)))).toBe(4600);
  expect(worth(bought(shoe(2)))).toEqual(expected(4 / 6, 0, 0, 4 / 6));
  expect(worth(bought(shoe(2), { Color: 'White', Size: '40' }))).toEqual(expected(4 / 6, (2 / 3) * (1 / 2), 0, 4 / 6));
});

test('6. a shoe that shares no attribute keeps the category, the options and the price', () => {
  const other = { ...shoe(0), id: 'X', details: {}, features: [], description: [], title: 'Badminton Shoes X' };
  expect(worth(bought(other))).toEqual(expected(3 / 6, 0, 0, 3 / 6));
});

test('7. a thing of another kind whose title shares no keyword is worth nothing', () => {
  expect(worth(bought(productWith(LAMP), {}))).toEqual(expected(0, 0, 0, 0));
});

test('8. of another kind, with a keyword in ten and more, half of what it meets counts', () => {
  // Keywords of the target's title: aldo, badminton, shoe, model; "model" is one of four, over 0.2, so that it matches.
  const toy = { ...productWith(LAMP), title: 'Lamp model', details: shoe(0).details };
  expect(worth(bought(toy, {}))).toEqual(expected(4 / 6, 0, 0, 4 / 6));
  const long = { ...goal, title: 'Aldo Badminton Shoes model court indoor grip cushion' };
  // One keyword of eight: 0.125, no match, not below a tenth.
  expect(rewardsOf(bought(toy, {}), long).loose).toBeCloseTo((0.5 * 4) / 6, 10);
});

test('9. a match by category with a title below a tenth is 1 in the paper and 0.1 in WebShop', () => {
  const words = 'Aldo Badminton Shoes model court indoor grip cushion ankle strap mesh sole';
  const long = { ...goal, title: words };
  const plain = { ...shoe(0), title: 'Sole' };
  expect(rewardsOf(bought(plain), long)).toMatchObject({ category: 1, loose: 1, strict: 1 });
  expect(webshopReward(bought(plain), long)).toBeCloseTo(0.1, 10);
  expect(webshopReward(bought({ ...plain, title: 'Nothing' }), long)).toBe(0);
});

test('10. the target over the bound loses the price alone, and all of the product', () => {
  const dear = {
    ...shoe(0),
    priceMinor: 9900,
    skuOptions: shoe(0).skuOptions.map((sku) => ({ ...sku, priceMinor: 9900 })),
  };
  expect(worth(bought(dear))).toEqual(expected(5 / 6, 0, 0, 5 / 6));
});

test('nothing bought is worth nothing', () => {
  expect(worth(null)).toEqual({ loose: 0, strict: 0, success: 0, webshop: 0 });
});

test('a product that is the equal of the target is a success, one with another noun is none', () => {
  expect(worth(bought({ ...shoe(0), id: 'TWIN' }))).toMatchObject({ success: 1 });
  const shirt = { ...shoe(0), id: 'SHIRT', title: 'Aldo Shirt model', category: ['Sports', 'Footwear', 'Shirts'] };
  expect(worth(bought(shirt))).toMatchObject({ strict: 1, success: 0 });
});

test('what nothing is asked of counts as met, and a product without a price is not within a bound', () => {
  const free = { ...goal, attributes: [], options: {} };
  expect(rewardsOf(bought(shoe(0), {}), free)).toMatchObject({ loose: 1, strict: 1, attributes: 1, options: 1 });
  expect(rewardsOf(bought({ ...shoe(0), priceMinor: null, skuOptions: [] }, {}), free).price).toBe(0);
});

test('a value that holds the wanted one is the wanted one to fuzzy matching alone', () => {
  const dark = bought(shoe(0), { Color: 'Dark Blue', Size: '40' });
  expect(LOCKED.option(dark, 'Color', 'Blue')).toBe(false);
  expect(PUBLISHED.option(dark, 'Color', 'Blue')).toBe(true);
  expect(tokenSetRatio('red', 'dark red')).toBe(100);
  expect(tokenSetRatio('red', 'blue')).toBeLessThan(85);
  expect(tokenSetRatio('', 'blue')).toBe(0);
});

test('every option that was chosen can count in WebShop, so that its sum passes 1', () => {
  const extra = { ...shoe(0), description: ['comes with a box'] };
  expect(webshopReward(bought(extra, { ...RIGHT, Packing: 'box' }), goal)).toBeCloseTo(7 / 6, 10);
});

const Shoe = fc.integer({ min: 0, max: SHOES.length - 1 });
const Chosen = fc.record(
  { Color: fc.constantFrom('White', 'Blue', 'Black'), Size: fc.constantFrom('40', '41') },
  { requiredKeys: [] },
);

test('R_succ is at most R_strict, which is at most R_loose, for any purchase and goal', () => {
  fc.assert(
    fc.property(
      Shoe,
      Shoe,
      Chosen,
      fc.integer({ min: 0, max: 10_000 }),
      fc.boolean(),
      (at, other, options, most, isLamp) => {
        const asked = { ...goalOf(shoeTask(at)), mostMinor: most };
        const product = isLamp ? productWith(LAMP) : shoe(other);
        for (const matching of [LOCKED, PUBLISHED]) {
          const { loose, strict, success } = rewardsOf({ product, options: isLamp ? {} : options }, asked, matching);
          expect(success).toBeLessThanOrEqual(strict);
          expect(strict).toBeLessThanOrEqual(loose + 1e-12);
          expect(loose).toBeLessThanOrEqual(1);
          expect(loose).toBeGreaterThanOrEqual(0);
        }
      },
    ),
    { numRuns: propertyRuns(1000) },
  );
});

test('the target as it is wanted is worth 1 in all, whatever the task', () => {
  fc.assert(
    fc.property(Shoe, fc.constantFrom('White', 'Blue', 'Black'), fc.constantFrom('40', '41'), (at, color, size) => {
      const asked = goalOf(shoeTask(at, 'single_turn', { color, size }));
      const rewards = rewardsOf({ product: shoe(at), options: { Color: color, Size: size } }, asked);
      expect(rewards).toMatchObject({
        loose: 1,
        strict: 1,
        success: 1,
        category: 1,
        attributes: 1,
        options: 1,
        price: 1,
      });
    }),
    { numRuns: propertyRuns(200) },
  );
});

test('the rewards of a shelf are dense: what is nearer is worth more, and few purchases are worth nothing', () => {
  const values = SHOES.map((_, at) => rewardsOf(bought(shoe(at)), goal));
  expect(new Set(values.map(({ loose }) => loose.toFixed(6))).size).toBeGreaterThanOrEqual(4);
  expect(values.every(({ loose }) => loose > 0)).toBe(true);
  const shares = values.map(({ attributes, loose }) => [attributes, loose] as const);
  for (const [less, low] of shares)
    for (const [more, high] of shares) if (more - less > 0.5) expect(high).toBeGreaterThan(low);
});

test('the soft match names what it is made of', () => {
  expect(categoryMatch(bought(shoe(1)), goal)).toMatchObject({ sameQuery: true, sharedNodes: 3, score: 1 });
  expect(categoryMatch(bought(productWith(LAMP)), goal)).toEqual({
    sameQuery: false,
    sharedNodes: 0,
    titleOverlap: 0,
    score: 0,
  });
});
