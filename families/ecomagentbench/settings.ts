import type { z } from 'zod';
import { SETTINGS as HELP, wholeNumber } from '../../schemas/setting.ts';
import { requiredNecessity } from '../../shopping/necessity.ts';
import { SHOPPING_SETTINGS } from '../../shopping/settings.ts';

/** Fewest requirements of a task besides the noun phrase, of a catalog whose products state as many facts. */
export const LEAST_FACTS = 5;

/** Settings of the family. */
export const SETTINGS = SHOPPING_SETTINGS.extend({
  requireNecessity: requiredNecessity(),
  leastFacts: wholeNumber(4, 8).optional().register(HELP, {
    takes: '<n>',
    help: 'fewest requirements of a task besides the noun phrase; 8 is the published size, products that state less carry smaller tasks',
    unset: '5; 4 where products of the catalog state fewer facts on average',
  }),
});
export type Settings = z.output<typeof SETTINGS>;
