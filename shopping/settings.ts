import { z } from 'zod';
import { SETTINGS, wholeNumber } from '../schemas/setting.ts';

/** Settings of every family whose tasks are about products of a catalog. */
export const SHOPPING_SETTINGS = z.object({
  maxAnswers: wholeNumber(1)
    .default(1)
    .register(SETTINGS, { takes: '<n>', help: 'most products that may satisfy every rubric of a sample' }),
  language: z.enum(['auto', 'en', 'any'], 'expected auto, en or any').default('auto').register(SETTINGS, {
    takes: '<name>',
    help: 'language values are judged by: en, any, or auto by the letters of the catalog',
  }),
});
export type ShoppingSettings = z.output<typeof SHOPPING_SETTINGS>;
