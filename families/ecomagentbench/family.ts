import { join } from 'node:path';
import { OTHER_LANGUAGES } from '../../lexicon/index.ts';
import { BUNDLED } from '../../pipeline/family.ts';
import { questionFault } from '../../shopping/dialogue/clarifiable.ts';
import { shoppingFamily } from '../../stages/shopping/family.ts';
import { builder, mostAsked } from './building.ts';
import { episode } from './episode/index.ts';
import { GATES } from './gates/index.ts';
import { DETAIL_NEEDS, INTENTS } from './intents.ts';
import { lint } from './lint/index.ts';
import { HIDDEN_NEEDS } from './needs/hidden-needs.ts';
import { paper } from './paper.ts';
import { PARTITION } from './partition/index.ts';
import { NAME, plan } from './planning.ts';
import { records } from './published.ts';
import { SETTINGS, type Settings } from './settings.ts';

/** Shopping for one product with intent spread over query, persona and clarification (EComAgentBench). */
export const ecomagentbench = shoppingFamily<Settings>({
  name: NAME,
  about: 'one product, with intent spread over query, persona and clarification',
  intents: INTENTS,
  detailNeeds: DETAIL_NEEDS,
  sample: {
    inputs: [join(BUNDLED, 'amazon-meta.jsonl.gz'), join(BUNDLED, 'amazon-reviews.jsonl.gz')],
    out: 'out/sample',
  },
  splits: { test: 1 },
  settings: SETTINGS,
  languages: OTHER_LANGUAGES,
  choosing: [HIDDEN_NEEDS, PARTITION],
  gates: GATES,
  lint,
  records,
  episode,
  paper,
  questionFault,
  mostAsked,
  plan,
  builder,
});
