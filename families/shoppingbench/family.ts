import { join } from 'node:path';
import type { Catalog } from '../../catalog/index.ts';
import { BUNDLED, type Family } from '../../pipeline/family.ts';
import type { SplitShares } from '../../schemas/split.ts';
import { catalogWorld } from '../../shopping/catalog-world.ts';
import { asksIn } from '../../shopping/field-use.ts';
import { unaskedFields } from '../../shopping/unasked-fields.ts';
import { EXTRACT } from '../../stages/extract/index.ts';
import { ADMISSION } from '../../stages/near-duplicate.ts';
import { ADJUDICATION } from '../../stages/overruling.ts';
import { SELECT } from '../../stages/select.ts';
import { SEMANTIC } from '../../stages/semantic/index.ts';
import { VERBALISE } from '../../stages/verbalise.ts';
import { builder } from './building.ts';
import { GATES } from './gates/index.ts';
import { INTENTS } from './intents.ts';
import { lint } from './lint/index.ts';
import { paper } from './paper.ts';
import { NAME, plan } from './planning.ts';
import { records } from './published.ts';
import { scoreSheet } from './scoring/sheet.ts';
import { SETTINGS, type Settings } from './settings.ts';
import { STATED_NEEDS } from './stated-needs.ts';

const PUBLISHED_SPLITS: SplitShares = { train: 0.73, test: 0.27 };

/** Orders of one product or several whose query states every requirement, judged by shop and budget (ShoppingBench). */
export const shoppingbench: Family<Catalog, Settings> = {
  name: NAME,
  about: 'orders of one product or several, every requirement said, judged by shop and budget',
  intents: INTENTS.map(({ name }) => name),
  sample: {
    inputs: [join(BUNDLED, 'lazada-documents.jsonl.gz'), join(BUNDLED, 'lazada-products.csv.gz')],
    out: 'out/sample-shoppingbench',
  },
  splits: PUBLISHED_SPLITS,
  settings: SETTINGS,
  world: catalogWorld,
  stages: [EXTRACT, STATED_NEEDS, SELECT, VERBALISE, ADJUDICATION],
  gates: [...GATES, SEMANTIC, ADMISSION],
  lint,
  records,
  paper,
  scoring: { score: scoreSheet },
  notes: (catalog) => unaskedFields(catalog, asksIn(catalog)),
  plan,
  builder,
};
