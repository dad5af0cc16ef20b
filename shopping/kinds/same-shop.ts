import { z } from 'zod';
import { defineKind, verdict } from './kind.ts';
import { onlyShopOf } from './product-facts.ts';

/** One shop sells all products of an order. Of one product alone it is unknown. */
export const sameShop = defineKind({
  type: 'same_shop',
  /** Number of products one shop has to sell. */
  value: z.int().min(2),
  satisfies: () => 'unknown',
  satisfiesTogether: (products, { expected_value }) =>
    verdict(products.length === expected_value && onlyShopOf(products) !== null),
  states: ({ shopId }) => (shopId === null ? [] : [shopId]),
  describe: ({ expected_value }) => `one shop sells all ${expected_value} products`,
  said: () => [{ by: 'one shop' }],
  brief: ({ expected_value }) => `one for all ${expected_value}`,
});
