import type { Counter } from './counter.ts';

/** "a shop that sells", "from the same store", "one trusted seller"; not "trusted sellers with LazMall", who may be several. */
const ONE_SHOP =
  /\b(?:an?|one|the|this|that|same|single|any|your|each)\s+(?:[\p{L}'-]+\s+){0,2}(?:shop|store|seller|vendor|merchant)\b|\b(?:shops|stores|sellers)\s+(?:that|which|who|offering|selling|carrying|having)\b/iu;

/** Counts vouchers of one shop in queries whose writer never asks for one shop: only the appended rules do. */
export const shopConditionUnsaid: Counter = {
  code: 'shop_condition_unsaid',
  meaning: 'a voucher holds for one shop only, and the written part of the query does not ask for one shop',
  unit: 'shop vouchers',
  isDefect: true,
  begin:
    () =>
    ({ written, voucher, products }) => {
      if (voucher?.voucher_type !== 'shop') return { of: 0, found: [] };
      return { of: 1, found: ONE_SHOP.test(written) ? [] : [`${products.length} products of one shop`] };
    },
};
