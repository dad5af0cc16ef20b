import type { EndedTask } from '../../pipeline/run/ended-task.ts';
import { ACCEPTED, type Overrides } from '../../schemas/override.ts';

const MOST_NAMED = 3;

/** Which overruled verdicts a build could not honour, and why, as a sentence; null where it honoured all. */
export function unhonoured(overrides: Overrides, tasks: readonly EndedTask[]): string | null {
  const ends = new Map(tasks.map((end) => [end.task.id, end]));
  const all = Object.entries(overrides);
  const left = all.flatMap(([id, { verdict }]) => {
    const end = ends.get(id);
    if (end === undefined) return [`${id} is no task of this run`];
    const isAccepted = end.status === 'accepted';
    if (verdict === ACCEPTED) return isAccepted ? [`${id} has another text than the one that was read`] : [];
    if (end.status !== 'rejected') return [];
    const why =
      end.stage === 'validate'
        ? 'has another text or more defects than the one overruled, or one nobody can overrule'
        : 'was not set aside by a gate';
    return [`${id} ${why} (${end.code}, by ${end.stage})`];
  });
  if (left.length === 0) return null;
  const more = left.length > MOST_NAMED ? `; and ${left.length - MOST_NAMED} more` : '';
  return `${left.length} of ${all.length} overruled verdicts stay: ${left.slice(0, MOST_NAMED).join('; ')}${more}`;
}
