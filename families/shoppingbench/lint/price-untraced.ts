import { amountsSaid } from './amounts-said.ts';
import type { Counter } from './counter.ts';
import { majorText } from './task.ts';

/** Counts price bounds whose number the query does not give. */
export const priceUntraced: Counter = {
  code: 'price_untraced',
  meaning: 'a scored price bound does not stand in the query',
  unit: 'price bounds',
  isDefect: true,
  begin: () => (task) => {
    const said = amountsSaid(task.written);
    const bounds = task.products.flatMap((product) =>
      product.bounds.flatMap(({ mode, low, high }) =>
        [low, high].filter((amount) => amount !== null).map((amount) => ({ mode, amount })),
      ),
    );
    const unsaid = bounds.filter(({ amount }) => !said.has(amount));
    return { of: bounds.length, found: unsaid.map(({ mode, amount }) => `${mode} ${majorText(amount)}`) };
  },
};
