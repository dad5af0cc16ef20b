import { join } from 'node:path';
import type { Catalog } from '../../catalog/index.ts';
import { BUNDLED, type Family } from '../../pipeline/family.ts';
import type { SplitShares } from '../../schemas/split.ts';
import { catalogWorld } from '../../shopping/catalog-world.ts';
import { asksAbout } from '../../shopping/learned/field-uses.ts';
import { unaskedFields } from '../../shopping/unasked-fields.ts';
import { EXTRACT } from '../../stages/extract/index.ts';
import { ADMISSION } from '../../stages/near-duplicate.ts';
import { ADJUDICATION } from '../../stages/overruling.ts';
import { statedDetails } from '../../stages/sample/stated-details.ts';
import { SELECT } from '../../stages/select.ts';
import { SEMANTIC } from '../../stages/semantic/index.ts';
import { VERBALISE } from '../../stages/verbalise.ts';
import { builder, mostAsked } from './building.ts';
import { episode } from './episode/index.ts';
import { GATES } from './gates/index.ts';
import { DETAIL_NEEDS, INTENTS } from './intents.ts';
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
  episode,
  paper,
  scoring: { score: scoreSheet },
  asksAbout,
  notes: (catalog) => [...unaskedFields(catalog, asksAbout), statedDetails(catalog, asksAbout, DETAIL_NEEDS)],
  mostAsked,
  plan,
  builder,
};
