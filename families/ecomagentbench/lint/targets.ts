import type { Counter } from './counter.ts';

/** Counts samples whose target an earlier sample is about. */
export const targetReused: Counter = {
  code: 'target_reused',
  meaning: 'an earlier sample is about the same product',
  unit: 'samples',
  isDefect: true,
  begin() {
    const seen = new Map<string, string>();
    return ({ id, target: { product_id: product } }) => {
      if (product === null || product === undefined) return { of: 0, found: [] };
      const earlier = seen.get(product);
      seen.set(product, earlier ?? id);
      return { of: 1, found: earlier === undefined ? [] : [`${product}, as ${earlier}`] };
    };
  },
};
