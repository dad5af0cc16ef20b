import { type Counter, excerpt } from './counter.ts';
import { repeatedKeys, withBothKinds } from './repeated-keys.ts';

/** Counts facts that are scored twice. */
export const factTwice: Counter = {
  code: 'fact_twice',
  meaning: 'the same value is scored as a SKU option and, under the same key, as an attribute',
  unit: 'products with options and attributes',
  isDefect: true,
  begin: () => (task) => ({
    of: withBothKinds(task),
    found: repeatedKeys(task)
      .filter(({ isSame }) => isSame)
      .map(({ key, option }) => `${key} = ${excerpt(option)}`),
  }),
};
