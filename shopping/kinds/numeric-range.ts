import { z } from 'zod';
import { pricesOf } from '../../catalog/index.ts';
import type { Product } from '../../schemas/product.ts';
import { formatMoney, minorUnitsOf } from '../../text/money.ts';
import { normaliseValue } from '../../text/normalise.ts';
import { ownValue } from '../../text/own-value.ts';
import { UNIT_OF } from '../../text/units.ts';
import { amountSaid, boundSaid } from '../language/quantity-words.ts';
import { extentIn, isWithin } from '../quantities/amount.ts';
import { type Asked, defineKind, verdict } from './kind.ts';
import { detailFieldOf, fieldNameOf, formsStated } from './product-facts.ts';

/**
 * Inclusive bounds; at least one is set. Prices are in major units here (whole ones), as products print them; amounts of
 * detail fields in `unit`, or as they are where they have none.
 */
export const NumericRange = z
  .strictObject({
    min: z.number().optional(),
    max: z.number().optional(),
    /** Short form, as `UNIT_OF` has it. */
    unit: z
      .string()
      .refine((unit) => UNIT_OF.get(unit) === unit, 'no unit in its short form')
      .optional(),
    /** The size that is named ("27-inch"); the bounds are what rounds to it. */
    nominal: z.number().optional(),
  })
  .refine(({ min, max }) => min !== undefined || max !== undefined, 'a range needs a min or a max')
  .refine(
    ({ min = Number.NaN, max = Number.NaN, nominal }) => nominal === undefined || (min <= nominal && nominal <= max),
    'a size lies between its min and its max',
  );
export type NumericRange = z.infer<typeof NumericRange>;

const NAMES: Readonly<Record<string, string>> = {
  average_rating: 'average rating',
  rating_number: 'number of ratings',
  price: 'price',
};

/** Tells whether a value of a field, in its comparison form, is an amount within a range, or a range with one that is. */
function meets(field: string, norm: string, range: NumericRange): boolean {
  const read = extentIn(field, norm);
  return read !== null && isWithin(read, range);
}

/**
 * The numbers a numeric rubric is about, none where the product does not state one: its prices, in major units, may be
 * several.
 */
function numbersOf(product: Product, field: string): number[] {
  const { averageRating, ratingCount, currency } = product;
  if (field === 'average_rating') return averageRating === null ? [] : [averageRating];
  if (field === 'rating_number') return ratingCount === null ? [] : [ratingCount];
  if (field !== 'price' || currency === null) return [];
  return pricesOf(product).map((price) => price / minorUnitsOf(currency));
}

/** A product's rating, its number of ratings, one of its prices or one of its options for a quantity field lies within bounds. */
export const numericRange = defineKind({
  type: 'numeric_range',
  value: NumericRange,

  /** A product without the number fails. */
  satisfies(product, { field, expected_value }) {
    const name = detailFieldOf(field);
    if (name !== null) {
      return verdict([...formsStated(product, name)].some((norm) => meets(name, norm, expected_value)));
    }
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = expected_value;
    return verdict(numbersOf(product, field).some((value) => value >= min && value <= max));
  },

  leavesOpen(product, { field }) {
    const name = detailFieldOf(field);
    if (name === null) return numbersOf(product, field).length === 0;
    return [...formsStated(product, name)].every((norm) => extentIn(name, norm) === null);
  },

  places: (index, { field, expected_value }) => index.within(field, expected_value),

  states(product, asked) {
    const name = detailFieldOf(asked.field);
    if (name !== null) {
      const options = ownValue(product.details, name)?.options ?? [];
      return options.filter((option) => meets(name, normaliseValue(option), asked.expected_value));
    }
    return numbersOf(product, asked.field).map(String);
  },

  describe(asked, currency) {
    const { field, expected_value } = asked;
    const { min, max, unit, nominal } = expected_value;
    const name = ownValue(NAMES, field) ?? fieldNameOf(asked);
    const say = (bound: number) => {
      if (field === 'price') return formatMoney(Math.round(bound * minorUnitsOf(currency)), currency);
      return unit === undefined ? String(bound) : amountSaid(bound, unit);
    };
    const [low, high] = [min, max].map((bound) => (bound === undefined ? null : say(bound)));
    if (low !== null && high !== null)
      return nominal === undefined
        ? `${name} is from ${low} to ${high}`
        : `${name} is ${say(nominal)}: from ${low} to ${high}`;
    return low === null ? `${name} is at most ${high}` : `${name} is at least ${low}`;
  },

  said: (asked) => [{ by: 'range', field: fieldNameOf(asked), range: asked.expected_value }],

  brief(asked) {
    const { min, max } = asked.expected_value;
    if (detailFieldOf(asked.field) !== null) return boundSaid(asked.expected_value);
    if (min !== undefined && max !== undefined) return `${min} to ${max}`;
    return min !== undefined ? `${min} or more` : `${max} or less`;
  },
});

/** Tells whether a product states a number outside the bounds: one that states none fails every bound alike. */
export function liesOutside(product: Product, range: Asked<'numeric_range', NumericRange>): boolean {
  const { min: _, max: __, ...unit } = range.expected_value;
  const unbounded = { ...range, expected_value: { ...unit, min: Number.NEGATIVE_INFINITY } };
  return (
    numericRange.satisfies(product, range, []) === 'no' && numericRange.satisfies(product, unbounded, []) === 'yes'
  );
}
