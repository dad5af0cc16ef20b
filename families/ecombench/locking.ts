import { supportLocks } from '../../stages/service/locking.ts';
import { DESCRIPTION } from './description.ts';
import { desk } from './desk.ts';
import { MAIN_DEMANDS, SIZES, weightOf } from './intents.ts';

/**
 * Plans and locks tasks that are composed of a user's demands, in ECom-Bench's sizes, weights and shares; a conversation
 * succeeds as the paper counts it.
 */
export const locks = supportLocks({
  family: DESCRIPTION.name,
  composition: {
    desk,
    mainDemands: MAIN_DEMANDS,
    sizes: SIZES,
    weightOf,
    shownOf: () => 0.1,
    shares: { forbidden: 0.15, givenUp: 0.15, chitchat: 0.08 },
  },
  succeeds: ({ database, search, key_answers }) => database * search * key_answers === 1,
});
