import type { z } from 'zod';
import { SETTINGS as HELP, wholeNumber } from '../../schemas/setting.ts';
import { requiredNecessity } from '../../shopping/necessity.ts';
import { SHOPPING_SETTINGS } from '../../shopping/settings.ts';

/** Fewest requirements of a task besides the noun phrase where nothing else is asked for. */
export const LEAST_FACTS = 5;

/** Settings of the family. */
export const SETTINGS = SHOPPING_SETTINGS.extend({
  requireNecessity: requiredNecessity(),
  leastFacts: wholeNumber(5, 8).default(LEAST_FACTS).register(HELP, {
    takes: '<n>',
    help: 'fewest requirements of a task besides the noun phrase; 8 is the published size, products that state less carry smaller tasks',
  }),
});
export type Settings = z.output<typeof SETTINGS>;
