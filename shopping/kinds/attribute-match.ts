import { z } from 'zod';
import { formIn } from '../../catalog/index.ts';
import { inAll } from '../../catalog/inverted-index/index.ts';
import { flagOf } from '../../text/flags.ts';
import { ownValue } from '../../text/own-value.ts';
import { statedAs } from '../language/field-name.ts';
import { defineKind, verdict } from './kind.ts';
import { detailAsked, detailFieldOf, fieldNameOf, formsStated, haveValue, quoted } from './product-facts.ts';

/** A product's options for a detail field include each of the values, as whole options or in a range that one is. */
export const attributeMatch = defineKind({
  type: 'attribute_match',
  value: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),

  /** A product that does not state the field fails. */
  satisfies(product, asked) {
    const { field, forms } = detailAsked(asked);
    const stated = formsStated(product, field);
    return verdict(forms.every((form) => haveValue(stated, form)));
  },

  leavesOpen: (product, asked) => formsStated(product, detailAsked(asked).field).size === 0,

  places(index, { field, expected_value }) {
    return inAll(
      [expected_value].flat().map((value) => index.stating(detailFieldOf(field), value)),
      index.length,
    );
  },

  states({ details }, asked) {
    const field = fieldNameOf(asked);
    const { forms } = detailAsked(asked);
    const options = ownValue(details, field)?.options ?? [];
    return options.filter((option) => forms.some((form) => haveValue(new Set([formIn(field, option)]), form)));
  },

  describe: (asked) => `${fieldNameOf(asked)} is ${quoted([asked.expected_value].flat())}`,
  said(asked) {
    const field = fieldNameOf(asked);
    return [asked.expected_value].flat().map((value) => ({
      by: 'value',
      field,
      value: statedAs(field, value),
      excluded: flagOf(value) === false,
    }));
  },

  brief: ({ expected_value }) => [expected_value].flat().join(', '),
});
