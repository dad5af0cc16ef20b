import { join } from 'node:path';
import type { Catalog } from '../../catalog/index.ts';
import { OTHER_LANGUAGES } from '../../lexicon/index.ts';
import { BUNDLED, type Family } from '../../pipeline/family.ts';
import { catalogWorld } from '../../shopping/catalog-world.ts';
import { questionFault } from '../../shopping/dialogue/clarifiable.ts';
import { asksAbout } from '../../shopping/learned/field-uses.ts';
import { unaskedFields } from '../../shopping/unasked-fields.ts';
import { EXTRACT } from '../../stages/extract/index.ts';
import { ADMISSION } from '../../stages/near-duplicate.ts';
import { ADJUDICATION } from '../../stages/overruling.ts';
import { PARTITION } from '../../stages/partition/index.ts';
import { statedDetails } from '../../stages/sample/stated-details.ts';
import { SEMANTIC } from '../../stages/semantic/index.ts';
import { VERBALISE } from '../../stages/verbalise.ts';
import { builder, mostAsked } from './building.ts';
import { episode } from './episode/index.ts';
import { GATES } from './gates/index.ts';
import { HIDDEN_NEEDS } from './hidden-needs.ts';
import { DETAIL_NEEDS, INTENTS } from './intents.ts';
import { lint } from './lint/index.ts';
import { paper } from './paper.ts';
import { NAME, plan } from './planning.ts';
import { records } from './published.ts';
import { SETTINGS, type Settings } from './settings.ts';

/** Shopping for one product with intent spread over query, persona and clarification (EComAgentBench). */
export const ecomagentbench: Family<Catalog, Settings> = {
  name: NAME,
  about: 'one product, with intent spread over query, persona and clarification',
  intents: INTENTS.map(({ name }) => name),
  sample: {
    inputs: [join(BUNDLED, 'amazon-meta.jsonl.gz'), join(BUNDLED, 'amazon-reviews.jsonl.gz')],
    out: 'out/sample',
  },
  splits: { test: 1 },
  settings: SETTINGS,
  languages: OTHER_LANGUAGES,
  world: catalogWorld,
  stages: [EXTRACT, HIDDEN_NEEDS, PARTITION, VERBALISE, ADJUDICATION],
  gates: [...GATES, SEMANTIC, ADMISSION],
  lint,
  records,
  episode,
  paper,
  asksAbout,
  questionFault,
  notes: (catalog) => [...unaskedFields(catalog, asksAbout), statedDetails(catalog, asksAbout, DETAIL_NEEDS)],
  mostAsked,
  plan,
  builder: async (settings, parts) => builder(settings, parts),
};
