import { tokensOf } from '../../../text/normalise.ts';
import type { Counter } from './counter.ts';
import { excerpt } from './counter.ts';
import { bareOption, TracedText } from './traces.ts';

/** Counts scored values of which the query says nothing at all. What has no word to say ("-") is noise, not untraced. */
export const valueUntraced: Counter = {
  code: 'value_untraced',
  meaning: 'no word or number of a scored value stands in the query',
  unit: 'values',
  isDefect: true,
  begin: () => (task) => {
    const query = new TracedText(task.written);
    const values = task.products.flatMap((product) => product.values);
    const untraced = values.filter(
      ({ key, value }) => tokensOf(bareOption(value)).length > 0 && !query.traces({ key, value }),
    );
    return { of: values.length, found: untraced.map(({ key, value }) => `${key} = ${excerpt(value)}`) };
  },
};
