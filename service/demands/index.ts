import type { Regime } from '../policy/rule.ts';
import { CHOICES } from './choices.ts';
import type { Demand } from './demand.ts';
import { MONEY } from './money.ts';
import { ORDERS } from './orders.ts';
import { PARCELS } from './parcels.ts';
import { RETURNS } from './returns.ts';
import { TALK } from './talk.ts';
import { TECHNICIANS } from './technicians.ts';

/** Every atomic demand. A new one is its entry in a file here and its words in words/en.yaml and words/zh.yaml. */
export const DEMANDS: readonly Demand[] = [
  ...ORDERS,
  ...PARCELS,
  ...RETURNS,
  ...MONEY,
  ...TECHNICIANS,
  ...CHOICES,
  ...TALK,
];

export const demandsOf = (regime: Regime): readonly Demand[] =>
  DEMANDS.filter(({ regimes }) => regimes.includes(regime));
