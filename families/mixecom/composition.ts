import type { Composition } from '../../service/compose.ts';
import { desk } from './desk.ts';
import { MAIN_DEMANDS, SIZES, shownOf, weightOf } from './intents.ts';

/** Composition of Mix-ECom's tasks: their demands, sizes, weights and shares. */
export const composition: Composition = {
  desk,
  mainDemands: MAIN_DEMANDS,
  sizes: SIZES,
  weightOf,
  shownOf,
  shares: { forbidden: 0.3, givenUp: 0.1, chitchat: 0.5 },
};
