import { z } from 'zod';
import { SETTINGS } from '../../schemas/setting.ts';

/** Settings of the customer-service families. */
export const SUPPORT_SETTINGS = z.object({
  speech: z.enum(['en', 'zh', 'both'], 'expected en, zh or both').default('en').register(SETTINGS, {
    takes: '<language>',
    help: 'what customers speak: en, zh, or both in equal parts',
  }),
});
export type SupportSettings = z.output<typeof SUPPORT_SETTINGS>;
