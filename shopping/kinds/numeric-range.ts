import { z } from 'zod';
import { formatMoney, minorUnitsOf } from '../../text/money.ts';
import { ownValue } from '../../text/own-value.ts';
import { defineKind, verdict } from './kind.ts';
import { fieldNameOf, numberOf } from './product-facts.ts';

/** Inclusive bounds; at least one is set. Prices are in major units here (whole ones), as products print them. */
export const NumericRange = z
  .strictObject({ min: z.number().optional(), max: z.number().optional() })
  .refine(({ min, max }) => min !== undefined || max !== undefined, 'a range needs a min or a max');
export type NumericRange = z.infer<typeof NumericRange>;

const NAMES: Readonly<Record<string, string>> = {
  average_rating: 'average rating',
  rating_number: 'number of ratings',
  price: 'price',
};

/** A product's price, rating or number of ratings lies within bounds. */
export const numericRange = defineKind({
  type: 'numeric_range',
  value: NumericRange,

  /** A product without the number fails. */
  satisfies(product, { field, expected_value }) {
    const value = numberOf(product, field);
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = expected_value;
    return verdict(value !== null && value >= min && value <= max);
  },

  places: (index, { field, expected_value }) => index.within(field, expected_value),

  states(product, { field }) {
    const stated = numberOf(product, field);
    return stated === null ? [] : [String(stated)];
  },

  describe(asked, currency) {
    const { field, expected_value } = asked;
    const { min, max } = expected_value;
    const name = ownValue(NAMES, field) ?? fieldNameOf(asked);
    const say = (bound: number) =>
      field === 'price' ? formatMoney(Math.round(bound * minorUnitsOf(currency)), currency) : String(bound);
    const [low, high] = [min, max].map((bound) => (bound === undefined ? null : say(bound)));
    if (low !== null && high !== null) return `${name} is from ${low} to ${high}`;
    return low === null ? `${name} is at most ${high}` : `${name} is at least ${low}`;
  },

  said: (asked) => [{ by: 'range', field: fieldNameOf(asked), range: asked.expected_value }],

  brief({ expected_value: { min, max } }) {
    if (min !== undefined && max !== undefined) return `${min} to ${max}`;
    return min !== undefined ? `${min} or more` : `${max} or less`;
  },
});
