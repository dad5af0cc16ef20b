import { z } from 'zod';
import { OTHER_LANGUAGES } from '../lexicon/index.ts';
import { SETTINGS, wholeNumber } from '../schemas/setting.ts';

/** Settings of every family whose tasks are about products of a catalog. */
export const SHOPPING_SETTINGS = z.object({
  maxAnswers: wholeNumber(1)
    .default(1)
    .register(SETTINGS, { takes: '<n>', help: 'most products that may satisfy every rubric of a sample' }),
  language: z
    .enum(['auto', 'en', 'any', ...OTHER_LANGUAGES], `expected auto, en, any, ${OTHER_LANGUAGES.join(', ')}`)
    .default('auto')
    .register(SETTINGS, {
      takes: '<name>',
      help: `language of texts: en or, with a model, ${OTHER_LANGUAGES.join(', ')}; auto: the catalog's with a model, else English; any: English about values in any`,
    }),
});
export type ShoppingSettings = z.output<typeof SHOPPING_SETTINGS>;
