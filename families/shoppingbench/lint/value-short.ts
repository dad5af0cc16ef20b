import { type Counter, excerpt } from './counter.ts';

const MOST_CHARACTERS = 2;
const LETTERS_AND_DIGITS = /[\p{L}\p{M}\p{N}]/gu;

/** Counts values of one or two letters and digits: right for a size, and too short for any check of a text to be sure of. */
export const valueShort: Counter = {
  code: 'value_short',
  meaning: `a scored value has at most ${MOST_CHARACTERS} letters and digits`,
  unit: 'values',
  isDefect: false,
  begin: () => (task) => {
    const values = task.products.flatMap((product) => product.values);
    const short = values.filter(({ value }) => (value.match(LETTERS_AND_DIGITS)?.length ?? 0) <= MOST_CHARACTERS);
    return { of: values.length, found: short.map(({ key, value }) => `${key} = ${excerpt(value)}`) };
  },
};
