import { z } from 'zod';
import { wholeNumber } from './setting.ts';

const EXPECTED = 'expected a number such as 25, or one for each intent such as product_search=2000,coupon_budget=300';
const COUNT = wholeNumber(1);
const COUNTS = z.record(z.string().min(1), COUNT).refine((counts) => Object.keys(counts).length > 0, EXPECTED);

/** `product_search=2000,coupon_budget=300` as intents and numbers; anything else as it is. */
function countsOf(given: unknown): unknown {
  if (typeof given !== 'string' || !/[=,]/.test(given)) return given;
  const counts = given.split(',').map((part) => part.split('=').map((word) => word.trim()));
  const names = new Set(counts.map(([intent]) => intent));
  const isWhole = names.size === counts.length && counts.every((words) => words.length === 2 && words[0] !== '');
  // What cannot be read, or says one intent twice, is refused by what is expected of both forms.
  return isWhole ? Object.fromEntries(counts) : [];
}

/** Samples wanted of each intent: one number for all, or a number for each intent that is wanted. */
export const PerIntent = z.unknown().transform((given, context): number | Record<string, number> => {
  const value = countsOf(given);
  if (Array.isArray(value)) {
    context.addIssue({ code: 'custom', message: EXPECTED });
    return z.NEVER;
  }
  const parsed = (typeof value === 'object' && value !== null ? COUNTS : COUNT).safeParse(value);
  if (parsed.success) return parsed.data;
  for (const { message, path } of parsed.error.issues) context.addIssue({ code: 'custom', message, path });
  return z.NEVER;
});
export type PerIntent = z.infer<typeof PerIntent>;

/** The samples wanted of an intent; none of one that is not named. */
export const samplesWanted = (perIntent: PerIntent, intent: string): number =>
  typeof perIntent === 'number' ? perIntent : Object.hasOwn(perIntent, intent) ? (perIntent[intent] as number) : 0;
