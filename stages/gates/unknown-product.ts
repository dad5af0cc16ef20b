import type { Gate } from '../gate.ts';

/** Finds targets that the catalog does not hold. */
export const unknownProduct =
  ({ knows }: { knows(productId: string): boolean }): Gate =>
  ({ task }) =>
    task.targetIds
      .filter((id) => !knows(id))
      .map((id) => ({
        code: 'unknown_product',
        path: 'target_product.product_id',
        detail: `"${id}" is not in the catalog`,
      }));
