import { mayStartWithNumber, saysBound, withoutLead } from './amount-words.ts';
import { dimensionOf, sizeOf, unitAt } from './units.ts';

/** The number a value starts with, its unit, and the words behind them. */
interface Measure {
  readonly amount: number;
  readonly unit: string | null;
  readonly rest: readonly string[];
}

/** A number with needless zeros in front is a name: "007". */
const NUMBER = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Reads a value in its comparison form (`normaliseValue`); null where it starts with no number. */
export function measureIn(norm: string): Measure | null {
  if (!mayStartWithNumber(norm)) return null;
  const words = withoutLead(norm.split(' '));
  const number = words[0] as string;
  if (!NUMBER.test(number)) return null;
  const unit = unitAt(words, 1);
  const rest = words.slice(1 + (unit?.length ?? 0));
  return { amount: Number(number), unit: unit?.unit ?? null, rest: saysBound(rest) ? [] : rest };
}

/** A range of amounts that a value is, and the unit or other word behind it. */
interface AmountRange {
  readonly from: number;
  readonly to: number;
  readonly of: string;
}

const RANGE = /^(\d+(?:\.\d+)?) to (\d+(?:\.\d+)?) (\D+)$/;

/** Reads a value in its comparison form as a range, "2700 to 6500 k"; null for any other. */
export function rangeIn(norm: string): AmountRange | null {
  const [, from, to, of = ''] = RANGE.exec(norm) ?? [];
  return from === undefined || to === undefined ? null : { from: Number(from), to: Number(to), of };
}

const ONE = /^(\d+(?:\.\d+)?) (\D+)$/;

/** An amount with the word behind it as a range of that alone. */
function oneIn(norm: string): AmountRange | null {
  const [, amount, of = ''] = ONE.exec(norm) ?? [];
  return amount === undefined ? null : { from: Number(amount), to: Number(amount), of };
}

/** Tells whether a value in its comparison form is an amount or a range of them, which a range may hold. */
export const mayLieInRange = (norm: string): boolean => (rangeIn(norm) ?? oneIn(norm)) !== null;

/** Tells whether a value that is a range holds another one, an amount or a range: 2700 K lies in 2700 to 6500 K. */
export function holdsAmount(range: string, other: string): boolean {
  const [whole, part] = [rangeIn(range), rangeIn(other) ?? oneIn(other)];
  if (whole === null || part === null || dimensionOf(whole.of) !== dimensionOf(part.of)) return false;
  const [low, high, from, to] = [
    inBase(whole.from, whole.of),
    inBase(whole.to, whole.of),
    inBase(part.from, part.of),
    inBase(part.to, part.of),
  ];
  return isAtLeast(from, low) && isAtLeast(high, to);
}

/** Binary and decimal prefixes mean the same to shops: 1024 MB are a GB, 1024 GB a TB. */
const BINARY_STEP = 1024;

/** An amount in the base unit of its dimension. */
export function inBase(amount: number, unit: string): number {
  let [value, size] = [amount, sizeOf(unit)];
  if (dimensionOf(unit) === 'memory') {
    while (value >= BINARY_STEP && value % BINARY_STEP === 0) [value, size] = [value / BINARY_STEP, size * 1000];
  }
  return value * size;
}

const TOLERANCE = 1e-9;

/** Tells whether an amount is as large as another or larger, give or take what conversion rounds. */
export const isAtLeast = (amount: number, bound: number): boolean => amount >= bound - Math.abs(bound) * TOLERANCE;
