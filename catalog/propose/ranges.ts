import { UNIT_OF } from '../../text/units.ts';
import { amountRangeIn, rangeIn } from '../readers/index.ts';
import { type Column, isNumber, keyOf, MOSTLY } from './profile.ts';

/** The amount that stands for a range in a column of numbers and ranges, or of amounts and theirs; null in any other column. */
export const rangesOf = (column: Column): 'highest' | 'middle' | null =>
  holdsRanges(column) ? 'highest' : holdsAmountRanges(column) ? 'middle' : null;

/** Tells whether a column holds numbers in some rows and ranges of two in others: of one thing, then, and not of two. */
function holdsRanges(column: Column): boolean {
  const pairs = column.share((value) => Array.isArray(value));
  const ranges = column.share((value) => rangeIn(value) !== null);
  return (
    pairs >= LEAST_MIXED &&
    pairs <= 1 - LEAST_MIXED &&
    ranges >= pairs * MOSTLY &&
    column.share(isNumber) >= MOSTLY - pairs
  );
}

/** A number with its unit: "1.450 m". */
const AMOUNT = /^\d[\d.,]*\s?(?<unit>[\p{L}"″]+)$/u;

/**
 * Tells whether the cells of a column are amounts of one unit, many of them different, and ranges of two in fewer rows: where
 * most are ranges ("3-5 years"), they are what shoppers choose among.
 */
function holdsAmountRanges(column: Column): boolean {
  const unitOf = (unit = '') => UNIT_OF.get(unit.toLowerCase());
  const amounts = column.stated.flatMap((value) => {
    const unit = typeof value === 'string' ? unitOf(AMOUNT.exec(value.trim())?.groups?.unit) : undefined;
    return unit === undefined ? [] : [{ value, unit }];
  });
  const [first] = amounts;
  const isOneUnit = amounts.every(({ unit }) => unit === first?.unit);
  const ranges = column.share((value) => first !== undefined && unitOf(amountRangeIn(value)?.unit) === first.unit);
  const single = amounts.length / Math.max(1, column.stated.length);
  return (
    isOneUnit &&
    ranges >= LEAST_MIXED &&
    single >= ranges &&
    single + ranges >= MOST_AMOUNTS &&
    new Set(amounts.map(({ value }) => keyOf(value))).size >= LEAST_AMOUNTS
  );
}

/** Share of cells that are amounts or ranges of them, and different amounts, from which on a column holds a quantity. */
const MOST_AMOUNTS = 0.95;
const LEAST_AMOUNTS = 6;

/** The share of rows that hold a range, and that hold a number, from which on neither is a slip. */
const LEAST_MIXED = 0.05;
