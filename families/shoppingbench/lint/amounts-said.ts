import { tokensOf } from '../../../text/normalise.ts';
import { minor } from './task.ts';

const NUMBER = /^\d+(?:\.\d+)?$/;

/** Every number of a text as an amount in minor units, whatever stands beside it: "1,250" is 125000. */
export const amountsSaid = (text: string): ReadonlySet<number> =>
  new Set(
    tokensOf(text)
      .filter((token) => NUMBER.test(token))
      .map((token) => minor(Number(token))),
  );
