import { normaliseText } from '../../../text/normalise.ts';
import { type Counter, excerpt } from './counter.ts';

/** Counts scored values that the query does not hold letter by letter. Most are paraphrased, which is no fault. */
export const valueReworded: Counter = {
  code: 'value_reworded',
  meaning: 'a scored value does not stand word for word in the query, so that an agent has to guess how it is spelt',
  unit: 'values',
  isDefect: false,
  begin: () => (task) => {
    const query = normaliseText(task.written);
    const values = task.products.flatMap((product) => product.values);
    const reworded = values.filter(({ value }) => !query.includes(normaliseText(value)));
    return { of: values.length, found: reworded.map(({ key, value }) => `${key} = ${excerpt(value)}`) };
  },
};
