import { dimensionOf, sizeOf, UNIT_OF } from '../../text/units.ts';
import type { RawDetail } from './details.ts';
import { canonicalField } from './fields.ts';
import { numberOf, textOf } from './values.ts';

const UNIT_IN_NAME = /^(?<name>.*\S)\s*\((?<unit>\p{L}{1,5})\)$/u;
const AMOUNT = /^(?:[^\d.]{0,4}|\p{L}{1,3}\.\s?)(?<number>\d[\d.,]*(?<=\d)|\.\d+)\s?(?<unit>\p{L}+)?/u;

const unitOf = (word = '') => UNIT_OF.get(word.toLowerCase());

/** A field without the unit that its name ends with, and that unit: "Weight (g)"; null for one without. */
function partedUnit(field: string): { readonly name: string; readonly unit: string } | null {
  const { name = '', unit: word } = UNIT_IN_NAME.exec(field)?.groups ?? {};
  const unit = unitOf(word);
  return unit === undefined ? null : { name: canonicalField(name), unit };
}

/** A field without the unit that its name ends with: "Weight (g)" is a weight. */
export const withoutUnit = (field: string): string => partedUnit(field)?.name ?? canonicalField(field);

interface Amount {
  readonly dimension: string;
  /** In the base unit of its dimension. */
  readonly size: number;
}

/** The amount of a value, with the unit of its own text or else of its field's name; null for one that has no number or no unit. */
function amountOf(field: string, value: unknown): Amount | null {
  const { number = '', unit: own } = AMOUNT.exec(textOf(value))?.groups ?? {};
  const size = numberOf(number);
  const unit = unitOf(own) ?? partedUnit(field)?.unit;
  return size === null || unit === undefined ? null : { dimension: dimensionOf(unit), size: size * sizeOf(unit) };
}

/** Share by which amounts may differ that are one, rounded to another unit. */
const ROUNDED = 0.02;

const areEqual = (one: Amount, other: Amount) =>
  one.dimension === other.dimension && Math.abs(one.size - other.size) <= ROUNDED * Math.max(one.size, other.size);

/**
 * Pairs without those that state an amount once more under a name with another unit, or with none: "Weight: 1.12 kg" beside
 * "Weight (g)" of 1120. The first of them counts.
 */
export function quantitiesOnce(pairs: readonly RawDetail[]): readonly RawDetail[] {
  if (!pairs.some(([field]) => partedUnit(field) !== null)) return pairs;
  const known = new Map<string, { readonly field: string; readonly amount: Amount }[]>();
  return pairs.filter(([field, value]) => {
    const amount = amountOf(field, value);
    if (amount === null) return true;
    const [name, own] = [withoutUnit(field), canonicalField(field)];
    const before = known.get(name) ?? [];
    if (before.some((other) => other.field !== own && areEqual(other.amount, amount))) return false;
    known.set(name, [...before, { field: own, amount }]);
    return true;
  });
}
