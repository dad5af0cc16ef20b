import type { QueryGate } from './gate.ts';

/** "one shop", "the same store", "a single seller", "all from one place". */
const ONE_SHOP = /\b(?:one|same|single)\s+(?:shop|store|seller|place)\b/i;

/**
 * Finds a query that keeps silent about the shop although the order is judged by it: one shop has to sell everything, or
 * a shop's own voucher is used on several products.
 */
export const shopConditionUnsaid: QueryGate = ({ task, wording: { query } }) =>
  task.locked.rubrics.flatMap((rubric) => {
    const judged =
      rubric.type === 'same_shop' ||
      (rubric.type === 'budget_match' && rubric.expected_value.voucher.issuer === 'shop' && task.targetIds.length > 1);
    if (!judged || ONE_SHOP.test(query)) return [];
    return [
      {
        code: 'shop_condition_unsaid',
        path: 'user_query',
        rubricId: rubric.id,
        detail: `${rubric.description}, and the query does not say that everything has to come from one shop`,
      },
    ];
  });
