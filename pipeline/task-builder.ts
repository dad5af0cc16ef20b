import { ConfigError, ModelError, StageError, UndecidedError, UnusableReplyError } from '../schemas/errors.ts';
import type { BuildEnd, LockedResult, RejectionLine, TaskResult, Turn } from '../schemas/run.ts';
import type { PlannedTask } from '../schemas/task.ts';
import type { FamilyBuilder } from './family.ts';
import type { Chain, Finished } from './stage.ts';

/** Output a family makes of a draft that passed every gate. */
interface Publication {
  /** The sample as its family publishes it, keys in the order they are written. */
  readonly record: unknown;
  /** Group that keeps samples in one split. */
  readonly group: string;
  /** Text that near-duplicates are judged by. */
  readonly text: string;
  readonly lockDigest: string;
}

interface LockedRecord extends PlannedTask {
  /** Content that the digest seals. */
  readonly locked: unknown;
  readonly lockDigest: string;
}

interface BuilderChains<Locked extends LockedRecord, Valid, Origin> {
  /** From a planned task to a locked one. */
  readonly toLock: Chain<PlannedTask, Locked>;
  /** From a locked task to a draft that passed every gate. */
  readonly toDraft: Chain<Locked, Valid>;
  /** Returns the turn in which quotas take a task. */
  turnOf(task: Locked): Turn;
  /** Hands out, once, what models proposed parts of a task by; undefined where none was asked. */
  readonly takeOrigin?: ((taskId: string) => Origin | undefined) | undefined;
  publish(valid: Valid, origin: Origin | undefined): Publication;
}

/**
 * Builds tasks by two chains of stages: from a planned task to a locked one, and from there to a valid draft. A bug
 * becomes a `failed` result, a model that does not deliver a pending one; what the user can mend is thrown.
 */
export function chainBuilder<Locked extends LockedRecord, Valid, Origin = undefined>({
  toLock,
  toDraft,
  turnOf,
  takeOrigin,
  publish,
}: BuilderChains<Locked, Valid, Origin>): FamilyBuilder {
  return {
    lock: (task) =>
      ended(task, async (): Promise<LockedResult | TaskResult> => {
        const finished = await toLock.run(task);
        const origin = takeOrigin?.(task.id);
        if (!('kept' in finished)) return rejectedResult(task, finished);
        const locked = finished.kept;
        return {
          ...{ kind: 'locked', id: task.id, intent: task.intent, line: JSON.stringify(locked) },
          ...{ lockDigest: locked.lockDigest, turn: turnOf(locked) },
          ...(origin === undefined ? {} : { origin }),
        };
      }),

    write: ({ id, intent, line, origin }) =>
      ended({ id, intent }, async (): Promise<TaskResult> => {
        const task = JSON.parse(line) as Locked;
        const finished = await toDraft.run(task);
        if (!('kept' in finished)) return rejectedResult(task, finished);
        const { record, group, text, lockDigest } = publish(finished.kept, origin as Origin | undefined);
        return { kind: 'built', id, intent, line: JSON.stringify(record), text, lockDigest, group };
      }),
  };
}

/** Returns the end of a step, whatever it throws. */
async function ended(
  { id, intent }: Pick<PlannedTask, 'id' | 'intent'>,
  step: () => Promise<LockedResult | TaskResult>,
): Promise<BuildEnd> {
  try {
    return await step();
  } catch (error) {
    const mendable = behind(error, ConfigError);
    if (mendable !== null) throw mendable;
    const left = behind(error, ModelError);
    if (left !== null)
      return { kind: 'pending', id, reason: left.message, answered: isAnswered(left), ends: left.ends };
    const stage = error instanceof StageError ? error.message.split(' ')[0] : undefined;
    return {
      kind: 'failed',
      id,
      intent,
      stage: stage ?? 'unknown',
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

const isAnswered = (left: ModelError) => left instanceof UnusableReplyError || left instanceof UndecidedError;

/** The error of a kind behind an error: stages wrap what breaks them. */
function behind<E extends Error>(error: unknown, kind: abstract new (...given: never[]) => E): E | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof kind) return cause;
  return null;
}

type RejectedEnd = Exclude<Finished<unknown>, { kept: unknown }>;

function rejectedResult(
  task: PlannedTask,
  { rejected, stage, code, detail, findings, evidence }: RejectedEnd,
): TaskResult {
  const record = rejected as Record<string, unknown>;
  const line: RejectionLine = {
    id: task.id,
    family: task.family,
    intent: task.intent,
    stage,
    code,
    detail,
    findings: [...findings],
    target_ids: task.targetIds,
    category: task.category,
    record,
    ...(evidence === undefined ? {} : { evidence }),
  };
  const lockDigest = typeof record.lockDigest === 'string' ? record.lockDigest : null;
  return { kind: 'rejected', id: task.id, intent: task.intent, code, stage, lockDigest, line: JSON.stringify(line) };
}
