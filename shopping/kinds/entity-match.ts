import { z } from 'zod';
import { containsWords } from '../../text/normalise.ts';
import { defineKind, verdict } from './kind.ts';

const kind = defineKind({
  type: 'entity_match',
  value: z.string().min(1),
  satisfies: ({ title }, { expected_value }) => verdict(containsWords(title, expected_value)),
  places: (index, { expected_value }) => index.titled(expected_value),
  states: ({ title }) => [title],
  describe: ({ expected_value }) => `the title names it: "${expected_value}"`,
  said: ({ expected_value }) => [{ by: 'phrase', text: expected_value }],
  brief: ({ expected_value }) => expected_value,
});

/** A product's title holds the noun phrase as whole words. It is locked of a target's noun phrase, never of a feature. */
export const entityMatch = {
  ...kind,
  rubric: kind.rubric.extend({ canonical_entity: z.string().min(1), title_span: z.string().min(1) }),
};
