import type { LockedTask } from '../../../shopping/task.ts';
import { defineGate } from '../../../stages/gate.ts';
import type { Wording } from '../wording.ts';

interface Dependencies {
  /** The shelf a task's product stands on. */
  shelfOf(task: LockedTask): unknown | null;
}

/** Finds tasks about products of no shelf: nothing near-identical is there to be told apart from. */
export const offShelf = defineGate<Wording, [Dependencies]>({
  name: 'fine catalog',
  codes: { off_shelf: 'the target stands on no shelf of the fine catalog' },
  final: true,
  check: ({ task }, { shelfOf }) =>
    shelfOf(task) === null
      ? [{ code: 'off_shelf', path: 'target', detail: `"${task.targetIds[0]}" is among no near-identical products` }]
      : [],
});
