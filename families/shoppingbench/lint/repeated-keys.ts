import { normaliseText, normaliseValue } from '../../../text/normalise.ts';
import type { LintTask } from './task.ts';

/** A key that one product is scored on both as a SKU option and as an attribute. */
export interface RepeatedKey {
  readonly key: string;
  readonly option: string;
  readonly attribute: string;
  readonly isSame: boolean;
}

/** Products that could repeat one: those scored on options and on attributes. */
export const withBothKinds = ({ products }: LintTask): number =>
  products.filter(({ values }) => new Set(values.map(({ from }) => from)).size > 1).length;

export const repeatedKeys = ({ products }: LintTask): RepeatedKey[] =>
  products.flatMap(({ values }) => {
    const options = values.filter(({ from }) => from === 'sku');
    return values
      .filter(({ from }) => from === 'attribute')
      .flatMap(({ key, value }) =>
        options
          .filter((option) => normaliseText(option.key) === normaliseText(key))
          .map((option) => ({
            key,
            option: option.value,
            attribute: value,
            isSame: normaliseValue(option.value) === normaliseValue(value),
          })),
      );
  });
