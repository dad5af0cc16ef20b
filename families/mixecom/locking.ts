import { supportLocks } from '../../stages/support/locking.ts';
import { composition } from './composition.ts';

/** Locks tasks that are composed of a user's demands; a conversation succeeds as the paper counts it. */
export const locks = supportLocks({
  composition,
  succeeds: ({ database, key_answers }) => database * key_answers === 1,
});
