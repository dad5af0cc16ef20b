import type { Locked } from '../../shopping/task.ts';
import type { Gate } from '../gate.ts';

interface Dependencies {
  /** The digest the lock stage took. */
  digestOf(locked: Locked): string;
}

/** Finds a task whose locked part is no longer what was locked before any text existed. */
export const lockChanged =
  ({ digestOf }: Dependencies): Gate =>
  ({ task: { locked, lockDigest } }) => {
    const digest = digestOf(locked);
    if (digest === lockDigest) return [];
    return [{ code: 'lock_changed', path: 'locked', detail: `locked as ${lockDigest}, now ${digest}` }];
  };
