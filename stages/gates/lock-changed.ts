import type { QueryWording } from '../../shopping/draft.ts';
import type { Locked } from '../../shopping/task.ts';
import { defineGate } from '../gate.ts';

interface Dependencies {
  /** The digest the lock stage took. */
  digestOf(locked: Locked): string;
}

/** Finds a task whose locked part is no longer what was locked before any text existed. */
export const lockChanged = defineGate<QueryWording, [Dependencies]>({
  name: 'lock',
  codes: { lock_changed: 'the task is no longer what was locked before any text existed' },
  final: true,
  check: ({ task: { locked, lockDigest } }, { digestOf }) => {
    const digest = digestOf(locked);
    if (digest === lockDigest) return [];
    return [{ code: 'lock_changed', path: 'locked', detail: `locked as ${lockDigest}, now ${digest}` }];
  },
});
