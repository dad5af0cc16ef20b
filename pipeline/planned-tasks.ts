import type { SplitShares } from '../schemas/split.ts';
import type { PlannedTask } from '../schemas/task.ts';
import { digestOf } from '../text/digest.ts';
import type { FamilyPlanner } from './family.ts';
import { splitOf } from './run/split.ts';

/** Subject of a task; its id and rank are digests of that, its intent and the seed. */
interface TaskSubject {
  readonly targetIds: readonly string[];
  readonly category: string;
  readonly subject?: string | undefined;
  readonly stratum?: string | undefined;
}

/** A task of a family about something. */
export function plannedTask(
  family: string,
  intent: string,
  seed: number,
  { targetIds, category, subject, stratum }: TaskSubject,
): PlannedTask {
  const rank = digestOf('task', family, intent, targetIds, seed, ...(subject === undefined ? [] : [subject]));
  return {
    id: `${family}-${intent}-${rank.slice(0, 10)}`,
    family,
    intent,
    rank,
    seed,
    targetIds: [...targetIds],
    ...(subject === undefined ? {} : { subject }),
    category,
    ...(stratum === undefined ? {} : { stratum }),
  };
}

/** Plans tasks in the order of their ranks, for families without strata; those of one group are in one split. */
export function inRankOrder(
  tasks: readonly PlannedTask[],
  splits: SplitShares | undefined,
  groupOf: (task: PlannedTask) => string,
): Pick<FamilyPlanner, 'next' | 'again' | 'eligibility' | 'reachOf'> {
  const sorted = tasks.toSorted((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0));
  const queues = Map.groupBy(sorted, ({ intent }) => intent);
  const about = ({ intent, targetIds, subject }: Pick<PlannedTask, 'intent' | 'targetIds' | 'subject'>) =>
    JSON.stringify([intent, targetIds, subject]);
  const known = new Map(tasks.map((task) => [about(task), task]));
  return {
    next(intent, count, { claims, split }) {
      const taken: PlannedTask[] = [];
      const left: PlannedTask[] = [];
      for (const task of queues.get(intent) ?? []) {
        const isWanted = taken.length < count && (splits === undefined || splitOf(groupOf(task), splits) === split);
        const standing = isWanted ? claims.take(task) : 'held';
        if (standing === 'taken') taken.push(task);
        if (standing === 'held') left.push(task);
      }
      queues.set(intent, left);
      return taken;
    },
    again: (noted) => known.get(about(noted)) ?? null,
    reachOf: (intent) => {
      const own = tasks.filter((task) => task.intent === intent);
      const subjects = new Set(own.map(({ id, subject }) => subject ?? id));
      const least = Math.min(...own.map(({ targetIds }) => targetIds.length));
      return { products: own.flatMap(({ targetIds }) => targetIds), least, most: subjects.size };
    },
    eligibility: (intent) => ({ eligible: tasks.filter((task) => task.intent === intent).length, reasons: [] }),
  };
}
