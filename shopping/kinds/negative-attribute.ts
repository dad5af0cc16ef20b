import { z } from 'zod';
import { type Bits, inAll } from '../../catalog/inverted-index/index.ts';
import { ownValue } from '../../text/own-value.ts';
import { defineKind, verdict } from './kind.ts';
import { detailAsked, detailFieldOf, fieldNameOf, formsStated, haveValue, quoted } from './product-facts.ts';

/** None of a product's options for a detail field is excluded, nor a range that holds what is. */
export const negativeAttribute = defineKind({
  type: 'negative_attribute',
  value: z.array(z.string().min(1)).min(1),

  /** A product that does not state the field passes. */
  satisfies(product, asked) {
    const { field, forms } = detailAsked(asked);
    const stated = formsStated(product, field);
    return verdict(!forms.some((form) => haveValue(stated, form)));
  },

  places(index, { field, expected_value }) {
    return except(
      index.length,
      expected_value.map((value) => index.stating(detailFieldOf(field), value)),
    );
  },

  states: ({ details }, asked) => [...(ownValue(details, fieldNameOf(asked))?.options ?? [])],

  describe: (asked) => `${fieldNameOf(asked)} is none of ${quoted(asked.expected_value)}`,
  said: (asked) =>
    asked.expected_value.map((value) => ({ by: 'value', field: fieldNameOf(asked), value, excluded: true })),

  brief: ({ expected_value }) => `not ${expected_value.join(', ')}`,
});

/** The places that are in none of the sets. */
function except(length: number, sets: readonly Bits[]): Bits {
  const places = inAll([], length);
  for (const set of sets) for (let word = 0; word < places.length; word++) places[word]! &= ~(set[word] as number);
  return places;
}
