import { oneShopMentions } from '../../../shopping/vouchers/one-shop.ts';
import { defineGate } from '../../../stages/gate.ts';
import { placesOf } from '../../../stages/gates/words/places.ts';

/**
 * Finds a query that keeps silent about the shop, or denies that it matters, although the order is judged by it: one shop
 * has to sell everything, or a shop's own voucher is used on several products. The words that carry the rubric decide
 * where they speak of one shop.
 */
export const shopConditionUnsaid = defineGate({
  name: 'anchoring: one shop',
  codes: { shop_condition_unsaid: 'the order is judged by its shop and the query does not say so, or denies it' },
  check: ({ task, wording: { query, surfaces } }) =>
    task.locked.rubrics.flatMap((rubric) => {
      const judged =
        rubric.type === 'same_shop' ||
        (rubric.type === 'budget_match' &&
          rubric.expected_value.voucher.issuer === 'shop' &&
          task.targetIds.length > 1);
      if (!judged) return [];
      const mentions = oneShopMentions(query);
      const places = placesOf(query, surfaces[rubric.id] ?? '');
      const carried = mentions.filter((mention) =>
        places.some(({ start, end }) => start <= mention.start && mention.end <= end),
      );
      const told = carried.length > 0 ? carried : mentions;
      if (told.some(({ meaning }) => meaning !== 'denied')) return [];
      return [
        {
          code: 'shop_condition_unsaid',
          path: 'user_query',
          rubricId: rubric.id,
          ...(told.length === 0 ? {} : { spans: told.map(({ start, end }) => ({ start, end })) }),
          detail: `${rubric.description}, and the query ${told.length === 0 ? 'does not say' : 'denies'} that everything has to come from one shop`,
        },
      ];
    }),
});
