import { join } from 'node:path';
import { BUNDLED } from '../../pipeline/family.ts';
import type { SplitShares } from '../../schemas/split.ts';
import { shoppingFamily } from '../../stages/shopping/family.ts';
import { builder, mostAsked } from './building.ts';
import { episode } from './episode/index.ts';
import { GATES } from './gates/index.ts';
import { DETAIL_NEEDS, INTENTS } from './intents.ts';
import { lint } from './lint/index.ts';
import { NEEDS } from './needs.ts';
import { paper } from './paper.ts';
import { PLACE } from './place.ts';
import { NAME, plan } from './planning.ts';
import { records } from './published.ts';
import { SETTINGS, type Settings } from './settings.ts';
import { LANGUAGES } from './tables.ts';

/** 25 K tasks to train on and 2.8 K to evaluate (paper, section 1). */
const PUBLISHED_SPLITS: SplitShares = { train: 0.9, test: 0.1 };

/** One product told apart from near-identical ones, at once or in a dialogue, with and without a profile (ShopSimulator). */
export const shopsimulator = shoppingFamily<Settings>({
  name: NAME,
  about: 'one product among near-identical ones, at once or in a dialogue, with or without a profile',
  intents: INTENTS,
  detailNeeds: DETAIL_NEEDS,
  sample: {
    inputs: ['lazada-documents.jsonl.gz', 'lazada-products.csv.gz', 'similar-products.jsonl.gz'].map((name) =>
      join(BUNDLED, name),
    ),
    out: 'out/sample-shopsimulator',
    perIntent: 100,
  },
  splits: PUBLISHED_SPLITS,
  settings: SETTINGS,
  languages: LANGUAGES,
  choosing: [NEEDS, PLACE],
  gates: GATES,
  records,
  episode,
  paper,
  lint,
  mostAsked,
  plan,
  builder,
});
