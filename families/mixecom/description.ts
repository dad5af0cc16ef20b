import { join } from 'node:path';
import { BUNDLED, type FamilyDescription } from '../../pipeline/family.ts';
import { SUPPORT_SETTINGS } from '../../stages/service/settings.ts';

/** Description of the family that is there before the rest of it is loaded. */
export const DESCRIPTION = {
  name: 'mixecom',
  about: 'questions, recommendations, tasks and small talk mixed in one dialogue, under the rules of a marketplace',
  subject: 'store',
  sample: {
    inputs: [join(BUNDLED, 'lazada-documents.jsonl.gz'), join(BUNDLED, 'lazada-products.csv.gz')],
    out: 'out/sample-mixecom',
  },
  // Table 2: 4,500 samples to train on, 299 to test.
  splits: { test: 1 },
  settings: SUPPORT_SETTINGS,
} as const satisfies FamilyDescription;
