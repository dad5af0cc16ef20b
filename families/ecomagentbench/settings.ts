import type { z } from 'zod';
import { SETTINGS as HELP, wholeNumber } from '../../schemas/setting.ts';
import { requiredNecessity } from '../../shopping/necessity.ts';
import { SHOPPING_SETTINGS } from '../../shopping/settings.ts';

/** Fewest requirements of a task besides the noun phrase: two in the request and one in each hidden part. */
export const LEAST_FACTS = 4;

/** Settings of the family. */
export const SETTINGS = SHOPPING_SETTINGS.extend({
  requireNecessity: requiredNecessity(),
  leastFacts: wholeNumber(LEAST_FACTS, 8).default(LEAST_FACTS).register(HELP, {
    takes: '<n>',
    help: 'fewest requirements of a task besides the noun phrase; 8 is the published size, products that state less carry smaller tasks, which are taken where there are no larger ones',
  }),
});
export type Settings = z.output<typeof SETTINGS>;
