import { shoppingFamily } from '../../stages/shopping/family.ts';
import { builder, mostAsked } from './building.ts';
import { DESCRIPTION } from './description.ts';
import { episode } from './episode/index.ts';
import { GATES } from './gates/index.ts';
import { DETAIL_NEEDS, INTENTS } from './intents.ts';
import { lint } from './lint/index.ts';
import { NEEDS } from './needs.ts';
import { paper } from './paper.ts';
import { PLACE } from './partition.ts';
import { plan } from './planning.ts';
import { records } from './records.ts';
import type { Settings } from './settings.ts';
import { LANGUAGES } from './tables.ts';

/** One product told apart from near-identical ones, at once or in a dialogue, with and without a profile (ShopSimulator). */
export const family = shoppingFamily<Settings>({
  ...DESCRIPTION,
  intents: INTENTS,
  detailNeeds: DETAIL_NEEDS,
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
