import type { Composition } from '../../service/compose.ts';
import { desk } from './desk.ts';
import { MAIN_DEMANDS, SIZES, weightOf } from './intents.ts';

/** Composition of ECom-Bench's tasks: their demands, sizes, weights and shares. */
export const composition: Composition = {
  desk,
  mainDemands: MAIN_DEMANDS,
  sizes: SIZES,
  weightOf,
  shownOf: () => 0.1,
  shares: { forbidden: 0.15, givenUp: 0.15, chitchat: 0.08 },
};
