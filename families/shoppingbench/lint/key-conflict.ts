import { type Counter, excerpt } from './counter.ts';
import { repeatedKeys, withBothKinds } from './repeated-keys.ts';

/** Counts keys that must have two values at once. */
export const keyConflict: Counter = {
  code: 'key_conflict',
  meaning: 'a SKU option and an attribute under the same key are scored with different values',
  unit: 'products with options and attributes',
  isDefect: true,
  begin: () => (task) => ({
    of: withBothKinds(task),
    found: repeatedKeys(task)
      .filter(({ isSame }) => !isSame)
      .map(({ key, option, attribute }) => `${key} = ${excerpt(option)} and ${excerpt(attribute)}`),
  }),
};
