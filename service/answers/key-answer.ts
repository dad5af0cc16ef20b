import { z } from 'zod';
import { minorUnitsOf } from '../../text/money.ts';
import { normaliseText } from '../../text/normalise.ts';
import { FACT_WORDS } from './fact-words.ts';
import { amountsIn, moneyIn } from './figures.ts';
import { datesIn, hoursIn } from './moments.ts';
import { saysNothingLeft } from './zero.ts';

/**
 * A fact that the agent has to tell, typed, so that code decides whether it was told: an amount in minor units, a number,
 * a local time precise to the hour, a day, a text in any of its spellings, or a yes or no that is known by words.
 */
export const KeyValue = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('money'), minor: z.int(), currency: z.string().length(3) }),
  z.strictObject({ type: z.literal('number'), number: z.number() }),
  z.strictObject({ type: z.literal('time'), time: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d/) }),
  /** `any`: spellings, of which one is enough. `others`: what it could have been instead, where that is known. */
  z.strictObject({
    type: z.literal('text'),
    any: z.array(z.string().min(1)).min(1),
    others: z.array(z.string().min(1)).optional(),
  }),
  z.strictObject({ type: z.literal('texts'), all: z.array(z.string().min(1)).min(1) }),
  /** Something that is told by words of a table, such as that a request is refused. */
  // `of`: what it is said of, such as the coupons that are refused; it need not be named.
  z.strictObject({ type: z.literal('words'), words: z.string(), of: z.array(z.string().min(1)).min(1).optional() }),
]);
export type KeyValue = z.infer<typeof KeyValue>;

export const KeyAnswer = z.strictObject({
  id: z.string(),
  /** The intent it belongs to. */
  intent: z.string(),
  /** Name of a fact of the policy, or of a field of the store. */
  fact: z.string(),
  value: KeyValue,
});
export type KeyAnswer = z.infer<typeof KeyAnswer>;

const folded = (text: string) => normaliseText(text);

/** A text holds another one as whole words; in scripts without spaces, anywhere. */
function holds(text: string, part: string): boolean {
  const [whole, wanted] = [` ${folded(text)} `, folded(part)];
  if (wanted === '') return false;
  const at = whole.indexOf(wanted);
  if (at === -1) return false;
  if (/[\p{Script=Han}]/u.test(wanted)) return true;
  return whole.includes(` ${wanted} `);
}

/** Tells whether one message tells a fact. */
export function tells(message: string, value: KeyValue): boolean {
  switch (value.type) {
    case 'money': {
      const units = minorUnitsOf(value.currency);
      return (
        moneyIn(message).some((amount) => Math.round(amount * units) === value.minor) ||
        (value.minor === 0 && saysNothingLeft(message))
      );
    }
    case 'number':
      return amountsIn(message).includes(value.number) || (value.number === 0 && saysNothingLeft(message));
    case 'time': {
      const day = value.time.slice(5, 10);
      const hour = Number(value.time.slice(11, 13));
      return datesIn(message).includes(day) && hoursIn(message).includes(hour);
    }
    case 'text':
      return value.any.some((part) => holds(message, part));
    case 'texts':
      return value.all.every((part) => holds(message, part));
    case 'words': {
      const words = FACT_WORDS[value.words];
      if (words === undefined) throw new RangeError(`there are no words for "${value.words}"`);
      return words.some((pattern) => pattern.test(message));
    }
  }
}
