import type { QueryWording } from '../../shopping/draft.ts';
import { defineGate, wholeTask } from '../gate.ts';

/** Finds targets that the catalog does not hold. */
export const unknownProduct = defineGate<QueryWording, [{ knows(productId: string): boolean }]>({
  name: 'references',
  codes: { unknown_product: 'a product of the task is not in the catalog' },
  final: true,
  scope: { unit: 'samples', reads: ['target id'], of: wholeTask },
  check: ({ task }, { knows }) =>
    task.targetIds
      .filter((id) => !knows(id))
      .map((id) => ({
        code: 'unknown_product',
        path: 'target_product.product_id',
        detail: `"${id}" is not in the catalog`,
      })),
});
