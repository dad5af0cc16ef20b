import { z } from 'zod';
import { SETTINGS as SETTINGS_TEXTS, share, text } from '../../schemas/setting.ts';
import { SHOPPING_SETTINGS } from '../../shopping/settings.ts';

/** Settings of the family. */
export const SETTINGS = SHOPPING_SETTINGS.extend({
  questions: text().optional().register(SETTINGS_TEXTS, {
    takes: '<file>',
    help: 'questions and answers for the knowledge intent: CSV (SimpleQA or plain) or JSONL',
    isPath: true,
    more: '[ShoppingBench](families/shoppingbench.md#questions-of-your-own)',
  }),
  voucherRates: z
    .strictObject({ capDecides: share(), thresholdDecides: share() }, 'expected capDecides and thresholdDecides')
    .optional()
    .register(SETTINGS_TEXTS, {
      fileOnly: true,
      help: 'how often leaving out the cap or the threshold of a voucher must change which orders fit, as shares of the tasks',
      more: 'Such as `{capDecides: 1, thresholdDecides: 0.5}`.',
    }),
});
export type Settings = z.output<typeof SETTINGS>;
