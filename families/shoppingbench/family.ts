import { shoppingFamily } from '../../stages/shopping/family.ts';
import { builder, mostAsked } from './building.ts';
import { DESCRIPTION } from './description.ts';
import { episode } from './episode/index.ts';
import { GATES } from './gates/index.ts';
import { DETAIL_NEEDS, INTENTS } from './intents.ts';
import { lint } from './lint/index.ts';
import { STATED_NEEDS } from './needs.ts';
import { paper } from './paper.ts';
import { SELECT } from './partition.ts';
import { plan } from './planning.ts';
import { records } from './records.ts';
import { scoreSheet } from './scoring/sheet.ts';
import type { Settings } from './settings.ts';

/** Orders of one product or several whose query states every requirement, judged by shop and budget (ShoppingBench). */
export const family = shoppingFamily<Settings>({
  ...DESCRIPTION,
  intents: INTENTS,
  detailNeeds: DETAIL_NEEDS,
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
