import { englishExpression } from '../lexicon/index.ts';
import { dimensionOf, sizeOf, unitAt } from './units.ts';

/** The number a value starts with, its unit, and the words behind them. */
interface Measure {
  readonly amount: number;
  readonly unit: string | null;
  readonly rest: readonly string[];
}

const LEAD = englishExpression('measure: lead', '');
/** A number with needless zeros in front is a name: "007". */
const NUMBER = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Reads a value in its comparison form (`normaliseValue`); null where it starts with no number. */
export function measureIn(norm: string): Measure | null {
  const said = norm.replace(LEAD, '');
  const end = said.indexOf(' ');
  if (!NUMBER.test(end < 0 ? said : said.slice(0, end))) return null;
  const [number, ...words] = said.split(' ');
  const unit = unitAt(words, 0);
  return { amount: Number(number), unit: unit?.unit ?? null, rest: words.slice(unit?.length ?? 0) };
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
