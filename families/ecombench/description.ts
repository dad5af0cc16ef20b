import { join } from 'node:path';
import { BUNDLED, type FamilyDescription } from '../../pipeline/family.ts';
import { SUPPORT_SETTINGS } from '../../stages/service/settings.ts';

/** Description of the family that is there before the rest of it is loaded. */
export const DESCRIPTION = {
  name: 'ecombench',
  about: 'customer service over a store: orders, parcels, returns, services and choices, by an executable policy',
  subject: 'store',
  sample: { inputs: [join(BUNDLED, 'amazon-meta.jsonl.gz')], out: 'out/sample-ecombench' },
  splits: { test: 1 },
  settings: SUPPORT_SETTINGS,
} as const satisfies FamilyDescription;
