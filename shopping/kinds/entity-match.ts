import { z } from 'zod';
import { containsWords } from '../../text/normalise.ts';
import { isNamed, titleNames } from '../nouns/product-type.ts';
import { defineKind, verdict } from './kind.ts';

const kind = defineKind({
  type: 'entity_match',
  value: z.string().min(1),
  satisfies: (product, { expected_value }) => verdict(isNamed(product, expected_value)),
  places: (index, { expected_value }) => index.named(expected_value),
  states: ({ title, category }, { expected_value }) =>
    containsWords(title, expected_value) || titleNames(title, expected_value) ? [title] : category.slice(-1),
  describe: ({ expected_value }) => `its title or its category names it: "${expected_value}"`,
  said: ({ expected_value }) => [{ by: 'phrase', text: expected_value }],
  brief: ({ expected_value }) => expected_value,
});

/** A product's title holds the noun phrase as whole words, or its category names that kind of product. It is locked of a target's noun phrase, never of a feature. */
export const entityMatch = {
  ...kind,
  rubric: kind.rubric.extend({ canonical_entity: z.string().min(1), title_span: z.string().min(1) }),
};
