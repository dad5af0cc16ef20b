import { join } from 'node:path';
import { BUNDLED, type FamilyDescription } from '../../pipeline/family.ts';
import { SETTINGS } from './settings.ts';

/** Description of the family that is there before the rest of it is loaded. */
export const DESCRIPTION = {
  name: 'shopsimulator',
  about: 'one product among near-identical ones, at once or in a dialogue, with or without a profile',
  subject: 'catalog',
  sample: {
    inputs: ['lazada-documents.jsonl.gz', 'lazada-products.csv.gz', 'similar-products.jsonl.gz'].map((name) =>
      join(BUNDLED, name),
    ),
    out: 'out/sample-shopsimulator',
    perIntent: 100,
  },
  // 25 K tasks to train on and 2.8 K to evaluate (paper, section 1).
  splits: { train: 0.9, test: 0.1 },
  settings: SETTINGS,
} as const satisfies FamilyDescription;
