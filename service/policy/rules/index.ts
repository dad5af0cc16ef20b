import type { Rule } from '../rule.ts';
import { AFTER_SALES } from './after-sales.ts';
import { BUYING } from './buying.ts';
import { CONDUCT } from './conduct.ts';
import { ECARDS } from './ecards.ts';
import { ORDERS } from './orders.ts';
import { OWN_RETURNS } from './own-returns.ts';
import { PARCELS } from './parcels.ts';
import { QUESTIONS } from './questions.ts';
import { RETURN_COSTS } from './return-costs.ts';
import { SERVICES } from './services.ts';

/** Every rule, in the order of the readable policy. A new one is an entry of the file of its topic. */
export const POLICY: readonly Rule[] = [
  ...CONDUCT,
  ...ORDERS,
  ...PARCELS,
  ...QUESTIONS,
  ...BUYING,
  ...OWN_RETURNS,
  ...RETURN_COSTS,
  ...AFTER_SALES,
  ...ECARDS,
  ...SERVICES,
];
