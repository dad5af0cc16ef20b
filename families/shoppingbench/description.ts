import { join } from 'node:path';
import { BUNDLED, type FamilyDescription } from '../../pipeline/family.ts';
import { SETTINGS } from './settings.ts';

/** Description of the family that is there before the rest of it is loaded. */
export const DESCRIPTION = {
  name: 'shoppingbench',
  about: 'orders of one product or several, every requirement said, judged by shop and budget',
  subject: 'catalog',
  sample: {
    inputs: [join(BUNDLED, 'lazada-documents.jsonl.gz'), join(BUNDLED, 'lazada-products.csv.gz')],
    out: 'out/sample-shoppingbench',
  },
  splits: { train: 0.73, test: 0.27 },
  settings: SETTINGS,
} as const satisfies FamilyDescription;
