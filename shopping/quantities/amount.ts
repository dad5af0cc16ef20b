import { englishWords, FIELDS } from '../../lexicon/index.ts';
import { memoised } from '../../text/cache/memoised.ts';
import { inBase, isAtLeast, measureIn, rangeIn } from '../../text/measure.ts';
import { tokensOf } from '../../text/normalise.ts';
import { dimensionOf, unitAt } from '../../text/units.ts';
import { unitBehindWord } from '../../text/units-in-names.ts';

/** One number as a product states it; without a unit where neither the value nor the field's name says one. */
export interface Amount {
  readonly amount: number;
  readonly unit: string | null;
}

/** One number, or all from it up to another: a range is all the amounts in it, as an amount for each choice is. */
export interface Extent extends Amount {
  readonly upTo: number;
}

/** Inclusive bounds, in a unit or, where numbers of the field have none, without. */
export interface QuantityBounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly unit?: string | undefined;
}

/**
 * Dimensions whose units a name ends in because they are counted, not because they are the unit: "model year", "number
 * of pieces".
 */
const COUNTED = new Set(['items', 'span', 'pair', 'sheet', 'degree', 'percent', 'px']);
const IN_BRACKETS = /[([]\s*(?:in\s+)?([^()[\]]+?)\s*[)\]]\s*$/i;

const wordsOf = (field: string) => tokensOf(field.replaceAll('_', ' '));

/** The unit that a field's name ends in: "Display Size (inch)", "weight_kg"; "price per GB" is in none. */
export function unitInName(field: string): string | null {
  const found = IN_BRACKETS.exec(field);
  if (found === null) return unitBehind(field);
  const word = wordsOf(field.slice(0, found.index)).at(-1) ?? '';
  return unitBehindWord(word, tokensOf(found[1] as string).join(' '), true);
}

/** The unit that is the last word of a field's name: "weight_kg". */
export function unitBehind(field: string): string | null {
  const words = wordsOf(field);
  const [measured, last] = words.slice(-2);
  if (measured === undefined || last === undefined || words.includes('per')) return null;
  const unit = unitBehindWord(measured, last, false);
  return unit === null || COUNTED.has(dimensionOf(unit)) ? null : unit;
}

const MOST_FIELDS = 5_000;
const unitOf = memoised(MOST_FIELDS, (field) => FIELDS.get(field)?.unit ?? unitInName(field));

const HOLDS_LIQUID = new Set(englishWords('field name: holds liquid'));
const HOLDS_LOADS = new Set(englishWords('field name: holds loads'));
/** Tells whether a field is of what fits into a vessel: its ounces are of volume, which weigh what is in there. */
const holdsLiquid = memoised(MOST_FIELDS, (field) => {
  const words = wordsOf(field);
  return words.some((word) => HOLDS_LIQUID.has(word)) && !words.some((word) => HOLDS_LOADS.has(word));
});

function bareUnitOf(field: string, amount: number): string | null {
  const small = FIELDS.get(field)?.small;
  if (small !== undefined && amount < small.below) return small.unit;
  return unitOf(field);
}

/** Tells whether words behind an amount are ones that may stand there: "ssd", "ddr4", "7200 rpm". */
function takesNothing(rest: readonly string[], beside: readonly string[]): boolean {
  for (let at = 0; at < rest.length; ) {
    if (beside.includes(rest[at] as string)) {
      at++;
      continue;
    }
    const unit = /^\d/.test(rest[at] as string) ? unitAt(rest, at + 1) : undefined;
    if (unit === undefined || !beside.includes(unit.unit)) return false;
    at += 1 + unit.length;
  }
  return true;
}

/** The one number that a value of a field says, in its comparison form; or what it lacks to be one. */
export function amountIn(field: string, norm: string): Amount | { readonly lacks: 'number' | 'unit' } {
  const measure = measureIn(norm);
  const known = FIELDS.get(field)?.quantity;
  if (measure === null || !takesNothing(measure.rest, measure.unit === null ? [] : (known?.beside ?? [])))
    return { lacks: measure?.unit === null && known !== undefined ? 'unit' : 'number' };
  const said = measure.unit ?? (known?.bare === true ? known.unit : bareUnitOf(field, measure.amount));
  const unit = said === 'oz' && holdsLiquid(field) ? 'fl oz' : said;
  if (known !== undefined && (unit === null || dimensionOf(unit) !== dimensionOf(known.unit))) return { lacks: 'unit' };
  return { amount: measure.amount, unit };
}

/** The amounts that a value of a field says, in its comparison form: one, or those of a range; null where it says none. */
export function extentIn(field: string, norm: string): Extent | null {
  const one = amountIn(field, norm);
  if (!('lacks' in one)) return { ...one, upTo: one.amount };
  const range = rangeIn(norm);
  if (range === null) return null;
  const [low, high] = [amountIn(field, `${range.from} ${range.of}`), amountIn(field, `${range.to} ${range.of}`)];
  return 'lacks' in low || 'lacks' in high || low.unit !== high.unit ? null : { ...low, upTo: high.amount };
}

/**
 * Tells whether an amount lies within bounds, or one of a range does. A number without a unit stands in the unit of the
 * bounds.
 */
export function isWithin(
  { amount, upTo = amount, unit }: Amount & Partial<Extent>,
  { min, max, unit: asked }: QuantityBounds,
): boolean {
  if (asked === undefined ? unit !== null : unit !== null && dimensionOf(unit) !== dimensionOf(asked)) return false;
  const base = (value: number, of = asked) => (of === undefined ? value : inBase(value, of));
  const [low, high] = [base(amount, unit ?? asked), base(upTo, unit ?? asked)];
  return (min === undefined || isAtLeast(high, base(min))) && (max === undefined || isAtLeast(base(max), low));
}
