import type { PublishedVoucher } from '../published-task.ts';
import { amountsSaid } from './amounts-said.ts';
import type { Counter } from './counter.ts';
import { majorText, minor } from './task.ts';
import { appendedRules } from './written-part.ts';

/** The amounts of a voucher by what they are, in the order the appended rules give them; a rate in percent. */
function amountsOf({ budget, threshold, discount_type: type, face_value: face, discount, cap }: PublishedVoucher) {
  const off: (readonly [string, number | null])[] =
    type === 'fixed'
      ? [['discount', face]]
      : [
          ['rate in percent', discount === null ? null : discount * 100],
          ['cap', cap],
        ];
  const named: (readonly [string, number | null])[] = [['budget', budget], ['threshold', threshold], ...off];
  return named.flatMap(([name, amount]) => (amount === null ? [] : [{ name, amount: minor(amount) }]));
}

/** Counts vouchers that the query tells otherwise than the record the scorer reads. */
export const voucherText: Counter = {
  code: 'voucher_text',
  meaning: "the query does not give the voucher's amounts as the record does",
  unit: 'amounts',
  isDefect: true,
  begin:
    () =>
    ({ query, voucher }) => {
      if (voucher === null) return { of: 0, found: [] };
      const amounts = amountsOf(voucher);
      const rules = appendedRules(query);
      // The appended rules put every amount in its own place; in a text of other words it only has to stand somewhere.
      const quoted =
        rules === null ? null : [...rules.matchAll(/`([^`]*)`/g)].map(([, said]) => amountsSaid(said ?? ''));
      const anywhere = amountsSaid(query);
      const isSaid = (amount: number, at: number) => (quoted === null ? anywhere : quoted[at])?.has(amount) === true;
      return {
        of: amounts.length,
        found: amounts
          .filter(({ amount }, at) => !isSaid(amount, at))
          .map(({ name, amount }) => `${name} ${majorText(amount)}`),
      };
    },
};
