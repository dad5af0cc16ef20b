import { join } from 'node:path';
import { BUNDLED, type FamilyDescription } from '../../pipeline/family.ts';
import { SETTINGS } from './settings.ts';

/** Description of the family that is there before the rest of it is loaded. */
export const DESCRIPTION = {
  name: 'ecomagentbench',
  about: 'one product, with intent spread over query, persona and clarification',
  subject: 'catalog',
  sample: {
    inputs: [join(BUNDLED, 'amazon-meta.jsonl.gz'), join(BUNDLED, 'amazon-reviews.jsonl.gz')],
    out: 'out/sample',
  },
  splits: { test: 1 },
  settings: SETTINGS,
} as const satisfies FamilyDescription;
