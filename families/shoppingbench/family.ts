import { join } from 'node:path';
import { BUNDLED } from '../../pipeline/family.ts';
import type { SplitShares } from '../../schemas/split.ts';
import { shoppingFamily } from '../../stages/shopping/family.ts';
import { builder, mostAsked } from './building.ts';
import { episode } from './episode/index.ts';
import { GATES } from './gates/index.ts';
import { DETAIL_NEEDS, INTENTS } from './intents.ts';
import { lint } from './lint/index.ts';
import { paper } from './paper.ts';
import { NAME, plan } from './planning.ts';
import { records } from './published.ts';
import { scoreSheet } from './scoring/sheet.ts';
import { SELECT } from './select.ts';
import { SETTINGS, type Settings } from './settings.ts';
import { STATED_NEEDS } from './stated-needs.ts';

const PUBLISHED_SPLITS: SplitShares = { train: 0.73, test: 0.27 };

/** Orders of one product or several whose query states every requirement, judged by shop and budget (ShoppingBench). */
export const shoppingbench = shoppingFamily<Settings>({
  name: NAME,
  about: 'orders of one product or several, every requirement said, judged by shop and budget',
  intents: INTENTS,
  detailNeeds: DETAIL_NEEDS,
  sample: {
    inputs: [join(BUNDLED, 'lazada-documents.jsonl.gz'), join(BUNDLED, 'lazada-products.csv.gz')],
    out: 'out/sample-shoppingbench',
  },
  splits: PUBLISHED_SPLITS,
  settings: SETTINGS,
  choosing: [STATED_NEEDS, SELECT],
  gates: GATES,
  lint,
  records,
  episode,
  paper,
  scoring: { score: scoreSheet },
  mostAsked,
  plan,
  builder,
});
