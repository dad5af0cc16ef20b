import { OTHER_LANGUAGES } from '../../lexicon/index.ts';
import { questionFault } from '../../shopping/dialogue/clarifiable.ts';
import { shoppingFamily } from '../../stages/shopping/family.ts';
import { builder, mostAsked } from './building.ts';
import { cluelessness } from './clue-coverage.ts';
import { DESCRIPTION } from './description.ts';
import { episode } from './episode/index.ts';
import { GATES } from './gates/index.ts';
import { DETAIL_NEEDS, INTENTS } from './intents.ts';
import { lint } from './lint/index.ts';
import { HIDDEN_NEEDS } from './needs/index.ts';
import { paper } from './paper.ts';
import { PARTITION } from './partition/index.ts';
import { plan } from './planning.ts';
import { records } from './records.ts';
import type { Settings } from './settings.ts';

/** Shopping for one product with intent spread over query, persona and clarification (EComAgentBench). */
export const family = shoppingFamily<Settings>({
  ...DESCRIPTION,
  intents: INTENTS,
  detailNeeds: DETAIL_NEEDS,
  languages: OTHER_LANGUAGES,
  choosing: [HIDDEN_NEEDS, PARTITION],
  gates: GATES,
  lint,
  records,
  episode,
  paper,
  questionFault,
  notesOn: cluelessness,
  mostAsked,
  plan,
  builder,
});
