import { dimensionOf, UNIT_OF } from '../../text/units.ts';
import type { RawDetail } from './details.ts';
import { canonicalField } from './fields.ts';

const UNIT_IN_NAME = /^(?<name>.*\S)\s*\((?<unit>\p{L}{1,5})\)$/u;
const AMOUNT = /^\D{0,4}\d[\d.,]*\s?(?<unit>\p{L}+)/u;

const unitOf = (word = '') => UNIT_OF.get(word.toLowerCase());

/** A field without the unit that its name ends with, and that unit: "Weight (g)"; null for one without. */
function partedUnit(field: string): { readonly name: string; readonly unit: string } | null {
  const { name = '', unit: word } = UNIT_IN_NAME.exec(field)?.groups ?? {};
  const unit = unitOf(word);
  return unit === undefined ? null : { name: canonicalField(name), unit };
}

/** A field without the unit that its name ends with: "Weight (g)" is a weight. */
export const withoutUnit = (field: string): string => partedUnit(field)?.name ?? canonicalField(field);

/** The unit of an amount, by the name of its field or its own text. */
const unitStated = (field: string, value: unknown): string | undefined =>
  partedUnit(field)?.unit ?? (typeof value === 'string' ? unitOf(AMOUNT.exec(value.trim())?.groups?.unit) : undefined);

/**
 * Pairs without those that state a quantity once more under a name with another unit, or with none: "Weight: 1.12 kg" beside
 * "Weight (g)" of 1120. The first of them counts.
 */
export function quantitiesOnce(pairs: readonly RawDetail[]): readonly RawDetail[] {
  if (!pairs.some(([field]) => partedUnit(field) !== null)) return pairs;
  const first = new Map<string, { readonly field: string; readonly dimension: string }>();
  return pairs.filter(([field, value]) => {
    const unit = unitStated(field, value);
    if (unit === undefined) return true;
    const name = withoutUnit(field);
    const [known, dimension] = [first.get(name), dimensionOf(unit)];
    if (known === undefined) first.set(name, { field: canonicalField(field), dimension });
    return known === undefined || known.field === canonicalField(field) || known.dimension !== dimension;
  });
}
