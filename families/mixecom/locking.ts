import { supportLocks } from '../../stages/service/locking.ts';
import { DESCRIPTION } from './description.ts';
import { desk } from './desk.ts';
import { MAIN_DEMANDS, SIZES, shownOf, weightOf } from './intents.ts';

/**
 * Plans and locks tasks that are composed of a user's demands, in Mix-ECom's sizes, weights and shares; a conversation
 * succeeds as the paper counts it.
 */
export const locks = supportLocks({
  family: DESCRIPTION.name,
  composition: {
    desk,
    mainDemands: MAIN_DEMANDS,
    sizes: SIZES,
    weightOf,
    shownOf,
    shares: { forbidden: 0.3, givenUp: 0.1, chitchat: 0.5 },
  },
  succeeds: ({ database, key_answers }) => database * key_answers === 1,
});
