import type { Rule } from '../rule.ts';
import { CONDUCT } from './conduct.ts';
import { BUYING } from './marketplace/buying.ts';
import { COMPLAINTS } from './marketplace/complaints.ts';
import { FRESH } from './marketplace/fresh.ts';
import { PARCELS } from './marketplace/parcels.ts';
import { RETURN_COSTS } from './marketplace/return-costs.ts';
import { MERCHANT_RETURNS } from './marketplace/returns.ts';
import { ECARDS } from './own-shop/ecards.ts';
import { ORDERS } from './own-shop/orders.ts';
import { RETURNS } from './own-shop/returns.ts';
import { SERVICES } from './own-shop/services.ts';
import { QUESTIONS } from './questions.ts';

/** Every rule, in the order of the readable policy. A new one is an entry of the file of its topic, in the folder of its regime. */
export const POLICY: readonly Rule[] = [
  ...CONDUCT,
  ...ORDERS,
  ...PARCELS,
  ...QUESTIONS,
  ...BUYING,
  ...RETURNS,
  ...RETURN_COSTS,
  ...COMPLAINTS,
  ...MERCHANT_RETURNS,
  ...FRESH,
  ...ECARDS,
  ...SERVICES,
];
