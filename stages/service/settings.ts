import { z } from 'zod';
import { choice, SETTINGS } from '../../schemas/setting.ts';

/** Settings of the customer-service families. */
export const SUPPORT_SETTINGS = z.object({
  speech: z.enum(['en', 'zh', 'both'], 'expected en, zh or both').default('en').register(SETTINGS, {
    takes: '<language>',
    help: 'what customers speak: en, zh, or both in equal parts',
  }),
  lenient: choice().default(false).register(SETTINGS, {
    help: 'tools enforce no rule, as the published ones: what a rule forbids is done, and counted as a violation',
  }),
});
export type SupportSettings = z.output<typeof SUPPORT_SETTINGS>;
