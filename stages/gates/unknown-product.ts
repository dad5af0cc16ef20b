import type { Catalog } from '../../catalog/index.ts';
import type { QueryWording } from '../../shopping/draft.ts';
import { defineGate, wholeTask } from '../gate.ts';

/** Finds targets that the catalog does not hold. */
export const unknownProduct = defineGate<QueryWording, [{ readonly catalog: Pick<Catalog, 'rowOf'> }]>({
  name: 'references',
  codes: { unknown_product: 'a product of the task is not in the catalog' },
  final: true,
  scope: { unit: 'samples', reads: ['target id'], of: wholeTask },
  check: ({ task }, { catalog }) =>
    task.targetIds
      .filter((id) => catalog.rowOf(id) === null)
      .map((id) => ({
        code: 'unknown_product',
        path: 'target_product.product_id',
        detail: `"${id}" is not in the catalog`,
      })),
});
